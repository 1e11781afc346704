//! Runs lalrpop over `src/grammar.lalrpop`.
fn main() {
    lalrpop::process_src().expect("the grammar is free of conflicts");
}
