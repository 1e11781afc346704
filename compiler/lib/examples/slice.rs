use tally_compiler::*;
fn main() {
    let a: Vec<String> = std::env::args().collect();
    let src = ptx_grammar::source::Source::new(a[1].clone(), std::fs::read(&a[1]).unwrap());
    let r = Request { schemes: vec![tally_abi::Scheme::Slice], replace: a.len() > 3, ..Default::default() };
    match compile(src, &r) { Ok(x) => { std::fs::write(&a[2], &x.ptx).unwrap();
        for (k, s, r) in x.rewritten.refusals() { println!("{}: {} {} {} {}", a[1], x.module.funcs[k].display_name(), s.word(), r.code.id, r.message); } }
        Err(e) => { println!("{}: {e}", a[1]); std::process::exit(1) } }
}
