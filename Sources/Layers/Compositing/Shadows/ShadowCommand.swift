internal import LayerTree
internal import PixelKernels
internal import TilePyramid
internal import VectorDrawing

/// The drawing of a shadow.
final class ShadowCommand: Sendable {
    /// The bounding box of the pixels that the command may cover.
    let bounds: PixelRect
    /// The polygons of the clip; none if it is a rectangle.
    let polygons: [ConvexSpans]
    /// The premultiplied color.
    let pixel: UInt32
    /// The number of the shadow's mask in the frame.
    let mask: Int
    /// The pixels hidden by an opaque item above the shadow, which need not be drawn.
    let hidden: PixelRect
    /// The whole pixel that the mask is relative to.
    private let origin: SIMD2<Int>
    /// The rest of the position, in 256ths of a pixel.
    private let fraction: SIMD2<UInt32>

    /// Creates the command of a shadow; nil if nothing of it is visible in the area.
    init?(_ shadow: RenderShadow, in area: PixelRect, resources: FrameResources) {
        bounds = shadow.pixelBounds.intersection(area)
        pixel = shadow.color.pixel(opacity: shadow.opacity)
        guard !bounds.isEmpty, pixel >> 24 > 0 else { return nil }
        let (key, place) = ShadowKey.key(of: shadow, in: resources.frame)
        mask = resources.shadows.add(key)
        origin = place.pixel
        let steps = (place.fraction * 256).rounded(.toNearestOrEven)
        fraction = SIMD2(UInt32(steps.x), UInt32(steps.y))
        polygons = shadow.clip.outlines.map { ConvexSpans($0) }
        hidden = .none
    }

    private init(_ other: ShadowCommand, hidden: PixelRect) {
        bounds = other.bounds
        polygons = other.polygons
        pixel = other.pixel
        mask = other.mask
        origin = other.origin
        fraction = other.fraction
        self.hidden = hidden
    }

    /// Returns a command that need not draw the pixels of a rectangle.
    func hidden(in rect: PixelRect) -> ShadowCommand { ShadowCommand(self, hidden: rect) }

    /// The pixels that the mask can cover.
    func reach(of mask: ShadowMask) -> PixelRect {
        let more = fraction == .zero ? 0 : 1
        return PixelRect(
            x: mask.bounds.x + origin.x, y: mask.bounds.y + origin.y, width: mask.bounds.size.width + more,
            height: mask.bounds.size.height + more)
    }

    /// Whether two rows of the frame have the same coverage.
    fileprivate func areAlike(_ row: Int, _ other: Int, in mask: ShadowMask) -> Bool {
        let first = row - origin.y
        let second = other - origin.y
        return mask.storedRow(first) == mask.storedRow(second)
            && (fraction == .zero || mask.storedRow(first - 1) == mask.storedRow(second - 1))
    }

    /// Computes the coverage of some pixels of a row of the frame.
    ///
    /// - Parameters:
    ///   - mask: the mask.
    ///   - row: the row of the frame, within ``reach(of:)``.
    ///   - columns: the columns of the frame, within ``reach(of:)``.
    ///   - scratch: memory for the coverage of two rows, each with one pixel more than there are columns.
    ///   - target: memory for the result.
    fileprivate func computeCoverage(
        of mask: ShadowMask, row: Int, columns: Range<Int>, scratch: UnsafeMutablePointer<UInt8>,
        into target: UnsafeMutablePointer<UInt8>
    ) {
        let row = row - origin.y
        let columns = columns.lowerBound - origin.x..<columns.upperBound - origin.x
        mask.withRow(row, columns: columns, scratch: scratch) { lower in
            guard fraction != .zero else {
                target.update(from: lower, count: columns.count)
                return
            }
            mask.withRow(row - 1, columns: columns, scratch: scratch + columns.count + 1) { upper in
                MaskInterpolation.interpolate(
                    upper: upper, lower: lower, x: fraction.x, y: fraction.y, count: columns.count, into: target)
            }
        }
    }
}

/// The last computed row of a shadow's coverage.
struct ShadowRun {
    private let scratch: UnsafeMutablePointer<UInt8>
    private var last: (row: Int, columns: Range<Int>)?

    /// The bytes of scratch memory for a number of columns.
    static func size(columns: Int) -> Int { 3 * (columns + 1) }

    /// Creates a run with scratch memory for the columns of later requests.
    init(scratch: UnsafeMutablePointer<UInt8>) {
        self.scratch = scratch
    }

    /// The coverage of some pixels of a row, valid until the next call.
    mutating func coverage(
        of shadow: ShadowCommand, _ mask: ShadowMask, row: Int, columns: Range<Int>
    ) -> UnsafePointer<UInt8> {
        let target = scratch + 2 * (columns.count + 1)
        if let last, last.columns == columns, shadow.areAlike(row, last.row, in: mask) {
            return UnsafePointer(target)
        }
        shadow.computeCoverage(of: mask, row: row, columns: columns, scratch: scratch, into: target)
        last = (row, columns)
        return UnsafePointer(target)
    }
}
