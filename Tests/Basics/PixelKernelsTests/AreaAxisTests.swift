import TestLimits
import Testing

@testable import PixelKernels

@Suite(.timeLimited)
struct AreaAxisTests {
    private func weights(_ axis: AreaAxis, _ position: Int, total: UInt32) -> [UInt32] {
        var weights: [UInt32] = []
        axis.appendWeights(of: position, total: total, to: &weights)
        return weights
    }

    @Test func `an area has the pixels that lie within, in part or as a whole`() {
        let axis = AreaAxis(start: 0.5, step: 2, count: 2, length: 5)
        #expect(axis.pixels(of: 0) == 0..<3)
        #expect(weights(axis, 0, total: 100) == [25, 50, 25])
        #expect(axis.pixels(of: 1) == 2..<5)
        #expect(weights(axis, 1, total: 100) == [25, 50, 25])
    }

    @Test func `what lies beyond the pixels does not count`() {
        let axis = AreaAxis(start: 3, step: 6, count: 2, length: 5)
        #expect(axis.pixels(of: 0) == 3..<5)
        #expect(weights(axis, 0, total: 100) == [50, 50])
        // Nothing is left, and the last pixel stands for it.
        #expect(axis.pixels(of: 1) == 4..<5)
        #expect(weights(axis, 1, total: 100) == [100])
    }

    @Test(arguments: [1 << 14, 1 << 16]) func `weights add up exactly, however many there are`(_ total: UInt32) {
        for length in Array(1...40) + [459, 460, 1000, 4321, 70_000] {
            let axis = AreaAxis(start: 0.3, step: Double(length) - 0.1, count: 1, length: length + 1)
            #expect(weights(axis, 0, total: total).reduce(0, +) == total)
        }
    }

    @Test func `areas follow each other without gaps, with the windows of the mean of an area`() {
        let step = 1000.0 / 512
        let axis = AreaAxis(start: 0, step: step, count: 512, length: 1000)
        for position in 0..<512 {
            let window = ResamplingWindow(
                areaFrom: Double(position) * step, to: Double(position + 1) * step, length: 1000)
            let shares = weights(axis, position, total: 1 << 16).map { Float($0) / 65_536 }
            #expect(axis.pixels(of: position).lowerBound == window.start)
            #expect(shares.count == window.weights.count)
            #expect(zip(shares, window.weights).allSatisfy { abs($0 - $1) < 1e-4 })
        }
    }
}
