internal import CLinux
internal import LayerTree
public import TilePyramid

/// A piece of a worker's work: to read a tile, to decode it, or to draw it.
public struct TileJob: Sendable {
    /// What is to be done.
    public enum Kind: Sendable {
        /// Read its compressed bytes.
        case read
        /// Decode these bytes.
        case decode(EncodedTile)
        /// Let the app draw it.
        case draw
    }

    /// The image the tile is of.
    public let image: TiledImage
    /// The tile.
    public let index: TileIndex
    /// What is to be done.
    public let kind: Kind

    var key: TileKey { TileKey(image: image.id, index: index) }

    /// Does it: blocks while it reads or calculates, and does not touch the loader.
    public func perform() -> TileResult {
        let outcome: TileResult.Outcome
        do {
            outcome = try load()
        } catch {
            outcome = .failed(reason: "\(error)")
        }
        return TileResult(outcome: outcome, isFromMainThread: tk_is_main_thread() != 0)
    }

    private func load() throws -> TileResult.Outcome {
        switch (kind, image.tiles) {
        case (.read, .stored(let source, _)):
            try source.read(index).map { .bytes($0) } ?? .absent
        case (.decode(let bytes), .stored(_, let decoder)):
            .pixels(try decoder.decode(bytes, at: index, of: image.pyramid, name: image.name))
        case (.draw, .drawn(let drawing)):
            try drawing.draw(index).map { checked($0) } ?? .absent
        default:
            preconditionFailure("work is made for its image")
        }
    }

    /// The pixels, if they are as many as the pyramid says: others would be drawn in the wrong place.
    private func checked(_ buffer: PixelBuffer) -> TileResult.Outcome {
        let size = image.pyramid.rect(of: index).size
        guard buffer.size == size else {
            return .failed(reason: PixelSize.mismatch(buffer.size, size))
        }
        return .pixels(buffer)
    }
}

/// What came of a piece of work.
public struct TileResult: Sendable {
    enum Outcome: Sendable {
        case bytes(EncodedTile)
        case pixels(PixelBuffer)
        case absent
        case failed(reason: String)
    }

    var outcome: Outcome
    var isFromMainThread: Bool
}
