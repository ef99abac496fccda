public import TilePyramid
internal import VectorDrawing

/// Drawn tiles as stored ones: an image that is computed can be cut, converted, verified and served.
///
/// Each tile is drawn and encoded when it is read.
///
/// ```swift
/// let plan = try CutPlan(tilesOf: DrawnTileSource(drawing), name: "map", identity: "map 1")
/// ```
///
/// A cut draws the tiles of the full size, and makes the coarser levels of them. Converting copies all tiles, as they are drawn at
/// each level.
public struct DrawnTileSource: TileSource {
    /// The tiles.
    public let drawing: any TileDrawing
    /// The format of the tiles.
    public let format: TileFormat
    /// The quality of formats that lose bytes, from 1 to 100.
    public let quality: Int

    /// Creates a source.
    ///
    /// - Parameters:
    ///   - drawing: the tiles.
    ///   - format: the format in which they are encoded; the default is PNG.
    ///   - quality: the quality from 1 to 100, which lossless formats ignore. The default is 85.
    public init(_ drawing: any TileDrawing, format: TileFormat = .png, quality: Int = 85) {
        self.drawing = drawing
        self.format = format
        self.quality = quality
    }

    /// The levels and their grids.
    public var pyramid: Pyramid { drawing.pyramid }

    /// Whether tiles may have transparent pixels: always, if the format can store them.
    public var mayHaveAlpha: Bool { format.supportsAlpha }

    /// Draws and encodes a tile; nil for an empty one, and for an index outside the pyramid.
    ///
    /// - Throws: the errors of the drawing and of the encoder.
    public func read(_ index: TileIndex) throws -> EncodedTile? {
        guard pyramid.contains(index), let drawn = try drawing.draw(index) else { return nil }
        let expected = pyramid.rect(of: index).size
        guard drawn.size == expected else {
            throw TileSizeError(description: PixelSize.mismatch(drawn.size, expected))
        }
        return try EncodedTile(padded(drawn, at: index), as: format, quality: quality)
    }

    /// Returns a tile in the size in which it is stored, with transparent pixels where the image has none.
    private func padded(_ drawn: PixelBuffer, at index: TileIndex) -> PixelBuffer {
        let stored = pyramid.storedSize(of: index)
        guard stored != drawn.size else { return drawn }
        let offset = pyramid.offsetInTile(of: index)
        return PixelBuffer.drawn(size: stored) { $0.draw(drawn, column: offset.x, row: offset.y) }
    }
}
