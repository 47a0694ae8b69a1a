//! Compiles the edge to Apple's signposts, which are macros of C.

fn main() {
    println!("cargo::rerun-if-changed=src/signposts.c");
    #[cfg(target_os = "macos")]
    cc::Build::new()
        .file("src/signposts.c")
        .compile("tandem_signposts");
}
