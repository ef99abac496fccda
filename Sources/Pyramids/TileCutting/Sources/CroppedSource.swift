internal import ImageCodecs
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

    func readBands(_ body: (PixelBand) throws -> Void) throws {
        let before = margin.x * info.layout.bytesPerPixel
        try base.readBands { band in
            let rows = max(band.rows.lowerBound, margin.y)..<max(band.rows.upperBound, margin.y)
            guard !rows.isEmpty else { return }
            try body(
                PixelBand(
                    base: band.row(rows.lowerBound) + before, stride: band.stride,
                    rows: (rows.lowerBound - margin.y)..<(rows.upperBound - margin.y)))
        }
    }
}
