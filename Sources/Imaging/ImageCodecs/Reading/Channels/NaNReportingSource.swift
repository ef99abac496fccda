internal import ImageSources
internal import PixelKernels
internal import TilePyramid

/// A rendering of floating-point samples that warns once it has met an invalid pixel, because its alpha is about to be lost.
///
/// Such samples have alpha because they may be NaN, and most images have none that are.
final class NaNReportingSource: ImageSource {
    private let base: any ImageSource
    private var hasInvalidPixels = false

    /// Wraps a rendering of 8 bits with alpha.
    init(_ base: any ImageSource) {
        precondition(base.info.layout.channels.hasAlpha && base.info.layout.depth == .eight, "alpha of 8 bits")
        self.base = base
    }

    var info: ImageInfo { base.info }

    var rowAccess: RowAccess { base.rowAccess }

    var warnings: [String] {
        guard hasInvalidPixels else { return base.warnings }
        return base.warnings + [
            "some pixels have no value (NaN), and get the color of the background. Keep them transparent with the format png."
        ]
    }

    func readBands(_ body: (PixelBand) throws -> Void) throws {
        try readBands(rows: 0..<info.size.height, body)
    }

    func readBands(rows: Range<Int>, _ body: (PixelBand) throws -> Void) throws {
        let samples = info.layout.channels.rawValue
        let width = info.size.width
        try base.readBands(rows: rows) { band in
            for y in band.rows where !hasInvalidPixels {
                let alpha = band.row(y).assumingMemoryBound(to: UInt8.self) + (samples - 1)
                hasInvalidPixels = (0..<width).contains { alpha[$0 * samples] == 0 }
            }
            try body(band)
        }
    }
}
