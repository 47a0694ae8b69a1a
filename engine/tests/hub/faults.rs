//! The table of faults: what the hub does wrong, and how the download ends.
//!
//! After every fault: no file has its final name with a wrong content; if the download failed, it goes on once the
//! hub behaves, and what had arrived is not sent again.

use std::time::Duration;

use tandem_engine::hub::HubError;

use crate::server::{Fault, HubServer, Place, Repo, Rule};
use crate::world::{Machine, NAME, NEEDED, model, quick, request, watch};

/// How a download ends while the fault is there.
enum End {
    Done,
    Fails(fn(&HubError) -> bool),
}

struct Case {
    name: &'static str,
    rules: Vec<Rule>,
    end: End,
}

const SHARD: &str = "/blob/";
const LISTING: &str = "/api/models/";
const CONFIG: &str = "config.json";

fn rule(place: Place, part: &'static str, times: impl Into<Option<usize>>, fault: Fault) -> Rule {
    Rule {
        place,
        part,
        times: times.into(),
        fault,
    }
}

fn store(times: impl Into<Option<usize>>, fault: Fault) -> Rule {
    rule(Place::Store, SHARD, times, fault)
}

fn listing(times: impl Into<Option<usize>>, fault: Fault) -> Rule {
    rule(Place::Hub, LISTING, times, fault)
}

fn small(times: impl Into<Option<usize>>, fault: Fault) -> Rule {
    rule(Place::Hub, CONFIG, times, fault)
}

fn cases() -> Vec<Case> {
    use End::{Done, Fails};
    use Fault::*;
    let case = |name, rules: Vec<Rule>, end| Case { name, rules, end };
    let status = |status, headers| Answer(status, headers, "told");
    vec![
        case("nothing wrong", vec![], Done),
        // The connection.
        case(
            "large file cut at the first byte",
            vec![store(2, CutAfter(0))],
            Done,
        ),
        case(
            "large file cut in the middle",
            vec![store(3, CutAfter(30_000))],
            Done,
        ),
        case(
            "every piece cut, but each brings something",
            vec![store(None, CutAfter(20_000))],
            Done,
        ),
        case(
            "always cut before the first byte",
            vec![store(None, CutAfter(0))],
            Fails(|e| matches!(e, HubError::Broken { .. })),
        ),
        case("small file cut", vec![small(2, CutAfter(5))], Done),
        case("listing cut", vec![listing(2, CutAfter(50))], Done),
        case(
            "large file stalls in the middle",
            vec![store(2, StallAfter(10_000))],
            Done,
        ),
        case(
            "large file stalls at the last byte",
            vec![store(1, StallAfter(65_535))],
            Done,
        ),
        case(
            "large file always stalls at once",
            vec![store(None, StallAfter(0))],
            Fails(|e| matches!(e, HubError::Stalled { .. })),
        ),
        case("no answer once", vec![store(1, NoAnswer)], Done),
        case(
            "listing never answers",
            vec![listing(None, NoAnswer)],
            Fails(|e| matches!(e, HubError::Stalled { .. })),
        ),
        case("hangs up three times", vec![store(3, HangUp)], Done),
        case(
            "hub hangs up always",
            vec![listing(None, HangUp)],
            Fails(|e| matches!(e, HubError::Broken { .. } | HubError::Offline { .. })),
        ),
        case(
            "garbage instead of HTTP",
            vec![store(2, Garbage(b"\x00\xff\r\n\r\nnonsense"))],
            Done,
        ),
        case(
            "half a head, then nothing",
            vec![store(1, Garbage(b"HTTP/1.1 206 Part"))],
            Done,
        ),
        case(
            "slow to a trickle",
            vec![store(2, Trickle(8_000, Duration::from_millis(5)))],
            Done,
        ),
        // Lengths and ranges.
        case("length too large", vec![store(2, WrongLength(1000))], Done),
        case("length too small", vec![store(2, WrongLength(-1000))], Done),
        case(
            "small file's length too large",
            vec![small(1, WrongLength(10))],
            Done,
        ),
        case(
            "small file's length too small",
            vec![small(1, WrongLength(-3))],
            Done,
        ),
        case(
            "small file's length always too large",
            vec![small(None, WrongLength(7))],
            Done,
        ),
        case("one range ignored", vec![store(1, IgnoreRange)], Done),
        case(
            "ranges always ignored",
            vec![store(None, IgnoreRange)],
            Done,
        ),
        case(
            "more bytes than asked for",
            vec![store(None, TooMuch(5_000))],
            Done,
        ),
        case(
            "fewer bytes than asked for",
            vec![store(None, ShortRange(9_000))],
            Done,
        ),
        case(
            "other bytes than asked for",
            vec![store(2, OtherRange(100))],
            Done,
        ),
        case(
            "always other bytes than asked for",
            vec![store(None, OtherRange(100))],
            Fails(|e| matches!(e, HubError::BadAnswer { .. })),
        ),
        case("no word which bytes", vec![store(2, NoContentRange)], Done),
        case("another whole length", vec![store(1, OtherTotal(5))], Done),
        case(
            "always another whole length",
            vec![store(None, OtherTotal(300_001))],
            Fails(|e| matches!(e, HubError::BadAnswer { .. })),
        ),
        case(
            "416 once",
            vec![store(1, status(416, "Content-Range: bytes */9\r\n"))],
            Done,
        ),
        case(
            "416 always",
            vec![store(None, status(416, ""))],
            Fails(|e| matches!(e, HubError::BadAnswer { .. })),
        ),
        case(
            "204 instead of bytes",
            vec![store(1, status(204, ""))],
            Done,
        ),
        // Contents.
        case(
            "one byte flipped in a piece",
            vec![store(1, FlipByte(7))],
            Done,
        ),
        case(
            "one byte flipped in a small file",
            vec![small(1, FlipByte(3))],
            Done,
        ),
        case(
            "always one byte flipped",
            vec![store(None, FlipByte(7))],
            Fails(|e| matches!(e, HubError::Corrupt { .. })),
        ),
        case(
            "a page of text instead of a small file",
            vec![small(
                1,
                Answer(200, "Content-Type: text/html\r\n", "<html>log in</html>"),
            )],
            Done,
        ),
        case(
            "a page of text instead of the listing",
            vec![listing(None, Answer(200, "", "<html>log in</html>"))],
            Fails(|e| matches!(e, HubError::BadAnswer { .. })),
        ),
        // Statuses.
        case(
            "429 with a wait",
            vec![store(3, status(429, "Retry-After: 0\r\n"))],
            Done,
        ),
        case(
            "429 with nonsense to wait for",
            vec![listing(1, status(429, "Retry-After: soon\r\n"))],
            Done,
        ),
        case(
            "429 always",
            vec![listing(None, status(429, "Retry-After: 1000000\r\n"))],
            Fails(|e| matches!(e, HubError::RateLimited { .. })),
        ),
        case("500 twice", vec![store(2, status(500, ""))], Done),
        case("503 of the hub", vec![listing(3, status(503, ""))], Done),
        case(
            "503 always",
            vec![store(None, status(503, ""))],
            Fails(|e| matches!(e, HubError::Server { status: 503, .. })),
        ),
        case(
            "links that work once",
            vec![store(None, ExpireAfter(1))],
            Done,
        ),
        case(
            "links that never work",
            vec![store(None, ExpireAfter(0))],
            Fails(|e| matches!(e, HubError::Server { status: 403, .. })),
        ),
        case(
            "a file is gone",
            vec![small(None, status(404, "X-Error-Code: EntryNotFound\r\n"))],
            Fails(|e| matches!(e, HubError::NoFile { .. })),
        ),
        // Refusals.
        case(
            "gated",
            vec![small(None, status(403, "X-Error-Code: GatedRepo\r\n"))],
            Fails(|e| {
                matches!(
                    e,
                    HubError::Gated {
                        with_token: false,
                        ..
                    }
                ) && e.to_string().contains("/org/model")
            }),
        ),
        case(
            "no such repository",
            vec![listing(None, status(401, "X-Error-Code: RepoNotFound\r\n"))],
            Fails(|e| matches!(e, HubError::NoRepository { .. })),
        ),
        case(
            "taken down",
            vec![listing(None, status(403, "X-Error-Code: DisabledRepo\r\n"))],
            Fails(|e| matches!(e, HubError::Disabled { .. })),
        ),
        case(
            "no such revision",
            vec![listing(
                None,
                status(404, "X-Error-Code: RevisionNotFound\r\n"),
            )],
            Fails(|e| matches!(e, HubError::NoRevision { .. })),
        ),
        // Redirects.
        case(
            "redirected in a circle",
            vec![rule(Place::Hub, "/resolve/", None, Redirect("{self}"))],
            Fails(|e| matches!(e, HubError::BadAnswer { .. })),
        ),
        case(
            "redirected in a circle over two hosts",
            vec![
                rule(Place::Hub, "/resolve/", None, Redirect("{store}{self}")),
                rule(Place::Store, "/resolve/", None, Redirect("{hub}{self}")),
            ],
            Fails(|e| matches!(e, HubError::BadAnswer { .. })),
        ),
        case(
            "redirected once too often, then well",
            vec![rule(Place::Hub, "/resolve/", 2, Redirect("{self}"))],
            Done,
        ),
        case(
            "redirected to the default hub",
            vec![listing(1, Redirect("https://huggingface.co{self}"))],
            Done,
        ),
        case(
            "redirected nowhere",
            vec![listing(1, status(302, ""))],
            Done,
        ),
        case(
            "redirected to no address",
            vec![listing(1, Redirect("http://"))],
            Done,
        ),
        case(
            "redirected to another scheme",
            vec![listing(None, Redirect("file:///etc/passwd"))],
            Fails(|e| e.is_transient()),
        ),
        case(
            "redirected to a closed port",
            vec![rule(
                Place::Hub,
                "/resolve/",
                None,
                Redirect("http://127.0.0.1:9/x"),
            )],
            Fails(|e| matches!(e, HubError::Offline { .. })),
        ),
    ]
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn every_fault_ends_as_it_should() {
    let cases = cases();
    assert!(cases.len() >= 40);
    for (number, case) in cases.iter().enumerate() {
        eprintln!("fault: {}", case.name);
        let machine = Machine::new().await;
        let repo = model(number as u64 * 10);
        machine.server.put(NAME, repo.clone());
        machine.server.set_rules(case.rules.clone());
        let downloader = machine.downloader(quick());
        let download = downloader.start(request(NAME));
        let watched = watch(&download);
        let outcome = download.finished().await;
        machine.assert_no_lie(&repo);
        match (&case.end, outcome) {
            (End::Done, Ok(_)) => {}
            (End::Done, Err(error)) => panic!("{}: ended by {error}", case.name),
            (End::Fails(_), Ok(_)) => panic!("{}: done in spite of it", case.name),
            (End::Fails(expected), Err(error)) => {
                assert!(
                    expected(&error),
                    "{}: failed otherwise: {error:?}",
                    case.name
                );
                assert_eq!(error.to_string().lines().count(), 1);
                goes_on(
                    &machine,
                    &repo,
                    || download.resume(),
                    || download.finished(),
                )
                .await;
            }
        }
        machine.assert_whole(&repo, &NEEDED);
        assert!(watched.await.unwrap() > 0);
        for request in machine.server.log() {
            assert!(
                !request.target.contains("README") && !request.target.contains("picture"),
                "{request:?}"
            );
            assert!(!request.target.contains("extra"), "{request:?}");
        }
    }
}

/// Once the hub behaves, the same download ends well, and only what was missing is sent.
async fn goes_on<F: Future<Output = Result<std::path::PathBuf, HubError>>>(
    machine: &Machine,
    repo: &Repo,
    resume: impl FnOnce(),
    finished: impl FnOnce() -> F,
) {
    machine.server.set_rules(Vec::new());
    machine.server.clear_log();
    let folder = machine.folder_of(NAME);
    let large = |file: &&crate::server::File| file.lfs && NEEDED.contains(&file.path.as_str());
    let whole: u64 = repo
        .files
        .iter()
        .filter(large)
        .filter(|file| !folder.blobs().join(file.hash()).exists())
        .map(|file| file.content.len() as u64)
        .sum();
    let recorded = machine.recorded();
    resume();
    finished().await.unwrap();
    assert!(
        machine.sent() <= whole.saturating_sub(recorded),
        "what had arrived came again"
    );
}

#[tokio::test]
async fn a_token_goes_to_the_hub_and_nowhere_else() {
    let machine = Machine::new().await;
    let mut repo = model(1);
    repo.token = Some("hf_secret");
    machine.server.put(NAME, repo.clone());
    let downloader = |token| {
        tandem_engine::hub::Downloader::new(machine.client(token), machine.library.clone(), quick())
    };

    let error = downloader(None)
        .start(request(NAME))
        .finished()
        .await
        .unwrap_err();
    assert!(
        matches!(
            error,
            HubError::NoRepository {
                with_token: false,
                ..
            }
        ),
        "{error:?}"
    );
    let error = downloader(Some("hf_wrong"))
        .start(request(NAME))
        .finished()
        .await
        .unwrap_err();
    assert!(matches!(error, HubError::BadToken), "{error:?}");
    assert!(!error.to_string().contains("hf_wrong"));

    machine.server.clear_log();
    downloader(Some("hf_secret"))
        .start(request(NAME))
        .finished()
        .await
        .unwrap();
    machine.assert_whole(&repo, &NEEDED);
    let log = machine.server.log();
    assert!(log.iter().any(|request| request.place == Place::Store));
    for request in log {
        let expected = (request.place == Place::Hub).then_some("hf_secret");
        assert_eq!(request.token.as_deref(), expected, "{}", request.target);
    }
}

#[tokio::test]
async fn hostile_listings_write_nothing_outside() {
    let sha = "b".repeat(40);
    let file =
        |path: &str| serde_json::json!({"rfilename": path, "size": 1, "blobId": sha}).to_string();
    let listing =
        |files: &str| format!(r#"{{"id": "org/model", "sha": "{sha}", "siblings": [{files}]}}"#);
    let mut listings = vec![
        listing(""),
        "{}".to_owned(),
        "[]".to_owned(),
        "null".to_owned(),
        "[".repeat(100_000),
        r#"{"sha": "../../x", "siblings": []}"#.to_owned(),
        listing(r#"{"rfilename": "model.safetensors"}"#),
        listing(r#"{"rfilename": "model.safetensors", "size": -1, "blobId": "x"}"#),
        listing(&format!(
            r#"{{"rfilename": "model.safetensors", "size": {}, "blobId": "{sha}"}}"#,
            u64::MAX
        )),
        listing(
            r#"{"rfilename": "model.safetensors", "size": 1, "lfs": {"sha256": "../../../x", "size": 1}}"#,
        ),
    ];
    for path in [
        "../x.safetensors",
        "/x.safetensors",
        "a/../../x.safetensors",
        "..\\\\x.safetensors",
        "a\\u0000.safetensors",
    ] {
        listings.push(listing(&file("y").replace("\"y\"", &format!("\"{path}\""))));
    }
    for text in listings {
        let machine = Machine::new().await;
        let mut repo = model(1);
        repo.info = Some(text.clone());
        machine.server.put(NAME, repo);
        let result = machine
            .downloader(quick())
            .start(request(NAME))
            .finished()
            .await;
        assert!(result.is_err(), "{text:.80}");
        let outside: Vec<_> = crate::world::names(machine.folder.path());
        assert!(
            outside
                .iter()
                .all(|name| name == "home" || name == "models"),
            "{outside:?}"
        );
    }
}

#[tokio::test]
async fn offline_is_told_from_missing() {
    let machine = Machine::new().await;
    let server = HubServer::start().await;
    let access = tandem_engine::hub::Access::new("http://127.0.0.1:9", None).unwrap();
    let client = tandem_engine::hub::HubClient::new(access, Duration::from_millis(400)).unwrap();
    let repo = NAME.parse().unwrap();
    assert!(matches!(
        client.info(&repo, "main").await,
        Err(HubError::Offline { .. })
    ));
    assert!(matches!(
        machine.client(None).info(&repo, "main").await,
        Err(HubError::NoRepository { .. })
    ));
    drop(server);
}
