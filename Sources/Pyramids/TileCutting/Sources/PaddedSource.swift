package import ImageCodecs
package import ImageSources
internal import PixelKernels
package import TilePyramid

/// Adds columns and rows of background at the left and top of an image, so that it begins at a coarse level's pixel.
package final class PaddedSource: ImageSource {
    package let info: ImageInfo
    private let base: any ImageSource
    private let margin: PixelOffset
    private let background: [UInt8]

    /// The most rows of background in one band.
    private static let bandRows = 16

    /// Creates a source of `base` with `margin` columns and rows before its first ones.
    ///
    /// - Parameters:
    ///   - base: the image.
    ///   - margin: the columns and rows to add; zero or more.
    ///   - background: the margin's color; the margin is transparent where the image has alpha.
    package init(_ base: any ImageSource, margin: PixelOffset, background: RGBColor) {
        self.base = base
        self.margin = margin
        self.background = background.backgroundPixel(base.info.layout)
        var info = base.info
        info.size.width += margin.x
        info.size.height += margin.y
        self.info = info
    }

    package var warnings: [String] { base.warnings }

    package var rowAccess: RowAccess { base.rowAccess }

    package func readBands(_ body: (PixelBand) throws -> Void) throws {
        try readBands(rows: 0..<info.size.height, body)
    }

    package func readBands(rows wanted: Range<Int>, _ body: (PixelBand) throws -> Void) throws {
        try readMargin(wanted.clamped(to: 0..<margin.y), body)
        let first = max(0, wanted.lowerBound - margin.y)
        guard wanted.upperBound > margin.y else { return }
        let stride = info.size.width * info.layout.bytesPerPixel
        let before = margin.x * info.layout.bytesPerPixel
        let blank = Array(repeatElement(background, count: margin.x).joined())
        var memory = ScratchBuffer()
        // A source begins with an even row.
        try base.readBands(rows: first & ~1..<wanted.upperBound - margin.y) { band in
            guard let band = band.clamped(to: first..<wanted.upperBound - margin.y) else { return }
            let target = try memory.reserve(band.rows.count * stride)
            for (index, y) in band.rows.enumerated() {
                let row = target + index * stride
                row.copyMemory(from: blank, byteCount: before)
                (row + before).copyMemory(from: band.row(y), byteCount: stride - before)
            }
            let shifted = (band.rows.lowerBound + margin.y)..<(band.rows.upperBound + margin.y)
            try body(PixelBand(base: UnsafeRawPointer(target), stride: stride, rows: shifted))
        }
    }

    private func readMargin(_ rows: Range<Int>, _ body: (PixelBand) throws -> Void) throws {
        let row = Array(repeatElement(background, count: info.size.width).joined())
        let band = Array(repeatElement(row, count: min(rows.count, Self.bandRows)).joined())
        try band.withUnsafeBytes { memory in
            guard let base = memory.baseAddress else { return }
            var y = rows.lowerBound
            while y < rows.upperBound {
                let part = y..<min(y + Self.bandRows, rows.upperBound)
                try body(PixelBand(base: base, stride: row.count, rows: part))
                y = part.upperBound
            }
        }
    }
}
