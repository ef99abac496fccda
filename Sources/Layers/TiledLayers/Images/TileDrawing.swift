internal import LayerTree
public import TilePyramid
public import VectorDrawing

/// Draws the tiles of an image that is not stored, such as a map from its data, a chart or a test pattern.
///
/// It is called on several workers at once, never on the main thread. Its data must be immutable or guarded by a lock.
public protocol TileDrawing: Sendable {
    /// The levels and their grids.
    var pyramid: Pyramid { get }

    /// Draws a tile and returns its pixels, in the size of ``TilePyramid/Pyramid/rect(of:)``; returns nil if the tile is empty.
    ///
    /// - Throws: an error whose description is shown to people.
    func draw(_ index: TileIndex) throws -> PixelBuffer?
}

/// Tiles drawn by a closure.
///
/// ```swift
/// let pyramid = Pyramid(size: map.size)
/// let drawing = ClosureTileDrawing(pyramid: pyramid) { index in
///     try map.draw(pyramid.rect(of: index), downsample: pyramid.levels[index.level].downsample)
/// }
/// let image = TiledImage(drawing, name: "map")
/// ```
public struct ClosureTileDrawing: TileDrawing {
    /// The levels and their grids.
    public let pyramid: Pyramid
    private let drawTile: @Sendable (TileIndex) throws -> PixelBuffer?

    /// Creates tiles drawn by `draw`, which is called on several workers at once.
    public init(pyramid: Pyramid, draw: @escaping @Sendable (_ index: TileIndex) throws -> PixelBuffer?) {
        self.pyramid = pyramid
        drawTile = draw
    }

    /// Draws a tile by calling the closure.
    ///
    /// - Throws: the closure's error.
    public func draw(_ index: TileIndex) throws -> PixelBuffer? { try drawTile(index) }
}
