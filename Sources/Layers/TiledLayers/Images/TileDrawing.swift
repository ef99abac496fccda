public import LayerTree
public import TilePyramid

/// Draws the tiles of an image that is stored nowhere: a map from its data, a chart, a test picture.
///
/// Calls come from several workers at once, never from the main thread: what a tile is drawn from must not change
/// meanwhile, or be behind a lock.
public protocol TileDrawing: Sendable {
    /// The levels and their grids.
    var pyramid: Pyramid { get }

    /// The pixels of a tile, as many as ``TilePyramid/Pyramid/rect(of:)`` says; nil where nothing is to be seen.
    ///
    /// - Throws: why it cannot be drawn; the description is shown to people.
    func draw(_ index: TileIndex) throws -> PixelBuffer?
}

/// Tiles that a closure draws.
///
/// ```swift
/// let map = TiledImage(ClosureTileDrawing(pyramid: Pyramid(size: size)) { index in
///     try PixelBuffer(size: pyramid.rect(of: index).size, isOpaque: true) { pixels in … }
/// }, name: "map")
/// ```
public struct ClosureTileDrawing: TileDrawing {
    /// The levels and their grids.
    public let pyramid: Pyramid
    private let drawTile: @Sendable (TileIndex) throws -> PixelBuffer?

    /// Tiles that `draw` draws; called on workers, by several at once.
    public init(pyramid: Pyramid, draw: @escaping @Sendable (_ index: TileIndex) throws -> PixelBuffer?) {
        self.pyramid = pyramid
        drawTile = draw
    }

    /// What the closure draws.
    ///
    /// - Throws: what the closure throws.
    public func draw(_ index: TileIndex) throws -> PixelBuffer? { try drawTile(index) }
}
