//! A server over a home in memory, with keys, a clock that is moved by hand, and a library.

use std::net::{IpAddr, Ipv4Addr, SocketAddr, TcpListener};
use std::os::unix::net::UnixListener;
use std::path::PathBuf;
use std::sync::{Arc, Mutex};

use axum::body::Body;
use axum::extract::ConnectInfo;
use dialects::context_repo::Service;
use domain::Cancel;
use domain::caller::{Caller, Permission, ScopeSet};
use domain::ids::WorkspaceId;
use domain::operations::access::CreateKey;
use domain::ports::page_fetcher::PageFetcher;
use engine::{Access, Engine, Parts as EngineParts};
use http_body_util::BodyExt as _;
use http_server::{Address, App, Door, Listener, Parts, Server, Settings, router};
use serde_json::{Value, json};
use tempfile::TempDir;
use testkit::{HashEmbedder, ManualClock, ManualEntropy, MemoryStore, PlainExtractor};
use tower::ServiceExt as _;

use crate::client::{Call, Reply};

/// Every permission there is.
pub const ALL_SCOPES: &[Permission] = &Permission::ALL;
/// An address of another machine.
pub const ELSEWHERE: IpAddr = IpAddr::V4(Ipv4Addr::new(192, 0, 2, 7));
/// This machine.
pub const HERE: IpAddr = IpAddr::V4(Ipv4Addr::LOCALHOST);

pub struct World {
    pub engine: Arc<Engine>,
    pub access: Arc<Access>,
    pub clock: Arc<ManualClock>,
    pub app: Arc<App>,
    pub logged: Arc<Mutex<Vec<String>>>,
}

/// What a world is made with beside the usual.
#[derive(Default)]
pub struct Options {
    pub settings: Settings,
    pub pages: Option<Arc<dyn PageFetcher>>,
    pub handover: Option<Arc<dyn Fn() + Send + Sync>>,
}

impl World {
    pub fn new() -> Self {
        Self::with(Options::default())
    }

    pub fn with_settings(settings: Settings) -> Self {
        Self::with(Options {
            settings,
            ..Options::default()
        })
    }

    pub fn with(options: Options) -> Self {
        let store = Arc::new(MemoryStore::new());
        let clock = Arc::new(ManualClock::default());
        let mut engine = Engine::new(EngineParts {
            store: store.clone(),
            embedder: Arc::new(HashEmbedder::default()),
            extractor: Arc::new(PlainExtractor),
            clock: clock.clone(),
        });
        if let Some(pages) = options.pages {
            engine = engine.with_page_fetcher(pages);
        }
        let engine = Arc::new(engine);
        let entropy = Arc::new(ManualEntropy::default());
        let access = Arc::new(Access::new(store, clock.clone(), entropy));
        let logged: Arc<Mutex<Vec<String>>> = Arc::default();
        let log = Arc::clone(&logged);
        let app = App::new(Parts {
            service: Arc::new(Service {
                engine: engine.clone(),
                base_url: "http://127.0.0.1:4142".to_owned(),
            }),
            access: access.clone(),
            clock: clock.clone(),
            settings: options.settings,
            holder: "ibid test (process 1)".to_owned(),
            handover: options.handover,
            log: Arc::new(move |line: &str| log.lock().unwrap().push(line.to_owned())),
        });
        Self {
            engine,
            access,
            clock,
            app: Arc::new(app.unwrap()),
            logged,
        }
    }

    /// A key to the default workspace.
    pub fn key(&self, scopes: &[Permission]) -> String {
        self.key_in("default", scopes)
    }

    /// A key to a workspace.
    pub fn key_in(&self, workspace: &str, scopes: &[Permission]) -> String {
        self.make_key(CreateKey {
            name: "test".to_owned(),
            workspace: WorkspaceId::parse(workspace).unwrap(),
            scopes: ScopeSet::of(scopes),
            tools: None,
            expires_ms: None,
        })
    }

    pub fn make_key(&self, key: CreateKey) -> String {
        self.access.create_key(&key, &Cancel::new()).unwrap().secret
    }

    pub fn workspace(&self, name: &str) {
        self.access.create_workspace(name, &Cancel::new()).unwrap();
    }

    /// Gives everything in a workspace its vectors.
    pub fn index(&self, workspace: &str) {
        let caller = Caller {
            workspace: WorkspaceId::parse(workspace).unwrap(),
            scopes: ScopeSet::ALL,
        };
        self.engine
            .index_pending(&caller, &mut |_| (), &Cancel::new())
            .unwrap();
    }

    /// Serves it on a port and on a socket.
    pub fn serve(&self) -> Serving {
        let folder = tempfile::tempdir().unwrap();
        let socket = folder.path().join("ibid.sock");
        let tcp = TcpListener::bind((Ipv4Addr::LOCALHOST, 0)).unwrap();
        let unix = UnixListener::bind(&socket).unwrap();
        let listeners = vec![Listener::Tcp(tcp), Listener::Unix(unix)];
        let server = Server::start(Arc::clone(&self.app), listeners).unwrap();
        let Address::Tcp(address) = server.addresses()[0].clone() else {
            panic!("the first listener is TCP");
        };
        Serving {
            server,
            address,
            socket,
            _folder: folder,
        }
    }

    /// Sends a request from a peer over TCP, without a connection.
    pub fn from(&self, peer: IpAddr, call: &Call) -> Reply {
        self.through(Door::Tcp, Some(peer), call)
    }

    /// Sends a request over the owner's socket, without a connection.
    pub fn local(&self, call: &Call) -> Reply {
        self.through(Door::Local, None, call)
    }

    pub fn through(&self, door: Door, peer: Option<IpAddr>, call: &Call) -> Reply {
        let mut request = http::Request::builder()
            .method(call.method.as_str())
            .uri(&call.target);
        if !call.headers.iter().any(|(name, _)| name == "Host") {
            request = request.header("Host", "127.0.0.1:4142");
        }
        for (name, value) in &call.headers {
            request = request.header(name, value);
        }
        if let Some(peer) = peer {
            request = request.extension(ConnectInfo(SocketAddr::new(peer, 50_000)));
        }
        let request = request.body(Body::from(call.body.clone())).unwrap();
        let router = router(Arc::clone(&self.app), door);
        runtime().block_on(async {
            let response = router.oneshot(request).await.unwrap();
            let (parts, body) = response.into_parts();
            let headers = parts
                .headers
                .iter()
                .map(|(name, value)| (name.to_string(), value.to_str().unwrap().to_owned()));
            Reply {
                status: parts.status.as_u16(),
                headers: headers.collect(),
                body: body.collect().await.unwrap().to_bytes().to_vec(),
            }
        })
    }
}

fn runtime() -> tokio::runtime::Runtime {
    tokio::runtime::Builder::new_current_thread()
        .enable_all()
        .build()
        .unwrap()
}

/// A world that is served.
pub struct Serving {
    pub server: Server,
    pub address: SocketAddr,
    pub socket: PathBuf,
    _folder: TempDir,
}

impl Serving {
    pub fn tcp(&self, call: &Call) -> Reply {
        call.over_tcp(self.address)
    }

    pub fn unix(&self, call: &Call) -> Reply {
        call.over_unix(&self.socket)
    }
}

/// One item of each kind, with words that occur in it alone.
#[derive(Clone, Debug)]
pub struct Library {
    pub prompt: String,
    pub prompt_version: String,
    pub document: String,
    pub document_version: String,
    pub collection: String,
    pub chunk: String,
    pub session: String,
}

impl Library {
    /// Fills a workspace through REST, by a key to it. `mark` is in every text.
    pub fn fill(world: &World, workspace: &str, key: &str, mark: &str) -> Self {
        let send = |call: Call| {
            let reply = world.from(HERE, &call.key(key));
            assert!(reply.status < 300, "{}", reply.text());
            reply.json()["data"].clone()
        };
        let id = |value: &Value| value["id"].as_str().unwrap().to_owned();
        let prompt = id(&send(Call::post(
            "/v1/prompts",
            &json!({"title": format!("Greeting {mark}"), "description": format!("Greets {mark}"),
                    "content": format!("Greet ${{name}} warmly, {mark}")}),
        )));
        let document = id(&send(Call::post(
            "/v1/documents",
            &json!({"title": format!("Tides {mark}"),
                    "content": format!("# Spring\n\nThe spring tide lifts the ferries, {mark}.")}),
        )));
        let collection = id(&send(Call::post(
            "/v1/collections",
            &json!({"name": format!("Harbour {mark}"), "description": mark}),
        )));
        for (item, kind) in [(&document, "document"), (&prompt, "prompt")] {
            send(Call::post(
                &format!("/v1/collections/{collection}/items"),
                &json!({"itemIds": [item], "itemType": kind}),
            ));
        }
        world.index(workspace);
        let hits = send(Call::post(
            "/v1/pd/search",
            &json!({"query": "spring tide"}),
        ));
        let session = send(Call::post("/v1/pd/session", &json!({})));
        let versions = |of: &str| send(Call::get(&format!("/v1/{of}/versions")))[0].clone();
        Self {
            prompt_version: id(&versions(&format!("prompts/{prompt}"))),
            document_version: id(&versions(&format!("documents/{document}"))),
            chunk: hits["results"][0]["chunkId"].as_str().unwrap().to_owned(),
            session: session["sessionId"].as_str().unwrap().to_owned(),
            prompt,
            document,
            collection,
        }
    }

    /// All ids.
    pub fn ids(&self) -> [&str; 7] {
        [
            &self.prompt,
            &self.prompt_version,
            &self.document,
            &self.document_version,
            &self.collection,
            &self.chunk,
            &self.session,
        ]
    }
}
