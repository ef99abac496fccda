import Dispatch
import Foundation
import TestSupport

/// OpenSSL's test server on the loopback interface, with a certificate that it has signed itself and no files.
final class EncryptedServer: Sendable {
    private static let program = "/usr/bin/openssl"
    static let canRun = FileManager.default.isExecutableFile(atPath: program)

    private let folder: TemporaryFolder
    private let process: pid_t
    private let port: Int
    /// The certificate in PEM.
    var certificate: String { folder.path("certificate.pem") }

    /// Makes a certificate, and starts the server on a free port.
    static func started() async throws -> EncryptedServer {
        try await withCheckedThrowingContinuation { continuation in
            DispatchQueue(label: "EncryptedServer").async {
                continuation.resume(with: Result { try EncryptedServer() })
            }
        }
    }

    private init() throws {
        folder = try TemporaryFolder()
        let key = folder.path("key.pem")
        let certificate = folder.path("certificate.pem")
        let request = try Self.start([
            "req", "-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:prime256v1", "-nodes", "-keyout", key,
            "-out",
            certificate, "-days", "2", "-subj", "/CN=TileKit", "-addext", "subjectAltName=IP:127.0.0.1",
        ])
        // It ends when it has written its files.
        _ = try request.output.fileHandleForReading.readToEnd()
        let server = try Self.start([
            "s_server", "-accept", "127.0.0.1:0", "-key", key, "-cert", certificate, "-WWW",
        ])
        process = server.process.processIdentifier
        // It says on which port it listens: ACCEPT 127.0.0.1:40000 PID=...
        var text = ""
        while !text.contains("ACCEPT") || !text.hasSuffix("\n") {
            let data = server.output.fileHandleForReading.availableData
            guard !data.isEmpty else { break }
            text += String(decoding: data, as: UTF8.self)
        }
        let line = text.split(separator: "\n").first { $0.hasPrefix("ACCEPT") } ?? ""
        let digits = line.split(separator: ":").last?.prefix { $0.isNumber } ?? ""
        guard let port = Int(digits) else { throw TestError("openssl does not say its port: \(text)") }
        self.port = port
    }

    deinit {
        kill(process, SIGKILL)
    }

    /// The address of a path, which begins with a slash.
    func url(_ path: String) -> String { "https://127.0.0.1:\(port)\(path)" }

    private static func start(_ arguments: [String]) throws -> (process: Process, output: Pipe) {
        let process = Process()
        let output = Pipe()
        process.executableURL = URL(fileURLWithPath: program)
        process.arguments = arguments
        process.standardInput = FileHandle.nullDevice
        process.standardOutput = output
        process.standardError = FileHandle.nullDevice
        try process.run()
        return (process, output)
    }
}
