internal import ImageCodecs
internal import LayerTree
internal import Concurrency
internal import TilePyramid

/// A small picture of a whole image, from which the tiles of the coarse levels are cut while it is still being made.
///
/// It is one of the levels of the pyramid; tiles of coarser ones are halved from it when they are asked for.
final class PreviewImage: Sendable {
    private struct State {
        /// nil when it has been given up.
        var pixels: Pixels?
        /// How many rows are there, from the top.
        var rows = 0
    }

    /// The memory.
    ///
    /// Unchecked: rows are written once, by one thread, before ``State/rows`` says under its lock that they are there, and
    /// only such rows are read.
    private final class Pixels: @unchecked Sendable {
        let base: UnsafeMutablePointer<UInt32>

        init(count: Int) {
            base = .allocate(capacity: count)
        }

        deinit {
            base.deallocate()
        }
    }

    /// The image's pyramid.
    let pyramid: Pyramid
    /// The level that the picture is; finer ones it knows nothing of.
    let level: Int
    private let state: Locked<State>

    private var size: PixelSize { pyramid.levels[level].size }

    /// A picture without rows yet.
    init(level: Int, of pyramid: Pyramid) {
        self.level = level
        self.pyramid = pyramid
        state = Locked(State(pixels: Pixels(count: pyramid.levels[level].size.area)))
    }

    /// Takes the next row; only one thread does.
    func add(row: Int, _ pixels: UnsafePointer<UInt32>) {
        guard let memory = state.withLock({ $0.pixels }) else { return }
        (memory.base + row * size.width).update(from: pixels, count: size.width)
        state.withLock { $0.rows = row + 1 }
    }

    /// The part of its rows that are there, from 0 to 1.
    var fraction: Double { Double(state.withLock { $0.rows }) / Double(size.height) }

    /// The tiles that can be cut from the rows that are there.
    var availableTiles: [TileIndex] {
        let (rows, isThere) = state.withLock { ($0.rows, $0.pixels != nil) }
        guard isThere else { return [] }
        return (pyramid.presentLevels.lowerBound...level).flatMap { level in
            let grid = pyramid.levels[level].grid
            return (0..<grid.count)
                .map { TileIndex(level: level, column: $0 % grid.columns, row: $0 / grid.columns) }
                .filter { sourceRect(of: $0).rows.upperBound <= rows }
        }
    }

    /// The pixels of a tile; nil when the picture does not have them, or not yet.
    ///
    /// - Complexity: O(pixels of the picture that it shows).
    func tile(_ index: TileIndex) -> PixelBuffer? {
        guard index.level <= level else { return nil }
        let sourceRect = sourceRect(of: index)
        let (memory, rows) = state.withLock { ($0.pixels, $0.rows) }
        guard let memory, sourceRect.rows.upperBound <= rows else { return nil }
        let rect = pyramid.rect(of: index)
        return PixelBuffer(size: rect.size, isOpaque: nil) { target in
            guard let start = target.baseAddress else { return }
            let take = { (row: Int, pixels: UnsafePointer<UInt32>) in
                (start + row * rect.size.width).update(from: pixels, count: rect.size.width)
            }
            let halvings = level - index.level
            let halving = halvings > 0 ? RowHalving(of: sourceRect.size, halvings: halvings, output: take) : nil
            for row in sourceRect.rows {
                let pixels = UnsafePointer(memory.base + row * size.width + sourceRect.x)
                // Neither of them throws.
                if let halving { try? halving.add(pixels) } else { take(row - sourceRect.y, pixels) }
            }
        }
    }

    /// Gives up the pixels; tiles that are just being cut are finished.
    func discard() {
        state.withLock { $0.pixels = nil }
    }

    /// The part of the picture that a tile of its own level or a coarser one shows.
    private func sourceRect(of index: TileIndex) -> PixelRect {
        let rect = pyramid.rect(of: index)
        let factor = 1 << (level - index.level)
        let (x, y) = (rect.x * factor, rect.y * factor)
        return PixelRect(
            x: x, y: y, width: min(rect.size.width * factor, size.width - x),
            height: min(rect.size.height * factor, size.height - y))
    }
}
