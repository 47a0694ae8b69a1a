//! The misbehaving hub of the tests as a program, for tests that are not written in Rust.
//!
//! It prints its address, then reads a command a line and says `ok`, or what is wrong. It ends with its input.
//!
//! ```text
//! put NAME FOLDER   has the files of a folder as a repository
//! gate NAME         wants the terms of a repository accepted
//! swell NAME        says that the files of a repository are larger than any disk
//! stall BYTES       sends so much of each piece of a large file and then nothing more
//! break             closes the next three connections in the middle of a large file
//! behave            does none of the last two any more
//! sent              says how many bytes of large files it has sent
//! ```

#![allow(
    missing_docs,
    clippy::unwrap_used,
    clippy::print_stdout,
    reason = "a program for tests"
)]

#[path = "../tests/hub/server.rs"]
#[allow(dead_code, unreachable_pub, reason = "less of it is used here")]
mod server;

use std::{collections::BTreeMap, fs, io, path::Path};

use server::{Fault, File, HubServer, Place, Repo, Rule};

/// Bytes of a file that a disk has no room for.
const TOO_LARGE: u64 = 1 << 44;

#[tokio::main(flavor = "multi_thread", worker_threads = 2)]
async fn main() {
    let server = HubServer::start().await;
    println!("{}", server.endpoint());
    let mut repos = BTreeMap::new();
    tokio::task::spawn_blocking(move || {
        for line in io::stdin().lines() {
            let line = line.unwrap();
            let words: Vec<&str> = line.split(' ').collect();
            match obey(&server, &mut repos, &words) {
                Ok(said) => println!("{said}"),
                Err(error) => println!("{error}"),
            }
        }
    })
    .await
    .unwrap();
}

fn obey(
    server: &HubServer,
    repos: &mut BTreeMap<String, Repo>,
    words: &[&str],
) -> Result<String, String> {
    let unknown = |name: &str| format!("{name} was not put here");
    match *words {
        ["put", name, folder] => {
            let repo = read(Path::new(folder)).map_err(|error| error.to_string())?;
            repos.insert(name.to_owned(), repo.clone());
            server.put(name, repo);
        }
        ["gate", name] => {
            let repo = repos.get_mut(name).ok_or_else(|| unknown(name))?;
            repo.gated = true;
            server.put(name, repo.clone());
        }
        ["swell", name] => {
            let repo = repos.get_mut(name).ok_or_else(|| unknown(name))?;
            let (organization, model) = name.split_once('/').ok_or_else(|| unknown(name))?;
            let mut info: serde_json::Value =
                serde_json::from_str(&server::info(organization, model, repo)).unwrap();
            for file in info["siblings"].as_array_mut().unwrap() {
                if file.get("lfs").is_some() {
                    file["size"] = TOO_LARGE.into();
                    file["lfs"]["size"] = TOO_LARGE.into();
                }
            }
            repo.info = Some(info.to_string());
            server.put(name, repo.clone());
        }
        ["stall", bytes] => {
            let bytes = bytes.parse().map_err(|_| "how many bytes?".to_owned())?;
            server.set_rules(vec![rule(None, Fault::StallAfter(bytes))]);
        }
        ["break"] => server.set_rules(vec![rule(Some(3), Fault::CutAfter(1_000_000))]),
        ["behave"] => server.set_rules(Vec::new()),
        ["sent"] => {
            let log = server.log();
            let large = log.iter().filter(|request| request.place == Place::Store);
            return Ok(large.map(|request| request.sent).sum::<u64>().to_string());
        }
        _ => return Err("what?".to_owned()),
    }
    Ok("ok".to_owned())
}

fn rule(times: Option<usize>, fault: Fault) -> Rule {
    Rule {
        place: Place::Store,
        part: "/blob/",
        times,
        fault,
    }
}

fn read(folder: &Path) -> io::Result<Repo> {
    let mut files = Vec::new();
    for entry in fs::read_dir(folder)? {
        let path = entry?.path();
        if path.is_file() {
            let name = path.file_name().unwrap_or_default().to_string_lossy();
            files.push(File::new(&name, fs::read(&path)?));
        }
    }
    files.sort_by(|a, b| a.path.cmp(&b.path));
    Ok(Repo::new('a', files))
}
