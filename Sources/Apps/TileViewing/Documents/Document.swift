internal import Dispatch
internal import LayerTree
internal import Concurrency
internal import TileCutting
public import TilePyramid
public import TiledLayers
internal import TileStores

/// A file that is open: a pyramid of any kind, or a plain image of any kind.
///
/// What it is, is told by its content. A pyramid is complete at once. A plain image is first seen as a coarse picture,
/// which grows from the top while it is decoded; then it is cut into a cache, its tiles appearing as they are made, and
/// the next time it is opened it is complete at once too.
///
/// ```swift
/// let document = try Document(opening: "big.jpg")  // on a worker
/// layer = TiledLayer(image: document.image, loader: loader)
/// document.observe { wakeTheLoop() }
/// // In the end:
/// document.close()
/// ```
///
/// Work in the background goes on until it is done or the document is closed, whether or not anybody keeps it. Everything
/// may be called from any thread.
public final class Document: Sendable {
    /// What changes about a document.
    struct MutableState {
        var state: DocumentState
        var onChange: @Sendable () -> Void = {}
        /// Stops the cutting.
        var cut: Cancellation?
        /// Tiles that have been cut and not yet been told of.
        var pendingTiles: [TileIndex] = []
        var isNotificationScheduled = false
    }

    /// The path, as it was given.
    public let path: String
    /// What people call it: the last part of ``path``.
    public var name: String { FilePath.name(of: path) }
    /// Its tiles, for layers; it stays the same while tiles appear.
    public let image: TiledImage
    /// Its tiles as they are stored; tiles that are not yet there are absent.
    public let source: any TileSource
    /// How it was opened.
    public let options: DocumentOptions

    let mutableState: Locked<MutableState>
    let queue = DispatchQueue(label: "TileViewing.document", qos: .userInitiated)

    init(
        path: String, options: DocumentOptions, image: TiledImage, source: any TileSource, state: DocumentState
    ) {
        self.path = path
        self.options = options
        self.image = image
        self.source = source
        mutableState = Locked(MutableState(state: state))
    }

    /// A document of tiles from anywhere, which is complete.
    ///
    /// - Parameters:
    ///   - path: what it is opened by; beside it goes what is exported.
    ///   - source: its tiles.
    public convenience init(path: String, source: any TileSource) {
        self.init(
            path: path, options: DocumentOptions(), image: TiledImage(source, name: FilePath.name(of: path)),
            source: source,
            state: DocumentState(
                stage: .complete, metadata: DocumentMetadata(format: "tiles", size: source.pyramid.size)))
    }

    /// The full size in pixels.
    public var size: PixelSize { image.pyramid.size }

    /// What is known of it now.
    public var state: DocumentState { mutableState.withLock { $0.state } }

    /// Has an action called when ``state`` has changed, from any thread, instead of the one before.
    ///
    /// It should only wake the thread that draws. What has happened before is not told of: look at the state afterwards.
    public func observe(_ onChange: @escaping @Sendable () -> Void) {
        mutableState.withLock { $0.onChange = onChange }
    }

    /// Stops all work for it.
    ///
    /// Tiles that have been cut stay in the cache, and the next time the cutting goes on from there. The image can still be
    /// drawn, as far as it is there.
    public func close() {
        let cut = mutableState.withLock { mutableState in
            mutableState.state.stage = .closed
            return mutableState.cut.take()
        }
        cut?.cancel()
    }

    /// Whether it has been closed.
    var isClosed: Bool { state.stage == .closed }

    /// The path without its ending, which names of exported files begin with.
    var stem: String {
        let stem = FilePath.withoutExtension(path)
        let suffix = "_files"
        return stem.hasSuffix(suffix) ? String(stem.dropLast(suffix.count)) : stem
    }

    /// Changes what is shown, unless it is closed.
    func update(_ change: (inout DocumentState) -> Void) {
        let onChange = mutableState.withLock { mutableState -> (@Sendable () -> Void)? in
            guard mutableState.state.stage != .closed else { return nil }
            change(&mutableState.state)
            return mutableState.onChange
        }
        onChange?()
    }
}

// MARK: Tiles that have been cut

extension Document {
    /// Takes note of a tile that can be had now, and tells of it soon, together with others.
    func scheduleNotification(of index: TileIndex) {
        let isFirst = mutableState.withLock { mutableState in
            mutableState.pendingTiles.append(index)
            mutableState.state.cutTileCount += 1
            defer { mutableState.isNotificationScheduled = true }
            return !mutableState.isNotificationScheduled
        }
        guard isFirst else { return }
        queue.asyncAfter(deadline: .now() + options.notificationInterval) { self.notifyNewTiles() }
    }

    /// Tells of tiles at once.
    func notifyNewTiles() {
        let pendingTiles = mutableState.withLock { mutableState in
            defer {
                mutableState.pendingTiles = []
                mutableState.isNotificationScheduled = false
            }
            return mutableState.pendingTiles
        }
        guard !pendingTiles.isEmpty else { return }
        image.retryAbsentTiles(pendingTiles)
        update { _ in }
    }
}
