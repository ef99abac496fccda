import TestLimits
import TestSupport
import Testing

@testable import PixelKernels

@Suite(.timeLimited) struct SamplingStepsTests {
    private let image: [UInt32] = {
        var random = SeededRandom(seed: 3)
        return (0..<20 * 15).map { _ in UInt32.random(in: 0...UInt32.max, using: &random) | 0xFF00_0000 }
    }()

    /// Samples in steps, and at the same places by a mapping.
    private func samples(
        from start: SIMD2<Double>, step: SIMD2<Double>, count: Int, isSmooth: Bool
    ) -> (steps: [UInt32], mapped: [UInt32]) {
        var steps = [UInt32](repeating: 0, count: count)
        var mapped = [UInt32](repeating: 0, count: count)
        image.withUnsafeBufferPointer { pixels in
            guard let base = pixels.baseAddress else { return }
            let plane = PixelBufferView(base: base, stride: 20, width: 20, height: 15)
            let unit = Double(1 << Sampling.fractionBits)
            let first = SIMD2<Int64>(start * unit)
            let next = SIMD2<Int64>(step * unit)
            let scale = isSmooth ? 256.0 : 1
            let offset = isSmooth ? 0 : 0.5
            let mapping = TextureMapping(
                origin: SIMD3((start.x - offset) * scale, (start.y - offset) * scale, 1),
                perColumn: SIMD3(step.x * scale, step.y * scale, 0), perRow: .zero,
                limit: SIMD2(19, 14) * scale)
            steps.withUnsafeMutableBufferPointer { first0 in
                mapped.withUnsafeMutableBufferPointer { second in
                    guard let one = first0.baseAddress, let other = second.baseAddress else { return }
                    if isSmooth {
                        Sampling.linear(plane, from: first, step: next, count: count, into: one)
                        Sampling.linear(plane, mapping: mapping, row: 0, columns: 0..<count, into: other)
                    } else {
                        Sampling.nearest(plane, from: first, step: next, count: count, into: one)
                        Sampling.nearest(plane, mapping: mapping, row: 0, columns: 0..<count, into: other)
                    }
                }
            }
        }
        return (steps, mapped)
    }

    @Test(arguments: [true, false])
    func `sampling in steps is sampling by a mapping`(isSmooth: Bool) {
        for (start, step) in [
            (SIMD2(1.25, 2.5), SIMD2(0.75, 0.5)), (SIMD2(16.125, 12.25), SIMD2(-0.5, -0.625)),
            (SIMD2(3, 4), SIMD2(1, 0)),
            (SIMD2(0.375, 1.125), SIMD2(0.0625, 0.75)),
        ] {
            // Between pixels, halves are rounded either way.
            let start = isSmooth ? start : start + 1.0 / 128
            let (steps, mapped) = samples(from: start, step: step, count: 15, isSmooth: isSmooth)
            #expect(steps == mapped)
        }
    }
}
