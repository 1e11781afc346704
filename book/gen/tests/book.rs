//! Holds the book against the code: generated pages, links, PTX blocks, console sessions.
//!
//! `BLESS=1` writes generated pages and the output of console sessions again.

use anyhow::{Context, Result, ensure};
use ptx_grammar::source::Source;
use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::process::Command;
use tally_abi::Scheme;
use tally_book::blocks::{Block, blocks, pages_below};
use tally_book::source_folder;
use tally_compiler::{Artifact, Request, compile};

/// There are at least so many hand-written pages, checked PTX blocks, and commands in console blocks.
const FLOORS: [usize; 3] = [20, 4, 10];

/// At least so many of the PTX blocks are rewritten.
const REWRITTEN: usize = 2;

fn bless() -> bool {
    std::env::var_os("BLESS").is_some_and(|v| v == "1")
}

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..").canonicalize().expect("the repository is there")
}

fn is_generated(page: &Path) -> bool {
    page.parent().is_some_and(|p| p.ends_with("generated"))
}

/// Hand-written pages of the book, and the texts at the root of the repository.
fn written_pages() -> Result<Vec<PathBuf>> {
    let mut pages = pages_below(&source_folder())?;
    pages.retain(|p| !is_generated(p));
    pages.extend(["README.md", "CONTRIBUTING.md"].map(|f| root().join(f)));
    ensure!(pages.len() >= FLOORS[0], "there are {} pages only", pages.len());
    Ok(pages)
}

fn written_blocks() -> Result<Vec<Block>> {
    let lists: Vec<Vec<Block>> = written_pages()?.iter().map(|p| blocks(p)).collect::<Result<_>>()?;
    Ok(lists.into_iter().flatten().collect())
}

#[test]
fn generated_pages_are_current() -> Result<()> {
    if bless() {
        return tally_book::write();
    }
    let stale = tally_book::stale();
    ensure!(stale.is_empty(), "run `cargo run -p tally-book` and read the changes:\n{}", stale.join("\n"));
    Ok(())
}

/// Targets of `](…)` outside of fences that point into the book.
fn links(text: &str) -> Vec<String> {
    let mut out = Vec::new();
    let mut fenced = false;
    for line in text.lines() {
        fenced ^= line.starts_with("```");
        if !fenced {
            let targets = line.split("](").skip(1).filter_map(|rest| rest.split_once(')'));
            out.extend(targets.map(|(target, _)| target.to_string()).filter(|t| !t.contains("://")));
        }
    }
    out
}

#[test]
fn links_and_includes_lead_somewhere() -> Result<()> {
    let mut pages = written_pages()?;
    pages.extend(pages_below(&source_folder())?.into_iter().filter(|p| is_generated(p)));
    for page in &pages {
        let text = std::fs::read_to_string(page)?;
        let includes = text.split("{{#include ").skip(1).filter_map(|t| t.split_once("}}")).map(|(t, _)| t.to_string());
        for link in links(&text).into_iter().chain(includes) {
            let (file, anchor) = link.split_once('#').unwrap_or((&link, ""));
            let target = if file.is_empty() { page.clone() } else { page.parent().context("no folder")?.join(file) };
            ensure!(target.exists(), "{}: `{link}` leads nowhere", page.display());
            if !anchor.is_empty() {
                let text = std::fs::read_to_string(&target)?;
                ensure!(anchors(&text).iter().any(|a| a == anchor), "{}: no anchor `{link}`", page.display());
            }
        }
    }
    Ok(())
}

/// Anchors of a page: explicit ones, and those of headings.
fn anchors(text: &str) -> Vec<String> {
    let explicit = text.split("<a id=\"").skip(1).filter_map(|t| t.split_once('"')).map(|(id, _)| id.to_string());
    let heading = |l: &str| l.strip_prefix('#').map(|l| l.trim_start_matches('#').trim().to_lowercase());
    let word = |c: char| match c {
        ' ' => Some('-'),
        c if c.is_alphanumeric() || c == '-' || c == '_' => Some(c),
        _ => None,
    };
    let headings = text.lines().filter_map(heading).map(|h| h.chars().filter_map(word).collect());
    explicit.chain(headings).collect()
}

#[test]
fn the_summary_lists_every_page() -> Result<()> {
    let summary = std::fs::read_to_string(source_folder().join("SUMMARY.md"))?;
    let listed = links(&summary);
    for page in pages_below(&source_folder())? {
        let name = page.strip_prefix(source_folder())?.to_string_lossy().into_owned();
        let included = || {
            let pages = pages_below(&source_folder()).unwrap_or_default();
            let include = format!("{{{{#include {name}}}}}");
            pages.iter().any(|p| std::fs::read_to_string(p).is_ok_and(|t| t.contains(&include)))
        };
        ensure!(name == "SUMMARY.md" || listed.contains(&name) || included(), "no page shows {name}");
    }
    Ok(())
}

fn sliced(block: &Block) -> Result<Artifact> {
    let name = format!("{}:{}", block.file.display(), block.line);
    let request = Request { schemes: vec![Scheme::Slice], ..Request::default() };
    compile(Source::new(name.clone(), block.text.as_bytes()), &request).context(name)
}

/// `ptx,rewrite`: every kernel gets a variant. `ptx,refused=CODE`: one is refused so. `ptx,error=CODE`: the front end
/// says so. Plain `ptx` blocks are fragments, and not looked at.
#[test]
fn ptx_blocks_do_what_they_say() -> Result<()> {
    let (mut checked, mut rewritten) = (0, 0);
    for block in written_blocks()? {
        let Some(what) = block.info.strip_prefix("ptx,") else { continue };
        let at = format!("{}:{}", block.file.display(), block.line);
        let artifact = sliced(&block)?;
        let errors: Vec<_> = artifact.diagnostics.iter().map(|d| d.short(&artifact.module.source)).collect();
        let refusals: Vec<_> = artifact.rewritten.refusals().map(|(_, _, r)| r.code.id).collect();
        match what.split_once('=') {
            None if what == "rewrite" => {
                ensure!(errors.is_empty() && refusals.is_empty(), "{at}: {errors:?} {refusals:?}");
                ensure!(artifact.rewritten.variants().next().is_some(), "{at}: no variant");
                rewritten += 1;
            }
            Some(("refused", code)) => ensure!(refusals.contains(&code), "{at}: {errors:?} {refusals:?}"),
            Some(("error", code)) => {
                let found = artifact.diagnostics.iter().any(|d| d.code.id == code);
                ensure!(found, "{at}: {errors:?}");
            }
            _ => anyhow::bail!("{at}: unknown kind of block `{what}`"),
        }
        checked += 1;
    }
    ensure!(checked >= FLOORS[1], "there are {checked} PTX blocks only");
    ensure!(rewritten >= REWRITTEN, "{rewritten} PTX blocks are rewritten only");
    Ok(())
}

/// The folder of the program: that of `$TALLY_PTXC`, else where cargo puts what this test builds.
fn program_folder() -> Result<PathBuf> {
    if let Some(path) = std::env::var_os("TALLY_PTXC") {
        return Ok(Path::new(&path).parent().context("TALLY_PTXC is a path")?.to_path_buf());
    }
    let test = std::env::current_exe()?;
    let folder = test.ancestors().nth(2).context("tests lie in target/PROFILE/deps")?;
    let mut build = Command::new(std::env::var_os("CARGO").unwrap_or("cargo".into()));
    build.args(["build", "--quiet", "-p", "tally-ptxc", "--manifest-path"]).arg(root().join("Cargo.toml"));
    build.env("CARGO_TARGET_DIR", folder.parent().context("a profile has a parent")?);
    if folder.ends_with("release") {
        build.arg("--release");
    }
    ensure!(build.status()?.success(), "tally-ptxc does not build");
    Ok(folder.to_path_buf())
}

/// Runs the commands of a console block (lines that begin with `$ `) and gives the block as it should be.
fn session(block: &Block, folder: &Path, path: &str) -> Result<(String, usize)> {
    let mut text = String::new();
    let mut count = 0;
    for command in block.text.lines().filter_map(|l| l.strip_prefix("$ ")) {
        let mut shell = Command::new("sh");
        shell.args(["-c", &format!("{{ {command}\n}} 2>&1")]).current_dir(folder);
        shell.env("PATH", path).env("LC_ALL", "C").env_remove("TALLY_PTXAS");
        let output = shell.output()?;
        text += &format!("$ {command}\n{}", String::from_utf8(output.stdout)?);
        count += 1;
    }
    Ok((text, count))
}

/// `console` blocks are run, those of a page one after the other in one folder, where `corpus` is that of the
/// repository. The exit status is shown by the command itself: `; echo $?`.
#[test]
fn console_blocks_are_real() -> Result<()> {
    let path = std::env::join_paths([program_folder()?, "/usr/bin".into(), "/bin".into()])?;
    let path = path.to_str().context("the path is UTF-8")?;
    let mut commands = 0;
    let mut by_page: BTreeMap<PathBuf, Vec<Block>> = BTreeMap::new();
    for block in written_blocks()?.into_iter().filter(|b| b.info == "console") {
        by_page.entry(block.file.clone()).or_default().push(block);
    }
    let mut wrong = Vec::new();
    for (page, blocks) in by_page {
        let stem = page.file_stem().context("a page has a name")?;
        let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join(format!("book-{}", stem.display()));
        drop(std::fs::remove_dir_all(&folder));
        std::fs::create_dir_all(&folder)?;
        std::os::unix::fs::symlink(root().join("corpus"), folder.join("corpus"))?;
        let mut text = std::fs::read_to_string(&page)?;
        for block in blocks {
            let (real, count) = session(&block, &folder, path)?;
            commands += count;
            if real != block.text {
                wrong.push(format!("{}:{}: the commands give\n{real}", page.display(), block.line));
                text = text.replacen(&format!("```console\n{}```", block.text), &format!("```console\n{real}```"), 1);
            }
        }
        if bless() {
            std::fs::write(&page, text)?;
        }
    }
    ensure!(commands >= FLOORS[2], "there are {commands} commands only");
    ensure!(wrong.is_empty() || bless(), "{}", wrong.join("\n"));
    Ok(())
}

/// The bytes in the example of `launching.md`.
#[test]
fn the_descriptor_example_is_right() -> Result<()> {
    let grid = tally_abi::Grid { x: 16, y: 5, z: 3 };
    let bytes = tally_abi::LaunchDescriptor { base: 100, grid }.to_bytes();
    let hex = |row: &[u8]| row.iter().map(|b| format!("{b:02x}")).collect::<Vec<_>>().join(" ");
    let rows = bytes.chunks(16).enumerate().map(|(n, row)| format!("{:02x}  {}\n", n * 16, hex(row)));
    let text = std::fs::read_to_string(source_folder().join("launching.md"))?;
    ensure!(text.contains(&rows.collect::<String>()), "the bytes are {bytes:02x?}");
    ensure!(tally_abi::recover(137, grid) == (9, 3, 1), "the index is another");
    Ok(())
}
