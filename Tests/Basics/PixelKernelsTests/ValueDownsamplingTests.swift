import TestSupport
import TestLimits
import Testing

@testable import PixelKernels

/// Means of stored values, compared with exact arithmetic.
@Suite(.timeLimited) struct ValueDownsamplingTests {
    /// The mean of up to four integers, in numbers of 128 bits: rounded to the nearest, halves to even.
    static func mean<Sample: FixedWidthInteger>(_ samples: [Sample]) -> Sample {
        let sum = samples.reduce(Int128(0)) { $0 + Int128($1) }
        let count = Int128(samples.count)
        let remainder = ((sum % count) + count) % count
        let floor = (sum - remainder) / count
        let roundsUp = 2 * remainder > count || 2 * remainder == count && floor % 2 != 0
        return Sample(roundsUp ? floor + 1 : floor)
    }

    /// The next coarser level of integers: the mean of those of each 2×2 that exist and are valid.
    static func halved<Sample: FixedWidthInteger>(
        _ samples: [Sample], width: Int, height: Int, nodata: Sample?
    ) -> [Sample] {
        (0..<(height + 1) / 2).flatMap { y in
            (0..<(width + 1) / 2).map { x in
                let rows = 2 * y..<min(2 * y + 2, height)
                let columns = 2 * x..<min(2 * x + 2, width)
                let corners = rows.flatMap { row in columns.map { samples[row * width + $0] } }
                let valid = corners.filter { $0 != nodata }
                return valid.isEmpty ? corners[0] : mean(valid)
            }
        }
    }

    /// The next coarser level as the kernel makes it.
    static func made<Sample: BitwiseCopyable>(
        _ samples: [Sample], width: Int, height: Int, zero: Sample, _ values: ValueDownsampling.Values,
        isPlain: Bool = false
    ) -> [Sample] {
        let kernel = ValueDownsampling(values)
        let halfWidth = (width + 1) / 2
        var output = [Sample](repeating: zero, count: halfWidth * ((height + 1) / 2))
        let size = MemoryLayout<Sample>.size
        samples.withUnsafeBytes { source in
            output.withUnsafeMutableBytes { target in
                guard let source = source.baseAddress, let target = target.baseAddress else { return }
                for y in 0..<(height + 1) / 2 {
                    let upper = source + 2 * y * width * size
                    let lower = 2 * y + 1 < height ? upper + width * size : nil
                    let row = target + y * halfWidth * size
                    if isPlain {
                        kernel.makeRowScalar(upper: upper, lower: lower, width: width, into: row)
                    } else {
                        kernel.makeRow(upper: upper, lower: lower, width: width, into: row)
                    }
                }
            }
        }
        return output
    }

    /// Checks all small sizes, without and with a no-data value that a quarter of the samples have.
    static func check<Sample: FixedWidthInteger & BitwiseCopyable & Sendable>(
        _ type: Sample.Type, _ values: (Sample?) -> ValueDownsampling.Values
    ) {
        var random = SeededRandom(seed: UInt64(Sample.bitWidth))
        let usual: [Sample] = [.min, .max, 0, 1, .max - 1, .min + 1, 3]
        for width in 1...9 {
            for height in 1...9 {
                let samples = (0..<width * height).map { _ in
                    Bool.random(using: &random)
                        ? usual.randomElement(using: &random) ?? 0
                        : Sample(truncatingIfNeeded: random.next())
                }
                for nodata in [nil, 3, Sample.min] {
                    let expected = halved(samples, width: width, height: height, nodata: nodata)
                    let result = made(samples, width: width, height: height, zero: 0, values(nodata))
                    #expect(result == expected, "\(type), \(width)×\(height)")
                }
            }
        }
    }

    @Test func `integers of every type are exact means, rounded to the nearest, halves to even`() {
        Self.check(UInt8.self) { .uint8(nodata: $0) }
        Self.check(UInt16.self) { .uint16(nodata: $0) }
        Self.check(UInt32.self) { .uint32(nodata: $0) }
        Self.check(UInt64.self) { .uint64(nodata: $0) }
        Self.check(Int8.self) { .int8(nodata: $0) }
        Self.check(Int16.self) { .int16(nodata: $0) }
        Self.check(Int32.self) { .int32(nodata: $0) }
        Self.check(Int64.self) { .int64(nodata: $0) }
    }

    @Test func `halves become the even number on both sides of 0`() {
        func half(_ samples: [Int16]) -> [Int16] {
            Self.made(samples, width: 2, height: 2, zero: 0, .int16(nodata: nil))
        }
        #expect(half([0, 1, 0, 1]) == [0])
        #expect(half([1, 2, 1, 2]) == [2])
        #expect(half([-1, 0, -1, 0]) == [0])
        #expect(half([-1, -2, -1, -2]) == [-2])
        #expect(half([1, 1, 1, 0]) == [1])
        #expect(half([-1, 0, 0, 0]) == [0])
    }

    /// Checks the vector loop against the plain one, in rows in which some samples are invalid.
    static func checkVectors<Sample: BitwiseCopyable & Equatable>(
        zero: Sample, _ values: [ValueDownsampling.Values], _ sample: (inout SeededRandom) -> Sample
    ) {
        for width in Array(1...70) + [255, 256, 257] {
            var random = SeededRandom(seed: UInt64(width))
            let samples = (0..<width * 2).map { _ in sample(&random) }
            for values in values {
                for height in 1...2 {
                    let rows = Array(samples[..<(width * height)])
                    let fast = made(rows, width: width, height: height, zero: zero, values)
                    let plain = made(rows, width: width, height: height, zero: zero, values, isPlain: true)
                    let isEqual = fast.withUnsafeBytes { fast in plain.withUnsafeBytes { fast.elementsEqual($0) } }
                    #expect(isEqual, "\(values), \(width)×\(height)")
                }
            }
        }
    }

    @Test func `vector loops give the same bytes as the plain loop`() {
        Self.checkVectors(zero: 0, [.uint8(nodata: nil), .uint8(nodata: 7)]) { UInt8(truncatingIfNeeded: $0.next()) }
        Self.checkVectors(zero: 0, [.int8(nodata: nil), .int8(nodata: -7)]) { Int8(truncatingIfNeeded: $0.next()) }
        Self.checkVectors(zero: 0, [.uint16(nodata: nil), .uint16(nodata: 0)]) {
            $0.next() % 50 == 0 ? 0 : UInt16(truncatingIfNeeded: $0.next())
        }
        Self.checkVectors(zero: 0, [.int16(nodata: nil), .int16(nodata: -9999)]) {
            $0.next() % 50 == 0 ? -9999 : Int16(truncatingIfNeeded: $0.next())
        }
        Self.checkVectors(zero: 0, [.float32(nodata: nil), .float32(nodata: -9999 ... -9998)]) {
            (random: inout SeededRandom) -> Float in
            switch random.next() % 60 {
            case 0: .nan
            case 1: -9999
            case 2: .greatestFiniteMagnitude
            case 3: .infinity
            case 4: .leastNonzeroMagnitude
            default: Float.random(in: -1000...1000, using: &random)
            }
        }
    }

    @Test func `means of floating-point numbers leave out NaN and no-data values`() {
        func half(_ samples: [Double]) -> Double {
            Self.made(samples, width: 2, height: 2, zero: 0, .float64(nodata: -1 ... -1))[0]
        }
        #expect(half([1, 2, 3, 5]) == 2.75)
        #expect(half([.nan, 2, 3, 5]) == 10.0 / 3)
        #expect(half([.nan, 2, -1, 5]) == 3.5)
        #expect(half([-1, -1, -1, 0.1]) == 0.1)
        #expect(half([-1, .nan, -1, .nan]) == -1)
        #expect(half([.nan, .nan, .nan, .nan]).isNaN)
        let large = Double.greatestFiniteMagnitude
        #expect(half([large, large, large, large]) == large)
        #expect(half([.infinity, 1, 1, 1]) == .infinity)
    }

    @Test func `numbers of all small sizes are the means of those that exist`() {
        var random = SeededRandom(seed: 5)
        for width in 1...9 {
            for height in 1...9 {
                // Sums of such numbers are exact.
                let samples = (0..<width * height).map { _ in Float(Int.random(in: -4096...4096, using: &random)) }
                let expected = (0..<(height + 1) / 2).flatMap { y in
                    (0..<(width + 1) / 2).map { x in
                        let corners = (2 * y..<min(2 * y + 2, height)).flatMap { row in
                            (2 * x..<min(2 * x + 2, width)).map { samples[row * width + $0] }
                        }
                        return corners.reduce(0, +) / Float(corners.count)
                    }
                }
                let result = Self.made(samples, width: width, height: height, zero: 0, .float32(nodata: nil))
                #expect(result == expected)
                let doubles = Self.made(
                    samples.map(Double.init), width: width, height: height, zero: 0, .float64(nodata: nil))
                #expect(doubles == expected.map(Double.init))
            }
        }
    }
}
