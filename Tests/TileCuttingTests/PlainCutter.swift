import PixelKernels
import TilePyramid

/// Cuts a stub image the slow way: whole levels in memory, halved with the plain kernel, tiles cropped one by one.
struct PlainCutter {
    let pyramid: Pyramid
    let layout: PixelLayout
    /// The rows of each present level.
    private var levels: [Int: [[UInt8]]] = [:]

    /// Cuts the image whose row `y` is the stub source's row `firstRow + y`.
    init(_ pyramid: Pyramid, layout: PixelLayout, firstRow: Int = 0) {
        self.pyramid = pyramid
        self.layout = layout
        var rows = (0..<pyramid.size.height).map {
            StubSource.row(firstRow + $0, width: pyramid.size.width, layout: layout)
        }
        for level in pyramid.presentLevels.reversed() {
            levels[level] = rows
            rows = halve(rows, width: pyramid.levels[level].size.width)
        }
    }

    private func halve(_ rows: [[UInt8]], width: Int) -> [[UInt8]] {
        (0..<((rows.count + 1) / 2)).map { outputRow in
            let upper = rows[2 * outputRow]
            // The lower row of the last pair may be missing, which the kernel is told and not shown.
            let lower = 2 * outputRow + 1 < rows.count ? rows[2 * outputRow + 1] : []
            var output = [UInt8](repeating: 0, count: (width + 1) / 2 * layout.bytesPerPixel)
            output.withUnsafeMutableBytes { output in
                upper.withUnsafeBytes { upper in
                    lower.withUnsafeBytes { lower in
                        guard let target = output.baseAddress, let above = upper.baseAddress else { return }
                        Halving.makeRowPlainly(
                            upper: above, lower: lower.isEmpty ? nil : lower.baseAddress, width: width,
                            layout: layout, into: target, outputRow: outputRow)
                    }
                }
            }
            return output
        }
    }

    /// Every address of the present levels.
    var indices: [TileIndex] {
        pyramid.presentLevels.flatMap { level in
            let grid = pyramid.levels[level].grid
            return (0..<grid.rows).flatMap { row in
                (0..<grid.columns).map { TileIndex(level: level, column: $0, row: row) }
            }
        }
    }

    /// A tile as the stub encoder writes it.
    func tile(_ index: TileIndex) -> EncodedTile {
        let rect = pyramid.rect(of: index)
        let bytes = layout.bytesPerPixel
        let rows = (levels[index.level] ?? [])[rect.rows].map {
            Array($0[(rect.columns.lowerBound * bytes)..<(rect.columns.upperBound * bytes)])
        }
        return EncodedTile(bytes: RawEncoder.bytes(width: rect.size.width, rows: rows), format: .png)
    }

    /// Every tile.
    var tiles: [TileIndex: EncodedTile] {
        Dictionary(uniqueKeysWithValues: indices.map { ($0, tile($0)) })
    }
}
