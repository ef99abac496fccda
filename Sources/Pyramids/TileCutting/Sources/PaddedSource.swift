package import ImageCodecs
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

    package func readBands(_ body: (PixelBand) throws -> Void) throws {
        try readMargin(body)
        let stride = info.size.width * info.layout.bytesPerPixel
        let before = margin.x * info.layout.bytesPerPixel
        let blank = Array(repeatElement(background, count: margin.x).joined())
        var rows = ScratchBuffer()
        try base.readBands { band in
            let target = try rows.reserve(band.rows.count * stride)
            for (index, y) in band.rows.enumerated() {
                let row = target + index * stride
                row.copyMemory(from: blank, byteCount: before)
                (row + before).copyMemory(from: band.row(y), byteCount: stride - before)
            }
            let shifted = (band.rows.lowerBound + margin.y)..<(band.rows.upperBound + margin.y)
            try body(PixelBand(base: UnsafeRawPointer(target), stride: stride, rows: shifted))
        }
    }

    private func readMargin(_ body: (PixelBand) throws -> Void) throws {
        let row = Array(repeatElement(background, count: info.size.width).joined())
        let band = Array(repeatElement(row, count: min(margin.y, Self.bandRows)).joined())
        try band.withUnsafeBytes { memory in
            guard let base = memory.baseAddress else { return }
            var y = 0
            while y < margin.y {
                let rows = y..<min(y + Self.bandRows, margin.y)
                try body(PixelBand(base: base, stride: row.count, rows: rows))
                y = rows.upperBound
            }
        }
    }
}
