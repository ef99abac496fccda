internal import Concurrency
internal import TileContainers
internal import LayerTree
internal import TilePyramid
internal import TiledLayers
internal import VectorDrawing

/// The tiles of an image that is being cut: those in the store so far and, for coarse levels, those of the preview.
///
/// Layers draw either kind; exports read the stored tiles.
final class ProgressiveTiles: TileDrawing, TileSource {
    private struct State {
        /// The source of the stored tiles; nil before there is one.
        var source: (any TileSource)?
        /// The tiles that are stored; nil if all are.
        var stored: FinishedTiles?
    }

    let preview: PreviewImage
    private let name: String
    private let beforeRead: (@Sendable () -> Void)?
    private let state: Locked<State>

    var pyramid: Pyramid { preview.pyramid }

    /// Creates tiles that all come from a preview; `beforeRead` is called before each is drawn.
    init(_ preview: PreviewImage, name: String, beforeRead: (@Sendable () -> Void)?) {
        self.preview = preview
        self.name = name
        self.beforeRead = beforeRead
        state = Locked(State(stored: FinishedTiles(of: preview.pyramid)))
    }

    /// The pixels of a tile; nil if there are none yet.
    func draw(_ index: TileIndex) throws -> PixelBuffer? {
        beforeRead?()
        guard let source = source(of: index) else { return try preview.tile(index) }
        guard let tile = try source.read(index) else {
            // The cache was emptied.
            if let pixels = try preview.tile(index) { return pixels }
            throw StoreError(.unreadable, path: name, "a tile has vanished from the cache. Open the image again.")
        }
        return try PooledTileDecoder.shared.decode(tile, at: index, of: pyramid, name: name)
    }

    /// A tile as it is stored, or as PNG if the preview has full size; nil if there is none yet.
    func read(_ index: TileIndex) throws -> EncodedTile? {
        if let source = source(of: index) { return try source.read(index) }
        guard preview.level == pyramid.finestLevel.index else { return nil }
        return try preview.tile(index).map { try EncodedTile($0) }
    }

    /// The source of a stored tile; nil if the tile is not stored.
    private func source(of index: TileIndex) -> (any TileSource)? {
        state.withLock { state in state.stored?.contains(index) ?? true ? state.source : nil }
    }

    /// Reads tiles from a store from now on; some of them may be stored already.
    func setStore(_ store: any TileStore, storedTiles: [TileIndex]) {
        state.withLock { state in
            state.source = store
            for index in storedTiles {
                _ = state.stored?.insert(index)
            }
        }
    }

    /// Records that a tile was stored.
    func add(_ index: TileIndex) {
        state.withLock { _ = $0.stored?.insert(index) }
    }

    /// Falls back to the preview because the store was discarded.
    func revertToPreview() {
        state.withLock { $0 = State(stored: FinishedTiles(of: pyramid)) }
    }

    /// Reads all tiles from a complete pyramid from now on, and frees the preview.
    func readAll(from source: any TileSource) {
        state.withLock { $0 = State(source: source, stored: nil) }
        preview.discard()
    }
}
