//! Runs the program as its users do, and looks at what it leaves behind. No tool of NVIDIA is needed: `ptxas` is a script.

mod assembler;
mod commands;
mod help;
mod hostile;
mod messages;
mod outputs;
mod rewrite;
mod support;
