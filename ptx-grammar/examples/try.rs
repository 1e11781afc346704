use ptx_grammar::*;
fn main() {
    let mut bad = 0; let mut n = 0; let mut bytes = 0; let start = std::time::Instant::now();
    let verbose = std::env::args().any(|a| a == "-v");
    for path in std::env::args().skip(1).filter(|a| a != "-v") {
        let text = std::fs::read(&path).unwrap(); n += 1; bytes += text.len();
        let parsed = parse(source::Source::new(path.clone(), text));
        // tiling
        let m = &parsed.module; let mut at = 0;
        for i in &m.items { assert_eq!(i.span.start, at, "{path}"); at = i.span.end; }
        assert_eq!(m.tail.start, at); assert_eq!(m.tail.end as usize, m.source.bytes().len());
        if !parsed.is_valid() || (verbose && !parsed.diagnostics.is_empty()) { bad += 1; 
            if verbose { print!("{}", diag::render(&m.source, &parsed.diagnostics[..parsed.diagnostics.len().min(3)], false)); }
            else { for d in parsed.diagnostics.iter().filter(|d| d.severity == diag::Severity::Error).take(2) { println!("{}", d.short(&m.source)); } } }
    }
    let t = start.elapsed().as_secs_f64();
    println!("{n} files, {bad} bad, {:.1} MB, {:.1} MB/s", bytes as f64 / 1e6, bytes as f64 / 1e6 / t);
}
