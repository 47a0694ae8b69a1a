//! Writes the Rust bindings of mlx-c, with the settings of mlx-sys' own build script.

use std::error::Error;
use std::path::PathBuf;

#[allow(dead_code, reason = "the build script of mlx-sys uses more of it")]
mod bindgen_config {
    include!(concat!(env!("MLX_SYS_DIR"), "/src/bindgen_config.rs"));
}

fn main() -> Result<(), Box<dyn Error>> {
    let mut args = std::env::args().skip(1);
    let (Some(mlx_c), Some(compat_header), Some(output), None) =
        (args.next(), args.next(), args.next(), args.next())
    else {
        return Err("usage: mlx-bindings MLX_C_FOLDER COMPAT_HEADER OUTPUT".into());
    };

    let mlx_c = PathBuf::from(mlx_c);
    let headers = bindgen_config::discover_headers(&mlx_c)?;
    bindgen_config::builder(&mlx_c, &headers)
        .clang_args(["-include", &compat_header])
        .generate()?
        .write_to_file(output)?;
    Ok(())
}
