//! Laws that the table must obey; `ptxas` checks the rest (`make isa-check`).

use super::*;

#[test]
fn rows_are_sorted_unique_and_in_one_file() {
    let mut home: HashMap<&str, &str> = HashMap::new();
    let mut count = 0;
    for (file, rows) in rows::FILES {
        let mut last: Option<Vec<&str>> = None;
        for row in *rows {
            count += 1;
            let (opcode, key) = split_head(row.key);
            let sort: Vec<&str> = std::iter::once(opcode).chain(key).collect();
            assert!(last.as_ref() < Some(&sort), "{file}: `{}` is out of order or twice", row.key);
            last = Some(sort);
            let at = home.entry(opcode).or_insert(file);
            assert_eq!(at, file, "`{opcode}` stands in two files");
        }
    }
    assert!(count >= 3, "only {count} rows");
}

#[test]
fn examples_are_found_by_their_own_row() {
    for row in all_rows() {
        let text = row.example.trim();
        assert!(text.ends_with(';'), "`{}`: an example is one statement", row.key);
        let body = match text.strip_prefix('@') {
            Some(rest) => rest.split_once(' ').expect("a guard is followed by a blank").1,
            None => text,
        };
        let head = body.split([' ', ';']).next().expect("split gives at least one part");
        let found = lookup(head);
        assert!(
            found.is_some_and(|f| std::ptr::eq(f, row)),
            "`{}`: its example `{text}` is found by {:?}",
            row.key,
            found.map(|f| f.key)
        );
    }
}

#[test]
fn modifier_lists_hold_known_classes_and_no_doubles() {
    for row in all_rows() {
        let mut seen = std::collections::HashSet::new();
        for word in row.allows.split_ascii_whitespace() {
            if let Some(name) = word.strip_prefix('@') {
                assert!(class(name).is_some(), "`{}`: no class `{word}`", row.key);
            }
            assert!(!word.starts_with('.'), "`{}`: `{word}` is written without its point", row.key);
            assert!(seen.insert(word), "`{}`: `{word}` twice", row.key);
        }
        assert!(!row.targets.is_empty() && !row.section.is_empty(), "`{}`", row.key);
    }
}

#[test]
fn roles_fit_flow_and_results() {
    for row in all_rows() {
        let has = |r: Role| row.slots.iter().any(|s| s.role == r);
        assert_eq!(row.flow == Flow::Branch, has(Role::Label), "`{}`", row.key);
        assert_eq!(row.flow == Flow::BranchTable, has(Role::Table), "`{}`", row.key);
        assert_eq!(row.flow == Flow::Call, has(Role::Callee), "`{}`", row.key);
        let writes = has(Role::Def) || has(Role::DefUse) || has(Role::Returns);
        assert_eq!(row.uniform != Uniform::NoResult, writes, "`{}`: results and uniformity", row.key);
    }
}

#[test]
fn special_registers_are_sorted() {
    let names: Vec<_> = sregs::special_registers().iter().map(|r| r.name).collect();
    assert!(names.windows(2).all(|w| w[0] < w[1]));
}
