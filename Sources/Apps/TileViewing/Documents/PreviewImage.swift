internal import Concurrency
internal import ImageCodecs
internal import ImageSources
internal import LayerTree
internal import TilePyramid
internal import VectorDrawing

/// A reduced version of a whole image, which provides the tiles of the coarse levels while it is still being decoded.
///
/// It is one level of the pyramid; tiles of coarser levels are downscaled from it on request.
final class PreviewImage: Sendable {
    private struct State {
        /// nil after ``PreviewImage/discard()``.
        var pixels: Pixels?
        /// The number of rows that are available, from the top.
        var rows = 0
        /// The rows that were available at the last call of ``PreviewImage/takeNewTiles()``.
        var takenRows = 0
        /// For each level, the rows of tiles that ``PreviewImage/takeNewTiles()`` has returned.
        var takenTileRows: [Int]
    }

    /// The pixel memory.
    ///
    /// Unchecked: one thread writes each row once, before ``State/rows`` includes it, and only rows below that count
    /// are read.
    private final class Pixels: @unchecked Sendable {
        let base: UnsafeMutablePointer<UInt32>

        init(count: Int) throws(OutOfMemory) {
            base = try HeapMemory.allocate(count, of: UInt32.self)
        }

        deinit { HeapMemory.free(base) }
    }

    let pyramid: Pyramid
    /// The level that the preview is; it has no tiles of finer ones.
    let level: Int
    private let state: Locked<State>

    private var size: PixelSize { pyramid.levels[level].size }

    /// Creates a preview without rows.
    ///
    /// - Throws: `OutOfMemory` when the system refuses the memory.
    init(level: Int, of pyramid: Pyramid) throws(OutOfMemory) {
        self.level = level
        self.pyramid = pyramid
        let pixels = try Pixels(count: pyramid.levels[level].size.area)
        state = Locked(State(pixels: pixels, takenTileRows: Array(repeating: 0, count: level + 1)))
    }

    /// Adds the next row; always called on the same thread.
    func add(row: Int, _ pixels: UnsafePointer<UInt32>) {
        guard let memory = state.withLock({ $0.pixels }) else { return }
        (memory.base + row * size.width).update(from: pixels, count: size.width)
        state.withLock { $0.rows = row + 1 }
    }

    /// The fraction of the rows that is available, from 0 to 1.
    var fraction: Double { Double(state.withLock { $0.rows }) / Double(size.height) }

    /// The tiles that became available since the last call.
    ///
    /// - Complexity: O(n + levels) for n tiles.
    func takeNewTiles() -> [TileIndex] {
        state.withLock { state in
            guard state.pixels != nil, state.rows > state.takenRows else { return [] }
            state.takenRows = state.rows
            return (pyramid.presentLevels.lowerBound...level).flatMap { level in
                let grid = pyramid.levels[level].grid
                let first = state.takenTileRows[level]
                let end =
                    (first..<grid.rows).first { row in
                        sourceRect(of: TileIndex(level: level, column: 0, row: row)).rows.upperBound > state.rows
                    } ?? grid.rows
                state.takenTileRows[level] = end
                return (first..<end).flatMap { row in
                    (0..<grid.columns).map { TileIndex(level: level, column: $0, row: row) }
                }
            }
        }
    }

    /// The pixels of a tile; nil if it is finer than the preview, or its rows are not available yet.
    ///
    /// - Complexity: O(n) for n pixels of the preview that the tile covers.
    /// - Throws: `OutOfMemory` when the system refuses memory.
    func tile(_ index: TileIndex) throws -> PixelBuffer? {
        guard index.level <= level else { return nil }
        let sourceRect = sourceRect(of: index)
        let (memory, rows) = state.withLock { ($0.pixels, $0.rows) }
        guard let memory, sourceRect.rows.upperBound <= rows else { return nil }
        let rect = pyramid.rect(of: index)
        return try PixelBuffer(size: rect.size, isOpaque: nil) { target in
            guard let start = target.baseAddress else { return }
            let take = { (row: Int, pixels: UnsafePointer<UInt32>) in
                (start + row * rect.size.width).update(from: pixels, count: rect.size.width)
            }
            let halvings = level - index.level
            let halving = halvings > 0 ? try RowHalving(of: sourceRect.size, halvings: halvings, output: take) : nil
            for row in sourceRect.rows {
                let pixels = UnsafePointer(memory.base + row * size.width + sourceRect.x)
                if let halving { try halving.add(pixels) } else { take(row - sourceRect.y, pixels) }
            }
        }
    }

    /// Frees the pixels once tiles that are just being made are finished.
    func discard() {
        state.withLock { $0.pixels = nil }
    }

    /// The part of the preview that a tile of its level or a coarser one shows.
    private func sourceRect(of index: TileIndex) -> PixelRect {
        let rect = pyramid.rect(of: index)
        let factor = 1 << (level - index.level)
        let x = rect.x * factor
        let y = rect.y * factor
        return PixelRect(
            x: x, y: y, width: min(rect.size.width * factor, size.width - x),
            height: min(rect.size.height * factor, size.height - y))
    }
}
