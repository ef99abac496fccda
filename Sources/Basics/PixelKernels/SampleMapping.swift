internal import CPixelKernels

/// The mapping of samples of 32 or 64 bits from black…white to 0…255 or 0…65535.
///
/// A value becomes round((v − black) ÷ (white − black) · full), clamped; NaN becomes 0.
package struct SampleMapping: Sendable {
    /// The types of samples.
    package enum Number: Sendable {
        case uint32, int32, uint64, int64, float, double
    }

    private let number: tk_number
    private let black: Double
    private let span: Double
    private let depth: PixelLayout.Depth

    /// Prepares the mapping of samples of one type.
    ///
    /// - Parameters:
    ///   - number: the type, in the machine's byte order.
    ///   - black: the value that becomes 0.
    ///   - white: the value that becomes full; it may be below `black`.
    ///   - depth: the bits of mapped samples.
    package init(_ number: Number, black: Double, white: Double, depth: PixelLayout.Depth) {
        self.number =
            switch number {
            case .uint32: TK_UINT32
            case .int32: TK_INT32
            case .uint64: TK_UINT64
            case .int64: TK_INT64
            case .float: TK_FLOAT
            case .double: TK_DOUBLE
            }
        self.black = black
        span = white - black
        self.depth = depth
    }

    /// Maps `count` aligned samples, which are as far apart as the steps say.
    package func apply(
        _ source: UnsafeRawPointer, step: Int = 1, to target: UnsafeMutableRawPointer, targetStep: Int = 1, count: Int
    ) {
        tk_map_samples(number, source, step, target, targetStep, depth == .sixteen ? 1 : 0, count, black, span)
    }
}

/// The least and the greatest finite sample.
package struct FiniteRange: Sendable {
    /// The least sample; infinity when there is none.
    package private(set) var least = Double.infinity
    /// The greatest sample; negative infinity when there is none.
    package private(set) var greatest = -Double.infinity

    /// Creates the range of no samples.
    package init() {}

    /// Extends the range to another one.
    package mutating func formUnion(_ other: FiniteRange) {
        least = min(least, other.least)
        greatest = max(greatest, other.greatest)
    }

    /// Extends the range to a value, if the value is finite.
    package mutating func insert(_ value: Double) {
        guard value.isFinite else { return }
        least = min(least, value)
        greatest = max(greatest, value)
    }

    /// Extends the range to `count` aligned samples of single precision, side by side.
    package mutating func insert(floats source: UnsafeRawPointer, count: Int) {
        var lowest = Float.infinity
        var highest = -Float.infinity
        let measured = tk_extremes(source.assumingMemoryBound(to: Float.self), count, &lowest, &highest)
        // Infinity has to be left out value by value.
        let isDone = lowest.isFinite && highest.isFinite
        if isDone {
            insert(Double(lowest))
            insert(Double(highest))
        }
        insertOneByOne(source, from: isDone ? measured : 0, to: count)
    }

    private mutating func insertOneByOne(_ source: UnsafeRawPointer, from first: Int, to count: Int) {
        typealias Lanes = SIMD8<Float>
        var low = Lanes(repeating: .infinity)
        var high = Lanes(repeating: -.infinity)
        let limit = Lanes(repeating: .greatestFiniteMagnitude)
        var index = first
        while index &+ 8 <= count {
            let values = source.loadUnaligned(fromByteOffset: 4 &* index, as: Lanes.self)
            // Comparisons are false for NaN.
            let isFinite = (values .<= limit) .& (values .>= -limit)
            low.replace(with: values, where: isFinite .& (values .< low))
            high.replace(with: values, where: isFinite .& (values .> high))
            index &+= 8
        }
        for lane in 0..<8 {
            insert(Double(low[lane]))
            insert(Double(high[lane]))
        }
        for rest in index..<count { insert(Double(source.load(fromByteOffset: 4 * rest, as: Float.self))) }
    }
}
