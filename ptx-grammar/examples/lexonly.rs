use ptx_grammar::*;
fn main() {
    let p = std::env::args().nth(1).unwrap(); let mode = std::env::args().nth(2).unwrap();
    let text = std::fs::read(&p).unwrap();
    let mut n = 0u64;
    match mode.as_str() { "read" => n = text.len() as u64, "lex" => for piece in lex::pieces(&text) { if let lex::Piece::Token(t) = piece { n += 1 + (t.kind as u64 & 1); } },
      "parse" => { let m = parse(source::Source::new("x", text)); n = m.module.funcs.len() as u64; std::mem::forget(m); }
      _ => { let m = parse(source::Source::new("x", text)); n = print::module(&m.module, print::Style::Copy).len() as u64; } }
    println!("{n}");
}
