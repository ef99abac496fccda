internal import ImageSources
internal import PixelKernels
internal import TilePyramid

/// Crops the first columns and rows of an image: background that was added as a margin.
final class CroppedSource: ImageSource {
    let info: ImageInfo
    private let base: any ImageSource
    private let margin: PixelOffset

    /// Creates a source of `base` without its first columns and rows; `margin` is smaller than the image.
    init(_ base: any ImageSource, margin: PixelOffset) {
        precondition(
            margin.x < base.info.size.width && margin.y < base.info.size.height, "a margin is smaller than the image")
        self.base = base
        self.margin = margin
        var info = base.info
        info.size.width -= margin.x
        info.size.height -= margin.y
        self.info = info
    }

    var warnings: [String] { base.warnings }

    var rowAccess: RowAccess { base.rowAccess }

    func readBands(_ body: (PixelBand) throws -> Void) throws {
        try readBands(rows: 0..<info.size.height, body)
    }

    func readBands(rows: Range<Int>, _ body: (PixelBand) throws -> Void) throws {
        let before = margin.x * info.layout.bytesPerPixel
        let wanted = rows.lowerBound + margin.y..<rows.upperBound + margin.y
        // A source begins with an even row.
        try base.readBands(rows: wanted.lowerBound & ~1..<wanted.upperBound) { band in
            guard let band = band.clamped(to: wanted) else { return }
            try body(
                PixelBand(
                    base: band.base + before, stride: band.stride,
                    rows: band.rows.lowerBound - margin.y..<band.rows.upperBound - margin.y))
        }
    }
}
