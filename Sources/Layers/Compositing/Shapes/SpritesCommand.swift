internal import LayerTree
internal import PixelKernels
internal import TilePyramid
internal import VectorDrawing

/// The drawing of many copies of one image.
final class SpritesCommand: Sendable {
    /// The bounding box of the pixels that the copies may cover.
    let bounds: PixelRect
    /// The polygons of the clip; none if it is a rectangle.
    let polygons: [ConvexSpans]
    /// The image, with a margin of one pixel that repeats its edges, so that no position must be clamped.
    let image: PixelBuffer
    /// Whether sampling is bilinear.
    let isSmooth: Bool
    /// The opacity in 255ths.
    let opacity: UInt8
    /// The blend mode.
    let blendMode: RenderBlendMode
    /// The visible copies, from bottom to top.
    private let placements: [SpritePlacement]
    private let bands: BandIndex

    /// Creates the command of copies; nil if nothing of them is visible in the area.
    init?(_ sprites: RenderSprites, in area: PixelRect) {
        let bounds = sprites.pixelBounds.intersection(area)
        opacity =
            sprites.blendMode == .over
            ? UInt8(sourceOverOpacity: sprites.opacity) : UInt8(additiveOpacity: sprites.opacity)
        let source = sprites.source.intersection(PixelRect(sprites.buffer.size))
        guard !bounds.isEmpty, opacity > 0, !source.isEmpty else { return nil }
        isSmooth = sprites.filter.isSmooth
        let isSmooth = isSmooth
        let placements = sprites.sprites.compactMap {
            SpritePlacement($0, of: source.size, isSmooth: isSmooth, in: bounds)
        }
        guard !placements.isEmpty else { return nil }
        self.bounds = bounds
        image = sprites.buffer.withMargin(around: source)
        self.placements = placements
        blendMode = sprites.blendMode
        polygons = sprites.clip.outlines.map { ConvexSpans($0) }
        bands = BandIndex(count: placements.count) { placements[$0].rows }
    }

    /// Calls `body` for each run of pixels that a copy covers in a part of a band, from bottom to top.
    ///
    /// - Parameters:
    ///   - area: the part of a band.
    ///   - scratch: memory for a row of the area.
    ///   - body: draws the sampled pixels, which are in `scratch`.
    func forEachRun(
        in area: PixelRect, scratch: UnsafeMutablePointer<UInt32>,
        _ body: (_ tint: UInt32, _ row: Int, _ columns: Range<Int>) -> Void
    ) {
        image.withPixels { pixels in
            guard let base = pixels.baseAddress else { return }
            let plane = PixelBufferView(
                base: base, stride: image.size.width, width: image.size.width, height: image.size.height)
            placements.withUnsafeBufferPointer { placements in
                for number in bands.numbers(inBandOfRow: area.y) {
                    let sprite = placements[Int(number)]
                    for row in sprite.rows.clamped(to: area.rows) {
                        let columns = polygons.columns(
                            inRow: row, of: sprite.columns(inRow: row).clamped(to: area.columns))
                        guard !columns.isEmpty else { continue }
                        sprite.sample(plane, isSmooth: isSmooth, row: row, columns: columns, into: scratch)
                        body(sprite.tint, row, columns)
                    }
                }
            }
        }
    }
}

extension PixelBuffer {
    /// A copy of a part, with a margin of one pixel that repeats its edges.
    fileprivate func withMargin(around part: PixelRect) -> PixelBuffer {
        let size = PixelSize(width: part.size.width + 2, height: part.size.height + 2)
        return PixelBuffer(size: size) { target in
            withPixels { source in
                for row in 0..<size.height {
                    let line = (part.y + min(max(row - 1, 0), part.size.height - 1)) * self.size.width + part.x
                    for column in 0..<size.width {
                        target[row * size.width + column] = source[line + min(max(column - 1, 0), part.size.width - 1)]
                    }
                }
            }
        }
    }
}

/// The placement of one copy of an image, ready for drawing.
struct SpritePlacement: Sendable {
    /// The rows that the copy may cover; not empty.
    let rows: Range<Int>
    /// The color by which the image is multiplied.
    let tint: UInt32
    /// The origin of positions: a pixel of the frame near the copy's center, so that numbers stay small.
    private let anchor: SIMD2<Int>
    /// The position of the anchor's center in the image, and the increment for each row.
    private let origin: SIMD2<Double>, perRow: SIMD2<Double>
    /// The reciprocal of the increment for each column; 0 where it is 0.
    private let columnsPerPixel: SIMD2<Double>
    private let size: SIMD2<Double>
    /// The same positions in fixed point, for sampling.
    private let start: SIMD2<Int64>, columnStep: SIMD2<Int64>, rowStep: SIMD2<Int64>

    /// The maximum number of pixels of an image for one pixel of the frame.
    private static let stepLimit = Double(1 << 20)

    /// Creates the placement of a copy; nil if it is edge-on or covers no visible pixel.
    init?(_ sprite: RenderSprite, of imageSize: PixelSize, isSmooth: Bool, in visible: PixelRect) {
        let (center, reach) = sprite.extent(of: SIMD2(Float(imageSize.width), Float(imageSize.height)))
        let low = pointwiseMax(center - reach, SIMD2(Float(visible.x), Float(visible.y)))
        let high = pointwiseMin(
            center + reach, SIMD2(Float(visible.columns.upperBound), Float(visible.rows.upperBound)))
        guard low.x < high.x, low.y < high.y, sprite.tint != 0, abs(center.x) < 0x1p21, abs(center.y) < 0x1p21
        else { return nil }
        let first = Int(low.y.rounded(.down))
        let end = Int(high.y.rounded(.up))
        rows = max(first, visible.y)..<min(end, visible.rows.upperBound)
        let axes = SIMD4<Double>(sprite.axes)
        let determinant = axes.x * axes.w - axes.y * axes.z
        let perColumn = SIMD2(axes.w, -axes.y) / determinant
        let perRow = SIMD2(-axes.z, axes.x) / determinant
        guard !rows.isEmpty, all(abs(perColumn) .< Self.stepLimit), all(abs(perRow) .< Self.stepLimit) else {
            return nil
        }
        tint = sprite.tint
        size = SIMD2(Double(imageSize.width), Double(imageSize.height))
        let middle = SIMD2<Double>(center).rounded(.down)
        anchor = SIMD2(Int(middle.x), Int(middle.y))
        let away = middle + 0.5 - SIMD2<Double>(center)
        origin = size / 2 + away.x * perColumn + away.y * perRow
        self.perRow = perRow
        columnsPerPixel = (1 / perColumn).replacing(with: SIMD2<Double>.zero, where: perColumn .== SIMD2<Double>.zero)
        func fixed(_ position: SIMD2<Double>) -> SIMD2<Int64> {
            let scaled = (position * Double(1 << Sampling.fractionBits)).rounded(.toNearestOrEven)
            return SIMD2(Int64(scaled.x), Int64(scaled.y))
        }
        start = fixed(origin + (isSmooth ? 0.5 : 1))
        columnStep = fixed(perColumn)
        rowStep = fixed(perRow)
    }

    /// Returns the columns of a row with centers inside the copy.
    @inline(__always)
    func columns(inRow row: Int) -> Range<Int> {
        let start = origin + Double(row - anchor.y) * perRow
        var low = -0x1p30
        var high = 0x1p30
        for axis in 0..<2 {
            let inverse = columnsPerPixel[axis]
            guard inverse != 0 else {
                guard start[axis] >= 0, start[axis] < size[axis] else { return 0..<0 }
                continue
            }
            let ends = (-start[axis] * inverse, (size[axis] - start[axis]) * inverse)
            low = max(low, min(ends.0, ends.1))
            high = min(high, max(ends.0, ends.1))
        }
        guard low < high else { return 0..<0 }
        let first = Self.ceiling(low)
        let end = Self.ceiling(high)
        return first < end ? first + anchor.x..<end + anchor.x : 0..<0
    }

    /// Rounds up, without a call to the system's library.
    @inline(__always)
    private static func ceiling(_ number: Double) -> Int {
        let truncated = Int(number)
        return Double(truncated) < number ? truncated + 1 : truncated
    }

    /// Samples the image at some pixels of a row.
    @inline(__always)
    func sample(
        _ image: PixelBufferView, isSmooth: Bool, row: Int, columns: Range<Int>,
        into target: UnsafeMutablePointer<UInt32>
    ) {
        let x = Int64(columns.lowerBound - anchor.x)
        let y = Int64(row - anchor.y)
        let first = start &+ columnStep &* SIMD2(repeating: x) &+ rowStep &* SIMD2(repeating: y)
        if isSmooth {
            Sampling.linear(image, from: first, step: columnStep, count: columns.count, into: target)
        } else {
            Sampling.nearest(image, from: first, step: columnStep, count: columns.count, into: target)
        }
    }
}

/// The absolute value of each component.
private func abs(_ vector: SIMD2<Double>) -> SIMD2<Double> { vector.replacing(with: -vector, where: vector .< 0) }
