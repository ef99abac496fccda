/// All levels of an image, and the tile grid of each.
///
/// Tile (c, r) begins at pixel (c·tileSize, r·tileSize) of its level and has sides of tileSize pixels, less at the right and
/// lower edge. With an overlap, the tile extends that many pixels further on every side with a neighbor, so that neighbors
/// share 2 × overlap pixels.
///
/// In pyramids that TileKit cuts, every level is the next finer one halved and rounded up, and all tiles are squares of one
/// size: the geometry of Deep Zoom
/// (https://learn.microsoft.com/previous-versions/windows/silverlight/dotnet-windows-silverlight/cc645077(v=vs.95)). Pyramids
/// that are only read may have levels of any size and tiles of any shape.
public struct Pyramid: Hashable, Sendable {
    /// The levels, from the smallest to full size; a level's position is its ``Level/index``.
    public let levels: [Level]
    /// The distance between tile origins, in pixels of the level.
    ///
    /// If tiles are not squares of one size, this is the width of the finest level's tiles; see ``Level/tileSize``.
    public let tileSize: Int
    /// The number of pixels that a tile extends into each neighbor.
    public let overlap: Int
    /// Whether tiles at the edges are padded to full size; the padding is not part of the level.
    public let padsTiles: Bool
    /// The levels that have tiles: the finest ones; the default is all of them.
    ///
    /// Coarser levels only describe sizes.
    public let presentLevels: Range<Int>

    /// Creates the pyramid of an image, by default down to a level of 1×1 pixels.
    ///
    /// - Parameters:
    ///   - size: the full size; at least 1×1.
    ///   - tileSize: the distance between tile origins in pixels; at least 1.
    ///   - overlap: the number of pixels that a tile extends into each neighbor; from 0 to less than `tileSize`.
    ///   - levelCount: the number of levels that have tiles, counted from the finest; nil for all of them.
    ///   - shape: the rounding of sizes, the coarsest level, and whether tiles at the edges are padded; the default is
    ///     the shape of Deep Zoom. Padded tiles cannot overlap.
    /// - Complexity: O(log(max(width, height))).
    public init(
        size: PixelSize, tileSize: Int = 256, overlap: Int = 0, levelCount: Int? = nil,
        shape: PyramidShape = PyramidShape()
    ) {
        precondition(size.width > 0 && size.height > 0, "an image has at least one pixel")
        precondition(tileSize > 0, "a tile has at least one pixel")
        precondition((0..<tileSize).contains(overlap), "the overlap is smaller than the tile")
        precondition(overlap == 0 || !shape.padsTiles && shape.origin == .zero, "padded tiles do not overlap")
        if case .levels(let count) = shape.coarsest {
            precondition((1...60).contains(count), "a pyramid has from 1 to 60 levels")
        }
        let sizes = shape.sizes(from: size, tileSize: tileSize)
        let origin = shape.origin
        let coarsest = 1 << (sizes.count - 1)
        precondition(
            origin.x >= 0 && origin.y >= 0 && origin.x.isMultiple(of: coarsest) && origin.y.isMultiple(of: coarsest),
            "the image begins at a whole pixel of every level")
        levels = sizes.reversed().enumerated().map { index, size in
            let downsample = 1 << (sizes.count - 1 - index)
            return Level(
                index: index, size: size, horizontalDownsample: Double(downsample),
                verticalDownsample: Double(downsample), tileSize: PixelSize(width: tileSize, height: tileSize),
                origin: PixelOffset(x: origin.x / downsample, y: origin.y / downsample))
        }
        padsTiles = shape.padsTiles
        self.tileSize = tileSize
        self.overlap = overlap
        presentLevels = max(0, levels.count - (levelCount ?? levels.count))..<levels.count
    }

    /// Creates a pyramid of levels with any sizes, any ratios between them and tiles of any shape.
    ///
    /// - Parameters:
    ///   - shapes: the levels, from the smallest to full size; at least one, and none wider or higher than the next. A
    ///     level without a downsample factor shows the image from edge to edge.
    ///   - overlap: the number of pixels that a tile extends into each neighbor; from 0 to less than any tile's sides. The
    ///     default is 0.
    ///   - padsTiles: whether tiles at the edges are padded to full size; the default is `false`.
    /// - Complexity: O(number of levels).
    public init(levels shapes: [LevelShape], overlap: Int = 0, padsTiles: Bool = false) {
        guard let finest = shapes.last else { preconditionFailure("a pyramid has at least one level") }
        for (shape, next) in zip(shapes, shapes.dropFirst() + [finest]) {
            precondition(shape.size.width > 0 && shape.size.height > 0, "a level has at least one pixel")
            precondition(
                shape.size.width <= next.size.width && shape.size.height <= next.size.height,
                "levels are ordered from the smallest to full size")
            precondition(shape.tileSize.width > 0 && shape.tileSize.height > 0, "a tile has at least one pixel")
            precondition(
                shape.origin == .zero || overlap == 0 && shape.origin.x >= 0 && shape.origin.y >= 0,
                "levels with an origin have no overlap")
            precondition(
                shape.downsample.map { $0 >= 1 && $0.isFinite } ?? true, "a level is no larger than the image")
            precondition(
                (0..<min(shape.tileSize.width, shape.tileSize.height)).contains(overlap),
                "the overlap is smaller than the tile")
        }
        levels = shapes.enumerated().map { index, shape in
            Level(
                index: index, size: shape.size,
                horizontalDownsample: shape.downsample ?? Double(finest.size.width) / Double(shape.size.width),
                verticalDownsample: shape.downsample ?? Double(finest.size.height) / Double(shape.size.height),
                tileSize: shape.tileSize, origin: shape.origin)
        }
        tileSize = finest.tileSize.width
        self.overlap = overlap
        self.padsTiles = padsTiles
        presentLevels = 0..<levels.count
    }

    private init(_ whole: Pyramid, levels: [Level]) {
        self.levels = levels
        tileSize = levels.last?.tileSize.width ?? whole.tileSize
        overlap = whole.overlap
        padsTiles = whole.padsTiles
        presentLevels = whole.presentLevels.clamped(to: 0..<levels.count)
    }

    /// Returns the pyramid up to and including `level`, which becomes the full size.
    ///
    /// The levels keep their downsample factors, which stay relative to the original full size.
    ///
    /// - Parameter level: the index of the finest level that stays.
    /// - Returns: A pyramid of levels 0 through `level`; levels that had tiles still have them.
    public func prefix(through level: Int) -> Pyramid {
        precondition(levels.indices.contains(level), "the level exists")
        return Pyramid(self, levels: Array(levels[...level]))
    }

    /// The full size of the image.
    public var size: PixelSize { finestLevel.size }

    /// The full-size level.
    public var finestLevel: Level { levels[levels.count - 1] }

    /// The number of tiles of all present levels.
    public var tileCount: Int { levels[presentLevels].reduce(0) { $0 + $1.grid.count } }

    /// The number of pixels of all present levels; pixels in an overlap count once.
    public var pixelCount: Int { levels[presentLevels].reduce(0) { $0 + $1.size.area } }

    /// The indices of all tiles of the present levels, level by level and row by row.
    public var indices: some Sequence<TileIndex> {
        presentLevels.lazy.flatMap { levels[$0].indices }
    }

    /// Returns whether the pyramid has a tile with this index.
    public func contains(_ index: TileIndex) -> Bool {
        guard presentLevels.contains(index.level) else { return false }
        let grid = levels[index.level].grid
        return (0..<grid.columns).contains(index.column) && (0..<grid.rows).contains(index.row)
    }

    /// The pixels of the level that a tile shows, including the overlap.
    public func rect(of index: TileIndex) -> PixelRect { rect(of: index, overlap: overlap) }

    /// The pixels of the level that only this tile covers: ``rect(of:)`` without the overlap.
    ///
    /// The interiors of a level's tiles cover the level without sharing a pixel.
    public func interior(of index: TileIndex) -> PixelRect { rect(of: index, overlap: 0) }

    private func rect(of index: TileIndex, overlap: Int) -> PixelRect {
        let level = levels[index.level]
        let columns = Self.span(index.column, level.size.width, level.tileSize.width, level.inset.x, overlap)
        let rows = Self.span(index.row, level.size.height, level.tileSize.height, level.inset.y, overlap)
        return PixelRect(x: columns.lowerBound, y: rows.lowerBound, width: columns.count, height: rows.count)
    }

    /// The size of a stored tile: the size of ``rect(of:)``, or the full tile size where tiles are padded.
    public func storedSize(of index: TileIndex) -> PixelSize {
        padsTiles ? levels[index.level].tileSize : rect(of: index).size
    }

    /// The offset of ``rect(of:)`` in a stored tile: zero unless the image begins inside the tile.
    public func offsetInTile(of index: TileIndex) -> PixelOffset {
        let inset = levels[index.level].inset
        return padsTiles
            ? PixelOffset(x: index.column == 0 ? inset.x : 0, y: index.row == 0 ? inset.y : 0) : .zero
    }

    /// The pixels along one axis that the tile at `position` shows, in a level `length` pixels long.
    ///
    /// Valid only for pyramids whose tiles are squares of ``tileSize`` and whose images begin with the first tile.
    public func span(of position: Int, length: Int) -> Range<Int> {
        Self.span(position, length, tileSize, 0, overlap)
    }

    private static func span(
        _ position: Int, _ length: Int, _ side: Int, _ inset: Int, _ overlap: Int
    ) -> Range<Int> {
        let start = position * side - inset
        return max(0, start - overlap)..<min(length, start + side + overlap)
    }
}
