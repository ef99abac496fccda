internal import Concurrency
internal import LayerTree
internal import PixelKernels
internal import TilePyramid
internal import VectorDrawing

/// A blurred silhouette: 8-bit coverage of a rectangle of pixels.
///
/// A column and a row of the mask stand for any number of equal ones, as in nine-slice scaling, so the mask of a rounded
/// rectangle is no larger than its corners need.
final class ShadowMask: Sendable {
    /// The rectangle that the mask covers, relative to the shadow's whole pixel.
    let bounds: PixelRect
    /// The repeated column and row of the frame, and the numbers of additional repetitions.
    private let cut: SIMD2<Int>, repeats: SIMD2<Int>
    /// The number of stored values from one row to the next.
    private let stride: Int
    /// The coverage, with a margin of one pixel of 0 on each side.
    private let coverage: [UInt8]

    /// The bytes of the mask.
    var byteCount: Int { coverage.count }

    /// Creates the mask of an outline.
    convenience init(key: ShadowKey) {
        let slice = NineSlice(of: key.caster, deviation: key.deviation)
        if let slice, key.visible == nil {
            let shape = PathCoverage(
                Path(roundedRect: slice.rect, radius: slice.radius), rule: .nonZero, projectedBy: slice.projection,
                visible: slice.bounds)
            self.init(slice.bounds, deviation: key.deviation, slice: slice) { $0.draw(shape) }
            return
        }
        let area = key.silhouette
        let shape: PathCoverage
        switch key.caster {
        case .roundedRect(let rect, let radius, let projection):
            shape = PathCoverage(
                Path(roundedRect: rect, radius: radius), rule: .nonZero, projectedBy: projection, visible: area)
        case .path(let path, let rule, let projection):
            shape = PathCoverage(path, rule: rule, projectedBy: projection, visible: area)
        case .items: shape = PathCoverage(Path(), rule: .nonZero, transform: .identity, visible: PixelRect.none)
        }
        self.init(area, deviation: key.deviation) { $0.draw(shape) }
    }

    /// Creates the mask of items; `draw` draws them into an image of a rectangle.
    convenience init(_ key: ShadowKey, draw: (PixelRect) -> PixelBuffer) {
        let area = key.silhouette
        self.init(area, deviation: key.deviation) { target in
            if !area.isEmpty { target.copyAlpha(of: draw(area)) }
        }
    }

    /// Creates a mask by blurring the drawing of `draw` within a rectangle.
    private init(
        _ silhouette: PixelRect, deviation: Double, slice: NineSlice? = nil, draw: (Silhouette) -> Void
    ) {
        let reach = RenderShadow.reach(ofBlurRadius: deviation)
        // The margin is kept free of the blur, which is not wider than what has been left for it.
        let area =
            silhouette.isEmpty
            ? .none
            : PixelRect(
                x: silhouette.x - reach, y: silhouette.y - reach, width: silhouette.size.width + 2 * reach,
                height: silhouette.size.height + 2 * reach)
        let width = area.size.width
        let height = area.size.height
        let stride = width + 2
        coverage = [UInt8](unsafeUninitializedCapacity: stride * (height + 2)) { memory, count in
            guard let base = memory.baseAddress else { return }
            base.initialize(repeating: 0, count: memory.count)
            count = stride * (height + 2)
            guard !area.isEmpty else { return }
            let pixels = base + stride + 1
            draw(Silhouette(pixels: pixels, stride: stride, origin: SIMD2(area.x, area.y), bounds: silhouette))
            GaussianBlur.blur(pixels, width: width, height: height, stride: stride, deviation: deviation)
        }
        self.stride = stride
        cut = slice?.cut ?? .zero
        repeats = slice?.repeats ?? .zero
        bounds = PixelRect(x: area.x, y: area.y, width: width + repeats.x, height: height + repeats.y)
    }

    /// Calls `body` with the coverage of some pixels of a row and of the pixel before them, in the mask or in `scratch`.
    ///
    /// - Parameters:
    ///   - row: the row, at most one outside of the bounds.
    ///   - columns: the columns; including the column before the first, at most one is outside of the bounds.
    ///   - scratch: memory for one more value than there are columns.
    ///   - body: receives the coverage of the first column; the value before it can be read too.
    func withRow(
        _ row: Int, columns: Range<Int>, scratch: UnsafeMutablePointer<UInt8>, _ body: (UnsafePointer<UInt8>) -> Void
    ) {
        coverage.withUnsafeBufferPointer { memory in
            guard let base = memory.baseAddress else { return }
            let line = base + (storedRow(row) - bounds.y + 1) * stride
            let first = columns.lowerBound - 1
            let end = columns.upperBound
            let left = bounds.x - 1
            guard repeats.x > 0, end > cut.x else {
                body(line + (columns.lowerBound - left))
                return
            }
            guard first < cut.x + repeats.x else {
                body(line + (columns.lowerBound - repeats.x - left))
                return
            }
            var target = scratch
            if first < cut.x {
                target.update(from: line + (first - left), count: cut.x - first)
                target += cut.x - first
            }
            let middle = min(end, cut.x + repeats.x) - max(first, cut.x)
            target.update(repeating: line[cut.x - left], count: middle)
            target += middle
            if end > cut.x + repeats.x {
                target.update(from: line + (cut.x - left), count: end - cut.x - repeats.x)
            }
            body(UnsafePointer(scratch + 1))
        }
    }

    /// Returns the stored row for a row of the bounds.
    func storedRow(_ row: Int) -> Int { row < cut.y ? row : max(cut.y, row - repeats.y) }
}

/// The memory into which a silhouette is drawn.
private struct Silhouette {
    let pixels: UnsafeMutablePointer<UInt8>
    let stride: Int
    /// The column and row of the first pixel.
    let origin: SIMD2<Int>
    /// The pixels that may be drawn.
    let bounds: PixelRect

    private func pixel(column: Int, row: Int) -> UnsafeMutablePointer<UInt8> {
        pixels + ((row - origin.y) * stride + column - origin.x)
    }

    func draw(_ shape: PathCoverage) {
        shape.forEachSpan(in: bounds) { span in
            let target = pixel(column: span.columns.lowerBound, row: span.row)
            if let covered = span.coverage {
                target.update(from: covered, count: span.columns.count)
            } else {
                target.update(repeating: 255, count: span.columns.count)
            }
        }
    }

    func copyAlpha(of image: PixelBuffer) {
        image.withPixels { source in
            guard var line = source.baseAddress else { return }
            for row in bounds.rows {
                let target = pixel(column: bounds.x, row: row)
                for column in 0..<bounds.size.width {
                    target[column] = UInt8(truncatingIfNeeded: line[column] &>> 24)
                }
                line += bounds.size.width
            }
        }
    }
}

extension ShadowKey {
    /// The pixels of the caster that are needed, relative to the shadow's whole pixel.
    fileprivate var silhouette: PixelRect {
        let box = caster.pixelBounds
        guard let visible else { return box }
        let support = GaussianBlur.support(ofDeviation: deviation)
        return box.intersection(
            PixelRect(
                x: visible.x - support, y: visible.y - support, width: visible.size.width + 2 * support,
                height: visible.size.height + 2 * support))
    }
}
