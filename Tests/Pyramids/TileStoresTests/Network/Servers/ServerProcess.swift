import Foundation
import Networking
import TestSupport

/// A server from a package of the system, which runs for one test and has its files in a temporary folder.
final class ServerProcess: Sendable {
    let folder: TemporaryFolder
    let port: Int
    /// The process, which leads a group with those that it starts.
    private let process: pid_t

    /// The programs, by their packages in Debian.
    enum Program: String {
        case lighttpd = "/usr/sbin/lighttpd"
        case nginx = "/usr/sbin/nginx"
        case iipimage = "/usr/lib/iipimage-server/iipsrv.fcgi"
        case mapCache = "/usr/lib/cgi-bin/mapcache"
        case openSSL = "/usr/bin/openssl"
    }

    /// Whether all of these programs are installed.
    static func has(_ programs: Program...) -> Bool {
        programs.allSatisfy { FileManager.default.isExecutableFile(atPath: $0.rawValue) }
    }

    /// Starts a program with a configuration, which is made from the folder and the port.
    init(
        _ program: Program, in folder: TemporaryFolder, _ arguments: (String) -> [String],
        configuration: (_ folder: String, _ port: Int) -> String
    ) throws {
        self.folder = folder
        port = try Self.freePort()
        let path = folder.path("server.conf")
        try Data(configuration(folder.path, port).utf8).write(to: URL(fileURLWithPath: path))
        process = try Self.spawn([program.rawValue] + arguments(path))
    }

    deinit {
        kill(-process, SIGKILL)
        waitpid(process, nil, 0)
    }

    /// Starts a program in a group of its own, with no signal blocked, as the threads of libdispatch have it.
    private static func spawn(_ arguments: [String]) throws -> pid_t {
        var attributes = posix_spawnattr_t()
        var actions = posix_spawn_file_actions_t()
        var mask = sigset_t()
        posix_spawnattr_init(&attributes)
        posix_spawn_file_actions_init(&actions)
        defer {
            posix_spawnattr_destroy(&attributes)
            posix_spawn_file_actions_destroy(&actions)
        }
        sigemptyset(&mask)
        posix_spawnattr_setsigmask(&attributes, &mask)
        posix_spawnattr_setpgroup(&attributes, 0)
        posix_spawnattr_setflags(&attributes, Int16(POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETPGROUP))
        for (descriptor, mode) in [(0, O_RDONLY), (1, O_WRONLY), (2, O_WRONLY)] as [(Int32, Int32)] {
            posix_spawn_file_actions_addopen(&actions, descriptor, "/dev/null", mode, 0)
        }
        var words = arguments.map { strdup($0) } + [nil]
        defer { words.forEach { free($0) } }
        var process: pid_t = 0
        let code = posix_spawn(&process, arguments[0], &actions, &attributes, &words, environ)
        guard code == 0 else { throw POSIXError(POSIXError.Code(rawValue: code) ?? .EPERM) }
        return process
    }

    /// A port that nothing listens on.
    private static func freePort() throws -> Int {
        let server = try ScriptedServer { _ in .init(404) }
        defer { server.close() }
        return server.port
    }

    /// An address, after the server has begun to listen.
    func url(_ path: String, scheme: String = "http", _ client: CachedHTTPClient) async throws -> String {
        let url = "\(scheme)://127.0.0.1:\(port)\(path)"
        // The client tries again while the connection is refused.
        var limits = HTTPLimits()
        limits.retries = 12
        limits.retryDelay = 0.02
        _ = try? await HTTPClient(transport: CurlTransport(), limits: limits).response(
            to: HTTPRequest("http://127.0.0.1:\(port)/"))
        return url
    }

    /// Runs a program, and waits for its end.
    static func run(_ program: Program, _ arguments: String...) throws {
        var status: Int32 = 0
        guard waitpid(try spawn([program.rawValue] + arguments), &status, 0) > 0, status == 0 else {
            throw POSIXError(.EPERM)
        }
    }

    /// lighttpd with what it needs to serve the folder `www`, the images of iipimage-server and the maps of MapCache.
    static func lighttpd(in folder: TemporaryFolder) throws -> ServerProcess {
        try ServerProcess(.lighttpd, in: folder, { ["-D", "-f", $0] }) { folder, port in
            """
            server.document-root = "\(folder)/www"
            server.bind = "127.0.0.1"
            server.port = \(port)
            server.errorlog = "\(folder)/error.log"
            server.modules = ("mod_fastcgi", "mod_cgi", "mod_alias", "mod_setenv")
            mimetype.assign = (".jpg" => "image/jpeg", ".png" => "image/png", "" => "application/octet-stream")
            fastcgi.server = ("/iipsrv.fcgi" => ((
                "socket" => "\(folder)/iip", "bin-path" => "\(Program.iipimage.rawValue)", "check-local" => "disable",
                "max-procs" => 1, "bin-environment" => ("FILESYSTEM_PREFIX" => "\(folder)/images/", "LOGFILE" => "/dev/null")
            )))
            alias.url = ("/mapcache" => "\(Program.mapCache.rawValue)")
            setenv.set-environment = ("MAPCACHE_CONFIG_FILE" => "\(folder)/mapcache.xml")
            $HTTP["url"] =~ "^/mapcache" { cgi.assign = ("" => "") }
            """
        }
    }

    /// nginx with HTTP/2 over TLS and a certificate of an authority in `authority.pem`.
    static func nginx(in folder: TemporaryFolder) throws -> ServerProcess {
        let key = folder.path("key.pem"), certificate = folder.path("authority.pem")
        try run(
            .openSSL, "req", "-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:prime256v1", "-nodes", "-keyout",
            key, "-out", certificate, "-days", "2", "-subj", "/CN=TileKit", "-addext", "subjectAltName=IP:127.0.0.1")
        return try ServerProcess(.nginx, in: folder, { ["-c", $0, "-e", folder.path("error.log")] }) { folder, port in
            """
            daemon off; master_process off; pid \(folder)/pid; error_log \(folder)/error.log;
            events {}
            http {
                access_log off;
                client_body_temp_path \(folder)/a; proxy_temp_path \(folder)/b; fastcgi_temp_path \(folder)/c;
                uwsgi_temp_path \(folder)/d; scgi_temp_path \(folder)/e;
                server {
                    listen 127.0.0.1:\(port) ssl http2;
                    ssl_certificate \(certificate); ssl_certificate_key \(key);
                    root \(folder)/www;
                }
            }
            """
        }
    }
}
