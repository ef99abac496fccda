internal import LayerTree
internal import PixelKernels
internal import TilePyramid

/// The drawing of a shadow.
final class ShadowCommand: Sendable {
    /// The bounding box of the pixels it may cover.
    let bounds: PixelRect
    /// The polygons of the clip; none if it is a rectangle.
    let polygons: [ConvexSpans]
    /// The premultiplied color.
    let pixel: UInt32
    private let mask: ShadowMask
    /// The whole pixel that the mask is relative to.
    private let origin: SIMD2<Int>
    /// The rest of the position, in 256ths of a pixel.
    private let fraction: SIMD2<Int>

    /// Creates the command of a shadow; nil if nothing of it is visible in the area.
    init?(_ shadow: RenderShadow, in area: PixelRect, resources: FrameResources) {
        bounds = shadow.pixelBounds.intersection(area)
        pixel = shadow.color.pixel(opacity: shadow.opacity)
        guard !bounds.isEmpty, pixel >> 24 > 0 else { return nil }
        let (key, origin, fraction) = ShadowKey.key(of: shadow)
        guard let mask = resources.shadowMasks[key] else { return nil }
        self.mask = mask
        self.origin = origin
        self.fraction = SIMD2(Int((fraction.x * 256).rounded()), Int((fraction.y * 256).rounded()))
        polygons = shadow.clip.outlines.map { ConvexSpans($0) }
    }

    /// Computes the coverage of a row.
    ///
    /// - Parameters:
    ///   - row: the row of the frame.
    ///   - columns: the columns of the frame.
    ///   - target: memory for as many values.
    func coverage(row: Int, columns: Range<Int>, into target: UnsafeMutablePointer<UInt8>) {
        mask.coverage.withUnsafeBufferPointer { stored in
            guard let base = stored.baseAddress else { return }
            let (width, height) = (mask.stored.width, mask.stored.height)
            let (left, top) = (mask.bounds.x + origin.x, mask.bounds.y + origin.y)
            // The row and the one above it, which a fraction moves down.
            let lower = row - top
            for (index, column) in columns.enumerated() {
                let right = column - left
                func value(_ x: Int, _ y: Int) -> Int {
                    x >= 0 && y >= 0 && x < width && y < height ? Int(base[y &* width &+ x]) : 0
                }
                guard fraction != .zero else {
                    target[index] = UInt8(truncatingIfNeeded: value(right, lower))
                    continue
                }
                let (x, y) = (fraction.x, fraction.y)
                let sum =
                    (value(right, lower) * (256 - x) + value(right - 1, lower) * x) * (256 - y)
                    + (value(right, lower - 1) * (256 - x) + value(right - 1, lower - 1) * x) * y
                target[index] = UInt8(truncatingIfNeeded: (sum + 1 << 15) >> 16)
            }
        }
    }
}
