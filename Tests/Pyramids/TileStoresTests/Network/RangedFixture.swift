import Concurrency
import FilePyramids
import Networking
import RemotePyramids
import TestSupport
import Testing
import TilePyramid
import TileStores

/// A server with one file, and clients with a cache in a temporary folder.
final class RangedFixture: Sendable {
    let server: ScriptedServer
    private let network: Locked<NetworkFixture>
    private let file: Locked<ServedFile>
    private let change: Locked<@Sendable (inout ScriptedServer.Answer, ScriptedServer.Request) -> Void>

    /// The path of the file, with something secret behind it.
    static let path = "/maps/big.bin?key=secret"

    init(_ file: ServedFile) throws {
        network = Locked(try NetworkFixture())
        let file = Locked(file)
        let change = Locked<@Sendable (inout ScriptedServer.Answer, ScriptedServer.Request) -> Void>({ _, _ in })
        self.file = file
        self.change = change
        server = try ScriptedServer { request in
            var answer = file.withLock(\.self).answer(request)
            change.withLock(\.self)(&answer, request)
            return answer
        }
    }

    convenience init(_ bytes: [UInt8]) throws { try self.init(ServedFile(bytes)) }

    deinit { server.close() }

    /// Replaces the file.
    func serve(_ file: ServedFile) { self.file.withLock { $0 = file } }

    /// Changes all answers from now on.
    func changeAnswers(_ body: @escaping @Sendable (inout ScriptedServer.Answer, ScriptedServer.Request) -> Void) {
        change.withLock { $0 = body }
    }

    /// Opens the file as another process does, with a cache that has all that the former ones have stored.
    func remoteFile(retries: Int = 0) async throws -> RemoteFile {
        let client = network.withLock { network in
            network = network.restarted(retries: retries)
            return network.access.client
        }
        return try await RemoteFile.open(server.url(Self.path), client: client)
    }

    func open(retries: Int = 0, formats: PyramidFormats = .standard) async throws -> OpenedPyramid? {
        let file = try await remoteFile(retries: retries)
        let head = try await file.read(0..<PyramidCandidate.headLength)
        return try await RangedPyramid.open(server.url(Self.path), head: head, file: file, formats: formats)
    }

    func openSource(retries: Int = 0) async throws -> RangedPyramidSource {
        try #require(try await open(retries: retries)?.source as? RangedPyramidSource)
    }

    /// The bytes of all parts that were asked for.
    var requestedBytes: Int {
        let file = file.withLock(\.self)
        return server.requests.reduce(0) { $0 + (file.range(of: $1)?.count ?? file.size) }
    }
}

extension AsynchronousTileSource {
    /// Reads a tile without a thread that waits.
    func tile(_ index: TileIndex, urgency: TileUrgency = .visible) async throws -> EncodedTile? {
        try await withCheckedThrowingContinuation { continuation in
            _ = beginReading(index, urgency: urgency) { continuation.resume(with: $0) }
        }
    }
}

extension Pyramid {
    /// The address of the middle tile of a level.
    func middle(of level: Int) -> TileIndex {
        let grid = levels[level].grid
        return TileIndex(level: level, column: grid.columns / 2, row: grid.rows / 2)
    }
}
