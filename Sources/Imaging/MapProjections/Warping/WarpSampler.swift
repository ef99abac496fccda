internal import PixelKernels
internal import TilePyramid

/// The sampling of the pixels of one block, for one layout.
///
/// Weights are calculated in single precision, from distances to the first pixel that counts; their error is far below the
/// rounding error of a sample.
struct WarpSampler<Format: WarpedPixel> {
    private typealias Pixel = SIMD4<Float>
    private typealias Samples = UnsafePointer<Format.Sample>

    private let x, y: FilteredSampling.Axis
    private let window: PixelWindow
    private let alphaIsNearest: Bool
    /// Room for the weights of a row of pixels.
    private let weights: UnsafeMutablePointer<Float>
    private let isBilinear, isNarrow: Bool
    /// The sum of all weights; nil if that depends on the position.
    private let total: Float?
    private let countsBeyond: Bool

    /// - Parameters:
    ///   - x: the filter over columns.
    ///   - y: the filter over rows.
    ///   - total: the sum of all weights; nil if that depends on the position.
    ///   - window: the source pixels.
    ///   - alphaIsNearest: whether alpha comes from the nearest pixel.
    ///   - countsBeyond: whether pixels beyond the image count as transparent ones, and not at all otherwise.
    ///   - weights: room for ``weightLimit(_:)`` numbers.
    init(
        x: FilteredSampling.Axis, y: FilteredSampling.Axis, total: Float?, window: PixelWindow, alphaIsNearest: Bool,
        countsBeyond: Bool, weights: UnsafeMutablePointer<Float>
    ) {
        self.x = x
        self.y = y
        self.total = total
        self.window = window
        self.weights = weights
        self.alphaIsNearest = alphaIsNearest
        self.countsBeyond = countsBeyond
        isBilinear = x.radius == 1 && y.radius == 1
        isNarrow = x.radius < 2 && y.radius < 2
    }

    /// The most pixels of a row that count for one pixel.
    static func weightLimit(_ radius: Double) -> Int { Int(2 * radius) + 3 }

    /// Samples one pixel and stores it.
    ///
    /// - Parameters:
    ///   - x: the column of its position.
    ///   - y: the row of its position.
    ///   - phase: its rounding phase; nil to round to the nearest.
    ///   - output: its memory.
    @inline(__always)
    func render(_ x: Double, _ y: Double, phase: UInt16?, into output: UnsafeMutableRawPointer) {
        let alpha = alphaIsNearest ? nearestAlpha(x, y) : Format.full
        if alpha == 0 { return Format.store(.zero, output, bias: nil) }
        Format.store(sample(x, y, alpha), output, bias: phase.map { Float($0 >> 14) * 0.25 + 0.125 })
    }

    /// The alpha of the pixel that covers a position.
    @inline(__always)
    private func nearestAlpha(_ x: Double, _ y: Double) -> Float {
        Float(row(Int(y))[(Int(x) - window.rect.x) &* Format.channels &+ (Format.channels - 1)])
    }

    /// The weighted mean of the pixels around a position; with this alpha if the nearest pixel's is taken.
    @inline(__always)
    private func sample(_ x: Double, _ y: Double, _ alpha: Float) -> Pixel {
        let firsts = (x: Self.roundedUp(x - 0.5 - self.x.radius), y: Self.roundedUp(y - 0.5 - self.y.radius))
        let columns = window.rect.columns
        let rows = window.rect.rows
        guard isNarrow, firsts.x < columns.upperBound, firsts.y < rows.upperBound else {
            return sampleMany(x, y, firsts.x, firsts.y, alpha)
        }
        let isInside = firsts.x >= columns.lowerBound && firsts.y >= rows.lowerBound
        // One pixel more to the right, of which samples may be read. A window has it wherever the image has.
        if isBilinear, isInside, firsts.x &+ 3 <= columns.upperBound, firsts.y &+ 2 <= rows.upperBound {
            return sampleTwo(x, y, alpha)
        }
        if !isBilinear, isInside, firsts.x &+ 5 <= columns.upperBound, firsts.y &+ 4 <= rows.upperBound {
            return sampleFour(x, y, firsts.x, firsts.y, alpha)
        }
        return sampleFourAtEdge(x, y, firsts.x, firsts.y, alpha)
    }

    /// The filter of radius 1: two pixels each way.
    @inline(__always)
    private func sampleTwo(_ x: Double, _ y: Double, _ alpha: Float) -> Pixel {
        let column = Self.roundedUp(x - 1.5)
        let line = Self.roundedUp(y - 1.5)
        let right = Float(x - 0.5 - Double(column)), down = Float(y - 0.5 - Double(line))
        let upper = pixel(column, line), lower = below(upper)
        let first = Format.loadFollowed(upper) * (1 - right) + Format.loadFollowed(upper + Format.channels) * right
        let second = Format.loadFollowed(lower) * (1 - right) + Format.loadFollowed(lower + Format.channels) * right
        let sum = first * (1 - down) + second * down
        return alphaIsNearest ? quotient(sum, sum[3] / alpha) : sum
    }

    /// A filter of a radius below 2: at most four pixels each way.
    @inline(__always)
    private func sampleFour(_ x: Double, _ y: Double, _ column: Int, _ line: Int, _ alpha: Float) -> Pixel {
        let columns = Self.weights(Float(Double(column) + 0.5 - x), self.x)
        let rows = Self.weights(Float(Double(line) + 0.5 - y), self.y)
        var row = pixel(column, line)
        var sums = rowSums(row, columns, rows[0])
        row = below(row)
        add(rowSums(row, columns, rows[1]), to: &sums)
        row = below(row)
        add(rowSums(row, columns, rows[2]), to: &sums)
        if rows[3] > 0 { add(rowSums(below(row), columns, rows[3]), to: &sums) }
        let sum = sums.even + sums.odd
        return quotient(sum, alphaIsNearest ? sum[3] / alpha : total ?? Self.sum(columns) * Self.sum(rows))
    }

    /// The weighted sums of the first and the third pixel of a row, and of the second and the fourth.
    @inline(__always)
    private func rowSums(_ row: Samples, _ weights: Pixel, _ weight: Float) -> (even: Pixel, odd: Pixel) {
        let even =
            Format.loadFollowed(row) * weights[0] + Format.loadFollowed(row + 2 * Format.channels) * weights[2]
        let odd =
            Format.loadFollowed(row + Format.channels) * weights[1]
            + Format.loadFollowed(row + 3 * Format.channels) * weights[3]
        return (even * weight, odd * weight)
    }

    @inline(__always)
    private func add(_ sums: (even: Pixel, odd: Pixel), to all: inout (even: Pixel, odd: Pixel)) {
        all = (all.even + sums.even, all.odd + sums.odd)
    }

    /// The result of ``sampleFour(_:_:_:_:_:)``, to the last bit, where some of the pixels are not in the window.
    ///
    /// Those have no weight, or lie beyond the image, where they get none.
    private func sampleFourAtEdge(
        _ x: Double, _ y: Double, _ column: Int, _ line: Int, _ alpha: Float
    ) -> Pixel {
        var columns = Self.weights(Float(Double(column) + 0.5 - x), self.x)
        var rows = Self.weights(Float(Double(line) + 0.5 - y), self.y)
        for tap in 0..<4 {
            if !window.rect.columns.contains(column + tap) { columns[tap] = 0 }
            if !window.rect.rows.contains(line + tap) { rows[tap] = 0 }
        }
        var sums = (even: Pixel.zero, odd: Pixel.zero)
        for tap in 0..<4 where rows[tap] > 0 {
            func term(_ index: Int) -> Pixel {
                columns[index] > 0 ? Format.load(pixel(column + index, line + tap)) * columns[index] : .zero
            }
            add(((term(0) + term(2)) * rows[tap], (term(1) + term(3)) * rows[tap]), to: &sums)
        }
        let sum = sums.even + sums.odd
        let weight = (countsBeyond ? total : nil) ?? Self.sum(columns) * Self.sum(rows)
        return quotient(sum, alphaIsNearest ? sum[3] / alpha : weight)
    }

    /// A filter of any radius.
    private func sampleMany(_ x: Double, _ y: Double, _ column: Int, _ line: Int, _ alpha: Float) -> Pixel {
        let columns = Self.clamped(column, x - 0.5 + self.x.radius, window.rect.columns)
        let rows = Self.clamped(line, y - 0.5 + self.y.radius, window.rect.rows)
        guard !columns.all.isEmpty, !rows.all.isEmpty else { return .zero }
        var sumOfColumns: Float = 0
        let left = Float(Double(columns.all.lowerBound) + 0.5 - x)
        for tap in 0..<columns.all.count {
            let weight = Self.weight(left + Float(tap), self.x)
            weights[tap] = weight
            sumOfColumns += weight
        }
        let last = columns.all.count - 1
        var sums = (even: Pixel.zero, odd: Pixel.zero)
        var sumOfRows = Float(0)
        let top = Float(Double(rows.all.lowerBound) + 0.5 - y)
        var first = pixel(columns.all.lowerBound, rows.all.lowerBound)
        for tap in 0..<rows.all.count {
            let weight = Self.weight(top + Float(tap), self.y)
            sumOfRows += weight
            var samples = first
            var row = (even: Pixel.zero, odd: Pixel.zero)
            for tap in 0...last {
                let pixel = (tap < last ? Format.loadFollowed(samples) : Format.load(samples)) * weights[tap]
                if tap.isMultiple(of: 2) { row.even += pixel } else { row.odd += pixel }
                samples += Format.channels
            }
            add((row.even * weight, row.odd * weight), to: &sums)
            if tap < rows.all.count - 1 { first = below(first) }
        }
        let sum = sums.even + sums.odd
        let isInside = !columns.isClamped && !rows.isClamped
        let weight = (isInside || countsBeyond ? total : nil) ?? sumOfColumns * sumOfRows
        return quotient(sum, alphaIsNearest ? sum[3] / alpha : weight)
    }

    // MARK: Parts

    @inline(__always)
    private func quotient(_ sum: Pixel, _ total: Float) -> Pixel { total > 0 ? sum * (1 / total) : .zero }

    @inline(__always)
    private static func weight(_ distance: Float, _ axis: FilteredSampling.Axis) -> Float {
        min(1, max(0, axis.peak - abs(distance) * axis.slope))
    }

    /// The weights of four pixels, the first of which is at the given distance.
    @inline(__always)
    private static func weights(_ distance: Float, _ axis: FilteredSampling.Axis) -> Pixel {
        let distances = Pixel(0, 1, 2, 3) + distance
        let magnitudes = distances.replacing(with: -distances, where: distances .< 0)
        let weights = axis.peak - magnitudes * axis.slope
        return weights.replacing(with: 0, where: weights .< 0).replacing(with: 1, where: weights .> 1)
    }

    /// The sum in the order of the vector loops.
    @inline(__always)
    private static func sum(_ four: Pixel) -> Float { (four[0] + four[2]) + (four[1] + four[3]) }

    @inline(__always)
    private static func clamped(
        _ first: Int, _ last: Double, _ available: Range<Int>
    ) -> (all: Range<Int>, isClamped: Bool) {
        let end = Int(last.rounded(.down)) + 1
        let start = max(available.lowerBound, first)
        return (
            start..<max(start, min(available.upperBound, end)),
            first < available.lowerBound || end > available.upperBound
        )
    }

    /// Rounds up without a call of the mathematical library, which some processors need for it.
    @inline(__always)
    private static func roundedUp(_ value: Double) -> Int {
        // Checked: positions lie in the source.
        let whole = Int(value)
        return Double(whole) < value ? whole &+ 1 : whole
    }

    @inline(__always)
    private func row(_ y: Int) -> Samples {
        (window.base + (y &- window.rect.y) &* window.stride).assumingMemoryBound(to: Format.Sample.self)
    }

    @inline(__always)
    private func pixel(_ x: Int, _ y: Int) -> Samples { row(y) + (x &- window.rect.x) &* Format.channels }

    @inline(__always)
    private func below(_ samples: Samples) -> Samples {
        (UnsafeRawPointer(samples) + window.stride).assumingMemoryBound(to: Format.Sample.self)
    }
}
