//! The manifest: what was done to a module, for launchers. JSON beside the output, and the same text inside the module,
//! so that a cubin or fatbin describes itself.

use serde::{Deserialize, Serialize};
use sha2::{Digest, Sha256};
use tally_abi as abi;

/// Everything that a launcher must know about a rewritten module.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Manifest {
    /// Version of the layout of descriptors and of this text.
    pub abi: u32,
    /// Name and version of the tool that wrote it.
    pub tool: String,
    /// SHA-256 of the input, in hexadecimal.
    pub input_sha256: String,
    /// The words of `.target`.
    pub target: Vec<String>,
    /// The launch descriptor's fields.
    pub descriptor: DescriptorLayout,
    /// Kernels that have variants or were refused, in source order.
    pub kernels: Vec<KernelEntry>,
}

/// Layout of the launch descriptor.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct DescriptorLayout {
    /// Bytes.
    pub size: u32,
    /// Alignment in bytes.
    pub align: u32,
    /// Fields in order.
    pub fields: Vec<FieldEntry>,
}

/// A field of the launch descriptor.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct FieldEntry {
    /// Name.
    pub name: String,
    /// Offset in bytes.
    pub offset: u32,
    /// Size in bytes.
    pub size: u32,
}

/// A kernel.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct KernelEntry {
    /// Its name.
    pub name: String,
    /// Its variants.
    pub variants: Vec<VariantEntry>,
    /// Schemes under which it has none.
    pub refused: Vec<RefusalEntry>,
}

/// A variant of a kernel.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct VariantEntry {
    /// The scheme's word.
    pub scheme: String,
    /// The name to launch.
    pub name: String,
    /// Index of the launch descriptor among the kernel's parameters.
    pub parameter: u32,
    /// Its offset in the parameter buffer, in bytes.
    pub offset: u64,
}

/// A refusal.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct RefusalEntry {
    /// The scheme's word.
    pub scheme: String,
    /// The stable code.
    pub code: String,
    /// The culprit's line in the input, from 1.
    pub line: u32,
    /// Why, in one sentence.
    pub message: String,
}

impl DescriptorLayout {
    /// The layout of this version.
    pub fn current() -> Self {
        let field = |f: &abi::Field| FieldEntry { name: f.name.into(), offset: f.offset, size: f.size };
        DescriptorLayout {
            size: abi::DESCRIPTOR_SIZE as u32,
            align: 8,
            fields: abi::FIELDS.iter().map(field).collect(),
        }
    }
}

impl Manifest {
    /// The JSON beside the output, indented, with a final newline.
    pub fn to_json(&self) -> String {
        let mut text = serde_json::to_string_pretty(self).expect("a manifest holds nothing that JSON can't");
        text.push('\n');
        text
    }

    /// The declaration that embeds it: a local byte array whose name is a hash of its contents, since a visible name
    /// would clash when objects are linked.
    pub fn to_ptx(&self) -> String {
        let json = serde_json::to_string(self).expect("a manifest holds nothing that JSON can't");
        let hash = hex(&Sha256::digest(json.as_bytes())[..8]);
        let mut text = format!("\n.global .align 1 .b8 {EMBEDDED_PREFIX}{hash}[{}] = {{", json.len());
        for (i, byte) in json.bytes().enumerate() {
            text += if i == 0 { "" } else { "," };
            text += if i % 32 == 0 { "\n" } else { "" };
            text += &byte.to_string();
        }
        text + "\n};\n"
    }
}

/// Beginning of the embedded manifest's name.
pub const EMBEDDED_PREFIX: &str = "tally_manifest_";

/// SHA-256 in hexadecimal.
pub fn sha256(bytes: &[u8]) -> String {
    hex(&Sha256::digest(bytes))
}

fn hex(bytes: &[u8]) -> String {
    bytes.iter().map(|b| format!("{b:02x}")).collect()
}
