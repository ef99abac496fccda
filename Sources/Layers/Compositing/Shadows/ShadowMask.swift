internal import Concurrency
internal import LayerTree
internal import PixelKernels
internal import TilePyramid

/// A blurred silhouette: 8-bit coverage of a rectangle of pixels.
///
/// The middle column and row of a large rounded rectangle's mask stand for all between its corners, as in nine-slice
/// scaling, so the mask is no larger than the corners need.
final class ShadowMask: Sendable {
    /// The rectangle that the mask covers, relative to the shadow's whole pixel.
    let bounds: PixelRect
    /// The columns and rows that are stored.
    let stored: PixelSize
    /// The coverage of the stored pixels, row by row.
    let coverage: [UInt8]

    /// The bytes of the mask.
    var byteCount: Int { coverage.count }

    /// Creates a mask.
    init(bounds: PixelRect, stored: PixelSize, coverage: [UInt8]) {
        self.bounds = bounds
        self.stored = stored
        self.coverage = coverage
    }

    /// Creates the mask of polygons, blurred.
    ///
    /// - Parameters:
    ///   - silhouette: the coverage before the blur.
    ///   - bounds: the pixels that it may cover.
    ///   - deviation: the standard deviation of the blur in pixels.
    convenience init(_ silhouette: PathCoverage, in bounds: PixelRect, deviation: Double) {
        self.init(in: bounds, deviation: deviation) { area, pixels in
            silhouette.forEachSpan(in: bounds) { span in
                let start = pixels + ((span.row - area.y) * area.size.width + span.columns.lowerBound - area.x)
                if let covered = span.coverage {
                    start.update(from: covered, count: span.columns.count)
                } else {
                    start.update(repeating: 255, count: span.columns.count)
                }
            }
        }
    }

    /// Creates the mask of an image's alpha, blurred.
    convenience init(alphaOf image: PixelBuffer, in bounds: PixelRect, deviation: Double) {
        self.init(in: bounds, deviation: deviation) { area, pixels in
            image.withPixels { source in
                for row in 0..<bounds.size.height {
                    let start = (row + bounds.y - area.y) * area.size.width + bounds.x - area.x
                    for column in 0..<bounds.size.width {
                        pixels[start + column] = UInt8(
                            truncatingIfNeeded: source[row * bounds.size.width + column] >> 24)
                    }
                }
            }
        }
    }

    private convenience init(
        in bounds: PixelRect, deviation: Double,
        _ draw: (_ area: PixelRect, _ pixels: UnsafeMutablePointer<UInt8>) -> Void
    ) {
        let reach = RenderShadow.reach(ofBlurRadius: deviation)
        let area = PixelRect(
            x: bounds.x - reach, y: bounds.y - reach, width: bounds.size.width + 2 * reach,
            height: bounds.size.height + 2 * reach)
        let coverage = [UInt8](unsafeUninitializedCapacity: area.size.area) { pixels, filled in
            guard let base = pixels.baseAddress else { return }
            base.initialize(repeating: 0, count: area.size.area)
            draw(area, base)
            GaussianBlur.blur(base, width: area.size.width, height: area.size.height, deviation: deviation)
            filled = area.size.area
        }
        self.init(bounds: area, stored: area.size, coverage: coverage)
    }
}
