import TestLimits
import TestSupport
import Testing

@testable import PixelKernels

@Suite(.timeLimited)
struct AreaMeanTests {
    @Test(arguments: [1, 3], [(7, 3), (16, 5), (100, 99), (5, 5), (9, 1), (300, 153)])
    func `each pixel is the mean of its area`(_ channels: Int, _ sizes: (Int, Int)) {
        let (length, count) = sizes
        let step = Double(length) / Double(count)
        let mean = AreaMean(
            channels: channels, columns: AreaAxis(start: 0, step: step, count: count, length: length))
        // Rows that are all one number times the row's, so that the mean of an area is a product.
        let row = (0..<length * channels).map { UInt8(truncatingIfNeeded: $0 &* 37 &+ 11) }
        var sums = [UInt32](repeating: 77, count: length * channels)
        for (index, weight) in [AreaMean.one / 4, AreaMean.one / 2, AreaMean.one / 4].enumerated() {
            AreaMean.add(row, weight: weight, count: row.count, isFirst: index == 0, to: &sums)
        }
        var scratch = [UInt16](repeating: 0, count: length * channels + AreaMean.scratchPadding)
        var output = [UInt8](repeating: 0, count: count * channels)
        mean.makeRow(sums, width: length, scratch: &scratch, into: &output)
        for column in 0..<count {
            for channel in 0..<channels {
                let start = Double(column) * step
                let end = Double(column + 1) * step
                let sum = (0..<length).reduce(0.0) { sum, x in
                    sum + Double(row[x * channels + channel]) * max(0, min(end, Double(x + 1)) - max(start, Double(x)))
                }
                #expect(abs(Double(output[column * channels + channel]) - sum / step) <= 0.51)
            }
        }
    }

    @Test(arguments: [1, 3], [1, 2, 3, 7, 8, 9, 31, 32, 33, 100, 257])
    func `every processor makes the same pixels`(_ channels: Int, _ length: Int) {
        var generator = SeededRandom(seed: 24)
        for count in Set([1, (length + 2) / 3, (length + 1) / 2, length]) {
            let step = Double(length) / Double(count)
            let mean = AreaMean(
                channels: channels, columns: AreaAxis(start: 0, step: step, count: count, length: length))
            var sums = [UInt32](repeating: 77, count: length * channels)
            var portable = sums
            for (index, weight) in [AreaMean.one / 3, 1, AreaMean.one - AreaMean.one / 3 - 1].enumerated() {
                let row = sums.map { _ in UInt8.random(in: 0...255, using: &generator) }
                AreaMean.add(row, weight: weight, count: row.count, isFirst: index == 0, to: &sums)
                AreaMean.addPortably(row, weight: weight, count: row.count, isFirst: index == 0, to: &portable)
            }
            #expect(sums == portable)
            // What the memory after the row has does not count.
            var scratch = [UInt16](repeating: .max, count: length * channels + AreaMean.scratchPadding)
            // What lies after the row is not written.
            var output = [UInt8](repeating: 9, count: count * channels + 4)
            var expected = [UInt8]()
            expected = output
            mean.makeRow(sums, width: length, scratch: &scratch, into: &output)
            mean.makeRowPortably(sums, width: length, scratch: &scratch, into: &expected)
            #expect(output == expected)
            #expect(output.suffix(4) == [9, 9, 9, 9])
        }
    }

    @Test func `white stays white`() {
        let mean = AreaMean(channels: 1, columns: AreaAxis(start: 0, step: 13.2, count: 3, length: 40))
        var scratch = [UInt16](repeating: 0, count: 40 + AreaMean.scratchPadding)
        var output = [UInt8](repeating: 0, count: 3)
        mean.makeRow(
            [UInt32](repeating: 255 * AreaMean.one, count: 40), width: 40, scratch: &scratch, into: &output)
        #expect(output == [255, 255, 255])
    }

    @Test(arguments: [459, 1000, 2500]) func `a whole row of white becomes a white pixel`(_ width: Int) {
        let whole = AreaAxis(start: 0, step: Double(width), count: 1, length: width)
        let mean = AreaMean(channels: 3, columns: whole)
        var sums = [UInt32](repeating: 0, count: 3 * width)
        // As many rows as columns, each with the weight that it has in its area.
        let row = [UInt8](repeating: 255, count: 3 * width)
        var weights: [UInt32] = []
        whole.appendWeights(of: 0, total: AreaMean.one, to: &weights)
        for weight in weights { AreaMean.add(row, weight: weight, count: row.count, isFirst: false, to: &sums) }
        var scratch = [UInt16](repeating: 0, count: 3 * width + AreaMean.scratchPadding)
        var output = [UInt8](repeating: 0, count: 3)
        mean.makeRow(sums, width: width, scratch: &scratch, into: &output)
        #expect(output == [255, 255, 255])
    }

    @Test func `the window of an area has the parts that lie within`() {
        let window = ResamplingWindow(areaFrom: 0.5, to: 2.5, length: 5)
        #expect(window.start == 0)
        #expect(window.weights == [0.25, 0.5, 0.25])
        #expect(ResamplingWindow(areaFrom: 3, to: 9, length: 5).weights == [0.5, 0.5])
        #expect(ResamplingWindow(areaFrom: 7, to: 9, length: 5).start == 4)
    }

    @Test func `the window of a place has the two pixels whose middles are nearest`() {
        #expect(ResamplingWindow(linearAt: 1.75, length: 5).start == 1)
        #expect(ResamplingWindow(linearAt: 1.75, length: 5).weights == [0.75, 0.25])
        #expect(ResamplingWindow(linearAt: 0.2, length: 5).weights == [1])
        #expect(ResamplingWindow(linearAt: 4.9, length: 5).start == 4)
        #expect(ResamplingWindow(linearAt: 4.9, length: 5).weights == [1])
    }
}
