internal import Dispatch
internal import LockedState
internal import TilePyramid
internal import TileStores
internal import TiledLayers

/// A file that is looked at: a pyramid of any kind, or a plain image of any kind.
///
/// What it is, is told by its content, in the background. A pyramid is complete at once. A plain image is first seen as
/// a coarse picture, which grows from the top while it is decoded; then it is cut into a cache, its tiles appearing as
/// they are made, and the next time it is opened it is complete at once too.
///
/// ```swift
/// let document = Document(opening: "big.jpg") { wakeTheLoop() }
/// // In the loop:
/// let state = document.state
/// if let image = state.image { … }
/// // In the end:
/// document.close()
/// ```
///
/// It works until it is closed, whether or not anybody keeps it. Everything may be called from any thread.
public final class Document: Sendable {
    /// What a document consists of.
    struct Inside {
        var shown = DocumentState()
        /// Stops the cutting.
        var cut: Task<Void, Never>?
        /// Tiles that have been cut and not yet been told of.
        var news: [TileIndex] = []
        var isNewsScheduled = false
    }

    /// The path, as it was given.
    public let path: String
    /// What people call it: the last part of ``path``.
    public var name: String { FilePath.name(of: path) }
    /// How it is opened.
    public let options: DocumentOptions

    let inside = Locked(Inside())
    let queue = DispatchQueue(label: "TileViewing.document", qos: .userInitiated)
    private let onChange: @Sendable () -> Void

    /// Begins to open a file or folder; returns at once.
    ///
    /// - Parameters:
    ///   - path: the file or folder.
    ///   - options: how it is opened.
    ///   - onChange: called from any thread when ``state`` has changed; should only wake the thread that draws.
    public init(
        opening path: String, options: DocumentOptions = DocumentOptions(),
        onChange: @escaping @Sendable () -> Void = {}
    ) {
        self.path = path
        self.options = options
        self.onChange = onChange
        queue.async { self.open() }
    }

    /// What is known of it now.
    public var state: DocumentState { inside.withLock { $0.shown } }

    /// Whether it has been closed.
    var isClosed: Bool { inside.withLock { $0.shown.stage == .closed } }

    /// Stops all work for it.
    ///
    /// Tiles that have been cut stay in the cache, and the next time the cutting goes on from there. The image can still be
    /// drawn, as far as it is there.
    public func close() {
        let cut = inside.withLock { inside in
            inside.shown.stage = .closed
            return inside.cut.take()
        }
        cut?.cancel()
        onChange()
    }

    /// Changes what is shown, unless it is closed.
    func update(_ change: (inout DocumentState) -> Void) {
        let isOpen = inside.withLock { inside in
            guard inside.shown.stage != .closed else { return false }
            change(&inside.shown)
            return true
        }
        if isOpen {
            onChange()
        }
    }

    // MARK: Tiles that have been cut

    /// Takes note of a tile that can be had now, and tells of it soon, together with others.
    func tellLater(of index: TileIndex) {
        let isFirst = inside.withLock { inside in
            inside.news.append(index)
            inside.shown.cutTiles += 1
            defer { inside.isNewsScheduled = true }
            return !inside.isNewsScheduled
        }
        guard isFirst else { return }
        queue.asyncAfter(deadline: .now() + options.announcementInterval) { self.tellNews() }
    }

    /// Tells of tiles at once.
    func tellNews() {
        let (image, news) = inside.withLock { inside in
            defer {
                inside.news = []
                inside.isNewsScheduled = false
            }
            return (inside.shown.image, inside.news)
        }
        guard let image, !news.isEmpty else { return }
        image.tilesHaveAppeared(news)
        update { _ in }
    }
}
