internal import LayerTree
internal import Concurrency
internal import TilePyramid
internal import TileStores
internal import TiledLayers

/// The tiles of an image that is still being cut: those that are in the store already, and for coarse levels what the
/// preview shows.
///
/// Layers have them drawn, whichever it is. To be exported they are read as they are stored.
final class ProgressiveTiles: TileDrawing, TileSource {
    private struct State {
        /// Where tiles are read from; nil before there is one.
        var source: (any TileSource)?
        /// The tiles that are there; nil when all are.
        var stored: FinishedTiles?
    }

    let preview: PreviewImage
    private let name: String
    private let decoder: any TileDecoding
    private let latency: Double
    private let state: Locked<State>

    var pyramid: Pyramid { preview.pyramid }

    /// Tiles of a preview, and of nothing else so far.
    ///
    /// - Parameters:
    ///   - preview: has the coarse levels.
    ///   - name: the image's name, for messages.
    ///   - latency: seconds by which each comes later.
    ///   - decoder: makes pixels of stored tiles.
    init(
        _ preview: PreviewImage, name: String, latency: Double = 0,
        decoder: any TileDecoding = PooledTileDecoder.shared
    ) {
        self.preview = preview
        self.name = name
        self.decoder = decoder
        self.latency = latency
        state = Locked(State(stored: FinishedTiles(of: preview.pyramid)))
    }

    /// The pixels of a tile; nil where there are none yet.
    func draw(_ index: TileIndex) throws -> PixelBuffer? {
        DelayedSource.wait(latency)
        guard let source = source(of: index) else { return preview.tile(index) }
        guard let tile = try source.read(index) else {
            // Somebody has emptied the cache.
            if let pixels = preview.tile(index) { return pixels }
            throw StoreError(.unreadable, path: name, "a tile has vanished from the cache. Open the image again.")
        }
        return try decoder.decode(tile, at: index, of: pyramid, name: name)
    }

    /// A tile as it is stored, or as PNG where the preview has it in full size; nil where there is none yet.
    func read(_ index: TileIndex) throws -> EncodedTile? {
        if let source = source(of: index) { return try source.read(index) }
        guard preview.level == pyramid.finestLevel.index else { return nil }
        return try preview.tile(index).map { EncodedTile(bytes: try PNGExport.png(of: $0), format: .png) }
    }

    /// Where a tile is stored; nil when it is not.
    private func source(of index: TileIndex) -> (any TileSource)? {
        state.withLock { state in state.stored?.contains(index) ?? true ? state.source : nil }
    }

    /// Reads tiles from a store from now on, of which some are there already.
    func read(from store: any TileStore, having stored: [TileIndex]) {
        state.withLock { state in
            state.source = store
            for index in stored {
                _ = state.stored?.insert(index)
            }
        }
    }

    /// Takes note of a tile that is in the store now.
    func add(_ index: TileIndex) {
        state.withLock { _ = $0.stored?.insert(index) }
    }

    /// Goes back to the preview: the store has been given up.
    func revertToPreview() {
        state.withLock { $0 = State(stored: FinishedTiles(of: pyramid)) }
    }

    /// Reads all tiles from a complete pyramid from now on.
    func readAll(from source: any TileSource) {
        state.withLock { $0 = State(source: source, stored: nil) }
        preview.discard()
    }
}
