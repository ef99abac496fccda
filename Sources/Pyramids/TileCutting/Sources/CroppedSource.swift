internal import ImageCodecs
internal import PixelKernels
internal import TilePyramid

/// Leaves out the first columns and rows of an image: the background that was put before a picture.
final class CroppedSource: ImageSource {
    let info: ImageInfo
    private let base: any ImageSource
    private let margin: PixelOffset

    /// A source of `base` without `margin` columns and rows at its beginning, fewer than it has.
    init(_ base: any ImageSource, margin: PixelOffset) {
        precondition(
            margin.x < base.info.size.width && margin.y < base.info.size.height, "something of the image is left")
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
