internal import ChannelImages
internal import Dispatch
internal import FilePyramids
internal import LayerTree
internal import Networking
internal import Concurrency
internal import RemotePyramids
internal import TileContainers
internal import TileCutting
public import TilePyramid
public import TiledLayers

/// An open file: a tile pyramid or a plain image.
///
/// The content of the file decides between the two. A pyramid is complete at once. A plain image is first shown as a
/// preview, which grows from the top while the image is decoded. Then the image is cut into a disk cache, and its tiles
/// appear as they are cut. When it is opened again, it is complete at once too. The levels of an image of many channels that
/// its file has not are made in the same way, see ``channels``.
///
/// ```swift
/// let document = try Document(opening: "big.jpg")  // on a worker, because it blocks
/// let layer = TiledLayer(image: document.image, loader: loader)
/// document.observe { wakeTheLoop() }
/// // In the end:
/// document.close()
/// ```
///
/// Background work goes on until it is done or the document is closed, whether or not the document is retained. All
/// members may be used from any thread.
public final class Document: Sendable {
    /// The state behind the lock.
    struct MutableState {
        var state: DocumentState
        var onChange: @Sendable () -> Void = {}
        /// The error that led to the stage ``DocumentStage/coarse(reason:)``.
        var failure: (any Error)?
        /// Stops the decoding of the preview, or the cut, that is running.
        var cancellation: Cancellation?
        /// Tiles that were cut since the last notification.
        var pendingTiles: [TileIndex] = []
        var isNotificationScheduled = false
        /// Notifies when the server can no longer be reached, or can again; nil for files.
        var reachability: ReachabilityObservation?
        /// The channels of the image; nil for one that consists of pictures.
        var channels: DocumentChannels?
        /// The rendering with which the channels are drawn.
        var rendering: ChannelRendering?
    }

    /// The path or address that the document was opened with.
    public let path: String
    /// The name for display: the last component of ``path``.
    public var name: String { Self.name(of: path) }
    /// Whether the tiles come over the network.
    public var isRemote: Bool { PyramidLocation(path).isRemote }
    /// The tiles, for layers; the object stays the same while tiles appear.
    public let image: TiledImage
    /// The tiles as pictures, for exports: those that are stored, of which some may not exist yet, or those of channels, with
    /// the rendering that these have now.
    public var source: any TileSource { channelRendering.map { MixedTileSource(image, as: $0) } ?? storedSource }
    private let storedSource: any TileSource
    /// The options that the document was opened with.
    public let options: DocumentOptions

    /// Whether the server of a remote image is unreachable; cached tiles are shown then.
    public var isOffline: Bool { isRemote && options.network.client.isOffline }

    let mutableState: Locked<MutableState>
    let queue = DispatchQueue(label: "TileViewing.document", qos: .userInitiated)

    init(
        path: String, options: DocumentOptions, image: TiledImage, source: any TileSource, state: DocumentState
    ) {
        self.path = path
        self.options = options
        self.image = image
        storedSource = source
        mutableState = Locked(MutableState(state: state))
        register()
    }

    /// Creates a complete document from a tile source.
    ///
    /// - Parameters:
    ///   - path: the path that identifies the document; exports are written to the same folder.
    ///   - source: the tiles.
    public convenience init(path: String, source: any TileSource) {
        self.init(
            path: path, options: DocumentOptions(), image: TiledImage(source, name: FilePath.name(of: path)),
            source: source,
            state: DocumentState(
                stage: .complete,
                metadata: DocumentMetadata(format: DocumentMetadata.tilesFormat, size: source.pyramid.size)))
    }

    /// The full size in pixels.
    public var size: PixelSize { image.pyramid.size }

    /// The current state.
    public var state: DocumentState { mutableState.withLock { $0.state } }

    /// Sets the closure that is called after each change of ``state``, on any thread; it replaces an earlier one.
    ///
    /// The closure should only wake the thread that draws. Earlier changes are not reported: read the state afterwards.
    public func observe(_ onChange: @escaping @Sendable () -> Void) {
        mutableState.withLock { $0.onChange = onChange }
    }

    /// Stops all work for the document.
    ///
    /// Tiles that were cut stay in the cache; the next opening resumes the cut. Loaded parts of the image can still be drawn.
    public func close() {
        let (cancellation, reachability, onChange) = mutableState.withLock { mutableState in
            let isFirst = mutableState.state.stage != .closed
            let onChange: (@Sendable () -> Void)? = isFirst ? mutableState.onChange : nil
            // It may have the document itself, which would never be freed.
            mutableState.onChange = {}
            mutableState.state.stage = .closed
            return (mutableState.cancellation.take(), mutableState.reachability.take(), onChange)
        }
        cancellation?.cancel()
        withExtendedLifetime(reachability) {}
        onChange?()
    }

    var isClosed: Bool { state.stage == .closed }

    /// Makes the handle with which ``close()`` stops the work that begins; nil if the document was closed.
    func makeCancellation() -> Cancellation? {
        mutableState.withLock { mutableState in
            guard mutableState.state.stage != .closed else { return nil }
            let cancellation = Cancellation()
            mutableState.cancellation = cancellation
            return cancellation
        }
    }

    /// The name for display of a path or an address.
    static func name(of path: String) -> String { PyramidLocation(path).name }

    /// The path without its extension: the beginning of the names of exported files.
    ///
    /// Those of an image over the network are named after it, in the current folder.
    var stem: String { Self.stem(ofPath: isRemote ? UniqueFileName.fileName(name) : path) }

    /// A path without its extension; the folder of tiles of a Deep Zoom pyramid counts as its descriptor.
    static func stem(ofPath path: String) -> String {
        let stem = FilePath.withoutExtension(path)
        return stem.hasSuffix(tilesSuffix) ? String(stem.dropLast(tilesSuffix.count)) : stem
    }

    /// The path of the file that stands for an image: itself, or the descriptor of a folder of Deep Zoom tiles.
    static func mainPath(of path: String) -> String {
        let path = FilePath.withoutTrailingSlashes(path)
        return path.hasSuffix(tilesSuffix) ? "\(path.dropLast(tilesSuffix.count)).dzi" : path
    }

    /// The end of the name of a folder of Deep Zoom tiles.
    private static let tilesSuffix = "_files"

    /// Gives up what would show more than the preview, unless the document is closed.
    func fail(_ error: any Error) {
        mutableState.withLock { $0.failure = error }
        update { $0.stage = .coarse(reason: "\(error)") }
    }

    /// The reason that only the preview and tiles of an earlier cut can be shown; nil in other stages.
    var failure: (any Error)? {
        mutableState.withLock { mutableState in
            guard case .coarse = mutableState.state.stage else { return nil }
            return mutableState.failure
        }
    }

    /// Changes the state and calls the observer, unless the document is closed.
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
    /// Records that a tile was cut, and schedules one notification for it and the tiles that follow shortly.
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

    /// Notifies of the pending tiles at once.
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
