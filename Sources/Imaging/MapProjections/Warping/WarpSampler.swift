internal import PixelKernels
internal import TilePyramid

/// The sampling of the pixels of one block, for one layout.
///
/// Weights are calculated in single precision, from distances to the first pixel that counts: their error is far below that of
/// a rounded sample.
struct WarpSampler<Format: WarpedPixel> {
    private typealias Pixel = SIMD4<Float>
    private typealias Samples = UnsafePointer<Format.Sample>

    private let radius: (x: Double, y: Double)
    private let inverse: (x: Float, y: Float)
    private let window: PixelWindow
    private let alphaIsValidity: Bool
    /// Room for the weights of a row of pixels.
    private let weights: UnsafeMutablePointer<Float>
    private let isBilinear, isNarrow: Bool

    /// - Parameters:
    ///   - radius: the radius of the filter, at least 1.
    ///   - window: the source pixels.
    ///   - alphaIsValidity: whether alpha is 0 or full, and the nearest pixel's is taken.
    ///   - weights: room for ``weightLimit(_:)`` numbers.
    init(
        radius: (x: Double, y: Double), window: PixelWindow, alphaIsValidity: Bool,
        weights: UnsafeMutablePointer<Float>
    ) {
        (self.radius, self.window, self.weights) = (radius, window, weights)
        self.alphaIsValidity = alphaIsValidity
        inverse = (Float(1 / radius.x), Float(1 / radius.y))
        isBilinear = radius.x == 1 && radius.y == 1
        isNarrow = radius.x < 2 && radius.y < 2
    }

    /// The most pixels of a row that count for one pixel.
    static func weightLimit(_ radius: Double) -> Int { Int(2 * radius) + 3 }

    /// Samples one pixel and stores it.
    @inline(__always)
    func render(_ x: Double, _ y: Double, into output: UnsafeMutableRawPointer) {
        if alphaIsValidity, !isValid(x, y) { return Format.store(.zero, output) }
        Format.store(sample(x, y), output)
    }

    /// Returns whether the pixel that covers a position is valid.
    @inline(__always)
    private func isValid(_ x: Double, _ y: Double) -> Bool {
        row(Int(y))[(Int(x) - window.rect.x) &* Format.channels &+ (Format.channels - 1)] != 0
    }

    /// The weighted mean of the pixels around a position.
    @inline(__always)
    private func sample(_ x: Double, _ y: Double) -> Pixel {
        let firsts = (x: Self.roundedUp(x - 0.5 - radius.x), y: Self.roundedUp(y - 0.5 - radius.y))
        let (columns, rows) = (window.rect.columns, window.rect.rows)
        guard isNarrow, firsts.x < columns.upperBound, firsts.y < rows.upperBound else {
            return sampleMany(x, y, firsts.x, firsts.y)
        }
        let isInside = firsts.x >= columns.lowerBound && firsts.y >= rows.lowerBound
        // One pixel more to the right, of which samples may be read. A window has it wherever the image has.
        if isBilinear, isInside, firsts.x &+ 3 <= columns.upperBound, firsts.y &+ 2 <= rows.upperBound {
            return sampleTwo(x, y)
        }
        if !isBilinear, isInside, firsts.x &+ 5 <= columns.upperBound, firsts.y &+ 4 <= rows.upperBound {
            return sampleFour(x, y, firsts.x, firsts.y)
        }
        return sampleFourAtEdge(x, y, firsts.x, firsts.y)
    }

    /// The filter of radius 1: two pixels each way.
    @inline(__always)
    private func sampleTwo(_ x: Double, _ y: Double) -> Pixel {
        let (column, line) = (Self.roundedUp(x - 1.5), Self.roundedUp(y - 1.5))
        let right = Float(x - 0.5 - Double(column)), down = Float(y - 0.5 - Double(line))
        let upper = pixel(column, line), lower = below(upper)
        let first = Format.loadFollowed(upper) * (1 - right) + Format.loadFollowed(upper + Format.channels) * right
        let second = Format.loadFollowed(lower) * (1 - right) + Format.loadFollowed(lower + Format.channels) * right
        let sum = first * (1 - down) + second * down
        return alphaIsValidity ? quotient(sum, sum[3] / Format.full) : sum
    }

    /// A filter of a radius below 2: at most four pixels each way.
    @inline(__always)
    private func sampleFour(_ x: Double, _ y: Double, _ column: Int, _ line: Int) -> Pixel {
        let steps = Pixel(0, 1, 2, 3)
        let columns = Self.weights(steps + Float(Double(column) + 0.5 - x), inverse.x)
        let rows = Self.weights(steps + Float(Double(line) + 0.5 - y), inverse.y)
        var row = pixel(column, line)
        var sum = rowSum(row, columns) * rows[0]
        row = below(row)
        sum += rowSum(row, columns) * rows[1]
        row = below(row)
        sum += rowSum(row, columns) * rows[2]
        if rows[3] > 0 { sum += rowSum(below(row), columns) * rows[3] }
        return quotient(sum, alphaIsValidity ? sum[3] / Format.full : columns.sum() * rows.sum())
    }

    @inline(__always)
    private func rowSum(_ row: Samples, _ weights: Pixel) -> Pixel {
        let left = Format.loadFollowed(row) * weights[0] + Format.loadFollowed(row + Format.channels) * weights[1]
        let right =
            Format.loadFollowed(row + 2 * Format.channels) * weights[2]
            + Format.loadFollowed(row + 3 * Format.channels) * weights[3]
        return left + right
    }

    /// What ``sampleFour(_:_:_:_:)`` returns, to the last bit, where some of the pixels are not in the window.
    ///
    /// Those have no weight, or lie beyond the image, where they get none.
    private func sampleFourAtEdge(_ x: Double, _ y: Double, _ column: Int, _ line: Int) -> Pixel {
        let steps = Pixel(0, 1, 2, 3)
        var columns = Self.weights(steps + Float(Double(column) + 0.5 - x), inverse.x)
        var rows = Self.weights(steps + Float(Double(line) + 0.5 - y), inverse.y)
        for tap in 0..<4 {
            if !window.rect.columns.contains(column + tap) { columns[tap] = 0 }
            if !window.rect.rows.contains(line + tap) { rows[tap] = 0 }
        }
        var sum = Pixel.zero
        for tap in 0..<4 where rows[tap] > 0 {
            func term(_ index: Int) -> Pixel {
                columns[index] > 0 ? Format.load(pixel(column + index, line + tap)) * columns[index] : .zero
            }
            sum += ((term(0) + term(1)) + (term(2) + term(3))) * rows[tap]
        }
        return quotient(sum, alphaIsValidity ? sum[3] / Format.full : columns.sum() * rows.sum())
    }

    /// A filter of a radius of 2 or more.
    private func sampleMany(_ x: Double, _ y: Double, _ column: Int, _ line: Int) -> Pixel {
        let columns = Self.clamped(column, x - 0.5 + radius.x, window.rect.columns)
        let rows = Self.clamped(line, y - 0.5 + radius.y, window.rect.rows)
        guard !columns.isEmpty, !rows.isEmpty else { return .zero }
        var total: Float = 0
        let left = Float(Double(columns.lowerBound) + 0.5 - x)
        for tap in 0..<columns.count {
            let weight = Self.weight(left + Float(tap), inverse.x)
            weights[tap] = weight
            total += weight
        }
        let last = columns.count - 1
        var (sum, totalOfRows) = (Pixel.zero, Float(0))
        let top = Float(Double(rows.lowerBound) + 0.5 - y)
        var first = pixel(columns.lowerBound, rows.lowerBound)
        for tap in 0..<rows.count {
            let weight = Self.weight(top + Float(tap), inverse.y)
            totalOfRows += weight
            var samples = first
            var rowSum = Pixel.zero
            for tap in 0..<last {
                rowSum += Format.loadFollowed(samples) * weights[tap]
                samples += Format.channels
            }
            rowSum += Format.load(samples) * weights[last]
            sum += rowSum * weight
            if tap < rows.count - 1 { first = below(first) }
        }
        return quotient(sum, alphaIsValidity ? sum[3] / Format.full : total * totalOfRows)
    }

    // MARK: Parts

    @inline(__always)
    private func quotient(_ sum: Pixel, _ total: Float) -> Pixel { total > 0 ? sum * (1 / total) : .zero }

    @inline(__always)
    private static func weight(_ distance: Float, _ inverse: Float) -> Float { max(0, 1 - abs(distance) * inverse) }

    @inline(__always)
    private static func weights(_ distances: Pixel, _ inverse: Float) -> Pixel {
        let magnitudes = distances.replacing(with: -distances, where: distances .< 0)
        let weights = 1 - magnitudes * inverse
        return weights.replacing(with: 0, where: weights .< 0)
    }

    @inline(__always)
    private static func clamped(_ first: Int, _ last: Double, _ available: Range<Int>) -> Range<Int> {
        let first = max(available.lowerBound, first)
        return first..<max(first, min(available.upperBound, Int(last.rounded(.down)) + 1))
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
