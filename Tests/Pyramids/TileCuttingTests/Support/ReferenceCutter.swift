import PixelKernels
import TilePyramid

/// Cuts a stub image the slow way: whole levels in memory, halved with the plain kernel, tiles cropped one by one.
struct ReferenceCutter {
    let pyramid: Pyramid
    let layout: PixelLayout
    /// The rows of each present level.
    private var levels: [Int: [[UInt8]]] = [:]
    /// The samples of a pixel beyond the image.
    private let background: [UInt8]

    /// Cuts the image whose row `y` is the stub source's row `firstRow + y`.
    init(_ pyramid: Pyramid, layout: PixelLayout, firstRow: Int = 0, background: [UInt8]? = nil) {
        self.pyramid = pyramid
        self.background =
            background ?? Array(repeating: layout.channels.hasAlpha ? 0 : 255, count: layout.bytesPerPixel)
        self.layout = layout
        var rows = (0..<pyramid.size.height).map {
            StubSource.row(firstRow + $0, width: pyramid.size.width, layout: layout)
        }
        for level in pyramid.presentLevels.reversed() {
            levels[level] = rows
            guard level > 0 else { return }
            rows = halve(rows, to: pyramid.levels[level - 1].size, width: pyramid.levels[level].size.width)
        }
    }

    private func halve(_ rows: [[UInt8]], to size: PixelSize, width: Int) -> [[UInt8]] {
        (0..<size.height).map { outputRow in
            let upper = rows[2 * outputRow]
            // The lower row of the last pair may be missing; the kernel then gets nil.
            let lower = 2 * outputRow + 1 < rows.count ? rows[2 * outputRow + 1] : []
            var output = [UInt8](repeating: 0, count: size.width * layout.bytesPerPixel)
            output.withUnsafeMutableBytes { output in
                upper.withUnsafeBytes { upper in
                    lower.withUnsafeBytes { lower in
                        guard let target = output.baseAddress, let above = upper.baseAddress else { return }
                        BoxDownsampling.makeRowScalar(
                            upper: above, lower: lower.isEmpty ? nil : lower.baseAddress,
                            width: min(width, 2 * size.width), layout: layout, into: target, outputRow: outputRow)
                    }
                }
            }
            return output
        }
    }

    /// The indices of all tiles of the present levels.
    var indices: [TileIndex] {
        pyramid.presentLevels.flatMap { level in
            let grid = pyramid.levels[level].grid
            return (0..<grid.rows).flatMap { row in
                (0..<grid.columns).map { TileIndex(level: level, column: $0, row: row) }
            }
        }
    }

    /// Returns a tile as the stub encoder writes it.
    func tile(_ index: TileIndex) -> EncodedTile {
        let rect = pyramid.rect(of: index)
        let stored = pyramid.storedSize(of: index)
        let offset = pyramid.offsetInTile(of: index)
        let levelRows = levels[index.level] ?? []
        func beyond(_ pixels: Int) -> [UInt8] { Array(repeatElement(background, count: pixels).joined()) }
        let bytes = layout.bytesPerPixel
        let shown = levelRows[rect.rows].map {
            beyond(offset.x) + $0[(rect.columns.lowerBound * bytes)..<(rect.columns.upperBound * bytes)]
                + beyond(stored.width - offset.x - rect.size.width)
        }
        let above = Array(repeating: beyond(stored.width), count: offset.y)
        let below = Array(repeating: beyond(stored.width), count: stored.height - offset.y - rect.size.height)
        let rows = above + shown + below
        return EncodedTile(bytes: RawEncoder.bytes(width: stored.width, rows: rows), format: .png)
    }

    /// All tiles.
    var tiles: [TileIndex: EncodedTile] {
        Dictionary(uniqueKeysWithValues: indices.map { ($0, tile($0)) })
    }
}
