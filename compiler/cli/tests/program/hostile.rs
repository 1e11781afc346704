//! Input that nobody means well with: an error in bounded time, and nothing else.

use super::support::*;
use std::time::Duration;

/// Must fail, write nothing, and be quick and short about it.
#[track_caller]
fn declined(what: &str, input: &[u8]) {
    let folder = folder(&[("out.ptx", "old")]);
    let ended = ptxc("rewrite - -o out.ptx --manifest m.json -MD").stdin(input).dir(folder.path()).run();
    assert_eq!(ended.status, 1, "{what}: {}", ended.err.chars().take(500).collect::<String>());
    assert!(!ended.err.is_empty(), "{what}");
    assert!(ended.err.len() < 4 << 20, "{what}: {} bytes of messages", ended.err.len());
    assert!(ended.time < Duration::from_secs(60), "{what}: {:?}", ended.time);
    assert_eq!(names(folder.path()), ["out.ptx"], "{what}");
    assert_eq!(text(folder.path().join("out.ptx")), "old", "{what}");
}

/// Pseudo-random bytes, always the same.
fn noise(count: usize) -> Vec<u8> {
    let mut state = 0x9E37_79B9_7F4A_7C15u64;
    let mut next = || {
        state ^= state << 13;
        state ^= state >> 7;
        state ^= state << 17;
        (state >> 32) as u8
    };
    (0..count).map(|_| next()).collect()
}

fn kernel(body: &str) -> Vec<u8> {
    format!("{HEADER}.visible .entry k() {body}").into_bytes()
}

#[test]
fn nothing_at_all() {
    declined("empty", b"");
    declined("blank", b" \n\t\n");
    declined("a comment", b"// nothing\n");
}

#[test]
fn not_ptx() {
    declined("NULs", &[0; 4096]);
    declined("an ELF header", b"\x7fELF\x02\x01\x01\x33\x07\0\0\0\0\0\0\0\x02\0\xbe\0");
    declined("UTF-16", &GOOD.encode_utf16().flat_map(u16::to_le_bytes).collect::<Vec<_>>());
    declined("C", b"int main(void) { return 0; }\n");
}

#[test]
fn ten_megabytes_of_noise() {
    let bytes = noise(10_000_000);
    declined("noise", &bytes);
    let one_line: Vec<u8> = bytes.into_iter().map(|b| if b == b'\n' { b' ' } else { b }).collect();
    declined("noise in one line", &one_line);
}

#[test]
fn deep_nesting() {
    declined("open braces", &kernel(&"{".repeat(100_000)));
    declined("balanced braces", &kernel(&("{".repeat(100_000) + &"}".repeat(100_000))));
    declined("parentheses", &kernel(&format!("{{ mov.u32 %r1, {}1{}; }}", "(".repeat(100_000), ")".repeat(100_000))));
    declined("brackets", &kernel(&format!("{{ ld.u32 %r1, {}; }}", "[".repeat(100_000))));
    declined("an initialiser", format!("{HEADER}.global .u32 g[] = {};", "{".repeat(100_000)).as_bytes());
}

#[test]
fn a_line_with_a_hundred_thousand_errors() {
    declined("errors", &kernel(&format!("{{ {} }}", "mov.u32 %r1, %r2; ".repeat(100_000))));
}

#[test]
fn long_names_and_operand_lists() {
    declined("a name", &kernel(&format!("{{ mov.u32 {}, 1; }}", "x".repeat(1_000_000))));
    declined("operands", &kernel(&format!("{{ foo.u32 {}1; }}", "1, ".repeat(1_000_000))));
}

#[test]
fn a_huge_register_bank_is_fine() {
    let module = kernel("{ .reg .b32 %r<2000000000>; mov.u32 %r1999999999, %ctaid.x; ret; }\n");
    let ended = ptxc("rewrite -").stdin(module).run().expect(0);
    assert!(ended.text().contains("k$tally_slice"));
    assert!(ended.time < Duration::from_secs(20));
}

#[test]
fn every_prefix_of_a_module_is_read_without_a_panic() {
    let folder = folder(&[]);
    let module = mixed();
    let mut call = ptxc("check --message-format short").dir(folder.path());
    for end in 0..module.len() {
        let name = format!("{end}.ptx");
        std::fs::write(folder.path().join(&name), &module[..end]).expect("the folder can be written");
        call = call.arg(name);
    }
    let ended = call.run().expect(1);
    let inside = module.find("ld.param").expect("the kernel has a load");
    assert!(ended.err.contains(&format!("{inside}.ptx:")), "a prefix that ends in a body is invalid");
}

#[test]
fn a_truncated_module_is_not_written() {
    let inside = GOOD.find("mul.wide").expect("the kernel multiplies");
    declined("truncated", &GOOD.as_bytes()[..inside]);
}

#[test]
fn an_endless_input_is_not_read_to_its_end() {
    // A folder and a missing file are the cheap cases; a device without an end would be read up to 1 GiB.
    for input in ["/", "/nonexistent/file.ptx"] {
        let ended = ptxc("rewrite").arg(input).run().expect(1);
        assert!(ended.out.is_empty() && ended.err.contains("cannot"), "{}", ended.err);
    }
}
