import CPixelKernels
import TestLimits
import TestSupport
import Testing

@testable import PixelKernels

@Suite(.timeLimited) struct SampleMappingTests {
    private func mapped<Sample: BitwiseCopyable>(
        _ samples: [Sample], _ number: SampleMapping.Number, _ black: Double, _ white: Double, step: Int = 1
    ) -> (bytes: [UInt8], words: [UInt16]) {
        let count = (samples.count + step - 1) / step
        var bytes = [UInt8](repeating: 0, count: samples.count)
        var words = [UInt16](repeating: 0, count: samples.count)
        samples.withUnsafeBytes { source in
            guard let base = source.baseAddress else { return }
            bytes.withUnsafeMutableBytes { target in
                guard let target = target.baseAddress else { return }
                SampleMapping(number, black: black, white: white, depth: .eight)
                    .apply(base, step: step, to: target, targetStep: step, count: count)
            }
            words.withUnsafeMutableBytes { target in
                guard let target = target.baseAddress else { return }
                SampleMapping(number, black: black, white: white, depth: .sixteen)
                    .apply(base, step: step, to: target, targetStep: step, count: count)
            }
        }
        return (bytes, words)
    }

    /// The definition.
    private func level(_ value: Double, _ black: Double, _ white: Double, _ full: Double) -> Int {
        let position = (value - black) / (white - black) * full
        return position > 0 ? Int(min(position, full).rounded()) : 0
    }

    @Test(arguments: [0, 1, 7, 8, 31, 100, 1000])
    func `samples of every type are mapped as defined`(count: Int) {
        var random = SeededRandom(seed: UInt64(count))
        let words = (0..<count).map { _ in random.next() }
        func expect<Sample: BitwiseCopyable>(
            _ number: SampleMapping.Number, _ samples: [Sample], _ black: Double, _ white: Double,
            _ value: (Sample) -> Double
        ) {
            let (bytes, words) = mapped(samples, number, black, white)
            #expect(bytes.map { Int($0) } == samples.map { level(value($0), black, white, 255) })
            #expect(words.map { Int($0) } == samples.map { level(value($0), black, white, 65535) })
        }
        expect(.uint32, words.map { UInt32($0 >> 32) }, 0, 4_294_967_295) { Double($0) }
        expect(.int32, words.map { Int32(truncatingIfNeeded: $0) }, -2e9, 1e9) { Double($0) }
        expect(.uint64, words, 0, Double(UInt64.max)) { Double($0) }
        expect(.int64, words.map { Int64(bitPattern: $0) }, 5e18, -5e18) { Double($0) }
        expect(.float, words.map { Float($0 >> 40) / 100 }, -3, 90000) { Double($0) }
        expect(.double, words.map { Double($0 >> 11) }, 0, 9e15) { $0 }
    }

    @Test func `NaN is black, and what lies beyond the range is clipped`() {
        let floats: [Float] = [.nan, -.infinity, .infinity, -1, 2, 0.5, -.zero, 1, 0]
        #expect(mapped(floats, .float, 0, 1).bytes == [0, 0, 255, 0, 255, 128, 0, 255, 0])
        #expect(mapped(floats, .float, 1, 0).bytes == [0, 255, 0, 255, 0, 128, 255, 0, 255])
    }

    @Test func `samples apart from each other leave others alone`() {
        let floats: [Float] = [0, 9, 9, 1, 9, 9, 0.5]
        #expect(mapped(floats, .float, 0, 1, step: 3).bytes == [0, 0, 0, 255, 0, 0, 128])
    }

    @Test func `the range of floats is that of the finite ones`() {
        for count in 0..<40 {
            for place in 0..<max(1, count) {
                var floats = (0..<count).map { Float($0 % 5) }
                if count > 0 { floats[place] = [.nan, .infinity, -.infinity, -7, 90][place % 5] }
                var range = FiniteRange()
                floats.withUnsafeBytes { bytes in
                    if let base = bytes.baseAddress { range.insert(floats: base, count: count) }
                }
                let finite = floats.filter(\.isFinite).map { Double($0) }
                #expect(range.least == finite.min() ?? .infinity)
                #expect(range.greatest == finite.max() ?? -.infinity)
            }
        }
    }

    @Test func `every sample of 16 bits is narrowed to the nearest one of 8`() {
        let words = (0...UInt16.max).map { $0 }
        var bytes = [UInt8](repeating: 0, count: words.count + 1)
        for offset in [0, 1] {
            let input = [UInt8](repeating: 0, count: offset) + words.flatMap { [UInt8($0 & 255), UInt8($0 >> 8)] }
            input.withUnsafeBytes { tk_narrow_samples($0.baseAddress?.advanced(by: offset), &bytes, words.count) }
            #expect(bytes.last == 0)
            #expect(zip(bytes, words).allSatisfy { Int($0) == (2 * Int($1) + 257) / 514 })
        }
    }
}
