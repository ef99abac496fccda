import RemotePyramids
import Controls
import Compositing
import Concurrency
import Dispatch
import LayerTree
import Networking
import TestSupport
import TilePyramid
import TileStores
import TiledLayers
import VectorDrawing

@testable import TileViewing

/// A viewer that opens addresses as an app does: with a client, a cache on disk and workers of its own.
@MainActor
final class NetworkStage {
    let stage: ViewerStage
    let access: NetworkAccess
    private let wakes: AsyncStream<Void>

    /// A viewer with a client that has the cache of a path, if one is given; lists at addresses are read if that is wanted.
    init(
        cache: String? = nil, limits: HTTPLimits = .impatient, options: CurlOptions = CurlOptions(),
        readsLists: Bool = false, change: (inout NetworkAccess) -> Void = { _ in }
    ) {
        var access = NetworkAccess(
            client: CachedHTTPClient(
                HTTPClient(transport: CurlTransport(options), limits: limits), cache: cache.map { HTTPCache(path: $0) })
        )
        change(&access)
        self.access = access
        var opening = DocumentOptions()
        opening.network = access
        stage = ViewerStage([], opensFiles: false) { [opening, access] settings in
            settings.loader = TileLoader()
            settings.open = { try Document(opening: $0, options: opening) }
            settings.filesInFolder = { _ in nil }
            settings.filesBeside = { [$0] }
            if readsLists {
                settings.filesAtAddress = { try AddressList.readBlocking($0, network: access) }
            }
            settings.thumbnailOptions = opening
            settings.inBackground = { DispatchQueue(label: "NetworkStage").async(execute: $0) }
            settings.atLowPriority = settings.inBackground
        }
        let continuation: AsyncStream<Void>.Continuation
        (wakes, continuation) = AsyncStream.makeStream(bufferingPolicy: .bufferingNewest(1))
        stage.viewer.scene.requests.onRequest = { continuation.yield() }
    }

    /// A viewer of another process with the same cache, which has all that this one has stored.
    func restarted() -> NetworkStage {
        access.client.cache?.flush()
        return NetworkStage(cache: access.client.cache?.path)
    }

    var viewer: Viewer { stage.viewer }

    /// Makes frames, each when the viewer asks for one, until a condition holds.
    func frames(until isOver: @MainActor (Viewer) -> Bool) async {
        stage.frame()
        while !isOver(viewer) {
            for await _ in wakes { break }
            stage.frame()
        }
    }

    /// Opens an address, and makes frames until all visible tiles have arrived or failed.
    func show(_ url: String) async {
        viewer.open([url])
        await settle(url)
    }

    /// Makes frames until an address is open, and all visible tiles have arrived or failed.
    func settle(_ url: String) async {
        await frames { $0.document?.path == url && $0.isSettled }
    }

    /// Opens an address that cannot be opened; returns the message.
    func refusal(_ url: String) async -> String? {
        viewer.open([url])
        await frames { !$0.isOpening }
        return stage.messages.last?.text
    }

    /// Dismisses all messages, as clicks on them do.
    func dismissMessages() {
        for id in 0..<20 { viewer.messages.dismiss(id, at: stage.clock.now) }
    }

    /// The pixels that are seen.
    func pixels() -> [UInt32] { stage.snapshot().allPixels }
}

extension Viewer {
    /// Whether no visible tile is being loaded.
    var isSettled: Bool { tiles != nil && !(tiles?.drawnTiles.isEmpty ?? true) && status.loadingTiles == 0 }
}

extension HTTPLimits {
    /// Limits that lose no time in tests.
    static var impatient: HTTPLimits {
        var limits = HTTPLimits()
        limits.retries = 2
        limits.retryDelay = 0.001
        limits.pause = 0.001
        return limits
    }
}

extension PixelBuffer {
    /// All pixels, row by row.
    var allPixels: [UInt32] { (0..<size.height).flatMap { y in (0..<size.width).map { self[$0, y] } } }
}

/// A server whose answers a test changes while it runs.
final class ChangingServer: Sendable {
    typealias Answers = @Sendable (ScriptedServer.Request) -> ScriptedServer.Answer

    private let answers: Locked<Answers>
    let server: ScriptedServer

    init(_ answers: @escaping Answers) throws {
        let changing = Locked(answers)
        self.answers = changing
        server = try ScriptedServer { request in changing.withLock(\.self)(request) }
    }

    func set(_ answers: @escaping Answers) { self.answers.withLock { $0 = answers } }
}

extension ScriptedServer.Answer {
    /// The answer, which is old as soon as it has arrived.
    var stale: ScriptedServer.Answer {
        var answer = self
        answer.headers["Cache-Control"] = "max-age=0"
        return answer
    }
}

/// Holds the answers to requests until it is opened.
final class Gate: Sendable {
    private let isOpen = Locked(false)

    /// Blocks the calling thread, which is that of a connection.
    func wait() { let _: Bool = isOpen.wait { $0 ? true : nil } }

    func open() { isOpen.withLockAndNotify { $0 = true } }
}
