/// All sizes of an image, and how each is divided into tiles.
///
/// Every level is the next finer one halved, rounded up. Tile (c, r) starts at (c·tileSize, r·tileSize) and is
/// tileSize pixels a side, less at the right and lower edge; with an overlap it reaches that many pixels further on
/// every side where there are any, so neighbours share 2 × overlap pixels. This is the geometry of Deep Zoom
/// (https://learn.microsoft.com/previous-versions/windows/silverlight/dotnet-windows-silverlight/cc645077(v=vs.95)).
public struct Pyramid: Hashable, Sendable {
    /// The levels, from the smallest to full size; a level's place is its ``Level/index``.
    public let levels: [Level]
    /// The distance between tile origins, in pixels of the level.
    public let tileSize: Int
    /// Pixels shared with each neighbour.
    public let overlap: Int
    /// The finest levels, which have tiles; coarser ones exist as numbers only (default: all).
    public let presentLevels: Range<Int>

    /// The pyramid of an image, down to a level of 1×1 pixel.
    ///
    /// - Parameters:
    ///   - size: the full size; at least 1×1.
    ///   - tileSize: the distance between tile origins in pixels; at least 1.
    ///   - overlap: pixels shared with each neighbour; from 0 to less than `tileSize`.
    ///   - levelCount: how many levels have tiles, counted from the finest; nil for all of them.
    /// - Complexity: O(log(max(width, height))).
    public init(size: PixelSize, tileSize: Int = 256, overlap: Int = 0, levelCount: Int? = nil) {
        precondition(size.width > 0 && size.height > 0, "an image has at least one pixel")
        precondition(tileSize > 0, "a tile has at least one pixel")
        precondition((0..<tileSize).contains(overlap), "the overlap is smaller than the tile")
        var sizes = [size]
        while let last = sizes.last, last.width > 1 || last.height > 1 {
            sizes.append(last.halved)
        }
        levels = sizes.reversed().enumerated().map { index, size in
            Level(
                index: index, size: size, downsample: 1 << (sizes.count - 1 - index),
                grid: TileGrid(covering: size, tileSize: tileSize))
        }
        self.tileSize = tileSize
        self.overlap = overlap
        presentLevels = max(0, levels.count - (levelCount ?? levels.count))..<levels.count
    }

    /// The full size of the image.
    public var size: PixelSize { finestLevel.size }

    /// The full-size level.
    public var finestLevel: Level { levels[levels.count - 1] }

    /// How many tiles the present levels have together.
    public var tileCount: Int { levels[presentLevels].reduce(0) { $0 + $1.grid.count } }

    /// How many pixels the tiles of the present levels cover together, each counted once.
    public var pixelCount: Int { levels[presentLevels].reduce(0) { $0 + $1.size.area } }

    /// The addresses of all tiles of the present levels, level by level, row by row.
    public var indices: some Sequence<TileIndex> {
        presentLevels.lazy.flatMap { level in
            let grid = levels[level].grid
            return (0..<grid.count).lazy.map {
                TileIndex(level: level, column: $0 % grid.columns, row: $0 / grid.columns)
            }
        }
    }

    /// Whether the pyramid has a tile with this address.
    public func contains(_ index: TileIndex) -> Bool {
        guard presentLevels.contains(index.level) else { return false }
        let grid = levels[index.level].grid
        return (0..<grid.columns).contains(index.column) && (0..<grid.rows).contains(index.row)
    }

    /// The pixels of its level that a tile shows, overlap included.
    public func rect(of index: TileIndex) -> PixelRect {
        let size = levels[index.level].size
        let columns = span(of: index.column, length: size.width)
        let rows = span(of: index.row, length: size.height)
        return PixelRect(x: columns.lowerBound, y: rows.lowerBound, width: columns.count, height: rows.count)
    }

    /// The pixels along one axis that the tile at `position` shows, in a level `length` pixels long.
    public func span(of position: Int, length: Int) -> Range<Int> {
        let start = position * tileSize
        return max(0, start - overlap)..<min(length, start + tileSize + overlap)
    }
}
