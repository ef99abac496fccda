import ChannelImages
import ImageMetadata
import TestLimits
import Testing
import TilePyramid

@Suite(.timeLimited) struct SampledStatisticsTests {
    private func isClose(_ value: Double?, _ expected: Double) -> Bool {
        value.map { abs($0 - expected) <= 1e-9 * max(1, abs(expected)) } ?? false
    }

    @Test func `percentiles are those of NumPy`() throws {
        let words: [UInt16] = [3, 1, 4, 1, 5, 9, 2, 6, 5, 3, 5]
        let image = MemoryChannelImage(width: 11, type: .uint16, channels: [words])
        let statistics = try SampledStatistics.measure([0], of: image)[0]
        let expected: [(Double, Double)] = [
            (0, 1), (0.1, 1), (2, 1), (10, 1), (25, 2.5), (33, 3), (50, 4), (75, 5), (98, 8.4), (99.9, 8.97), (100, 9),
        ]
        for (percentage, value) in expected { #expect(isClose(statistics.percentile(percentage), value)) }
        #expect(statistics.count == 11)
        #expect(statistics.minimum == 1)
        #expect(statistics.maximum == 9)
        #expect(statistics.percentile(-3) == 1)
        #expect(statistics.percentile(.nan) == 1)
        #expect(statistics.percentile(1000) == 9)

        let numbers = [-1.5, 0.25, 7, 1e6, 3.5]
        let deep = MemoryChannelImage(width: 5, type: .float64, channels: [numbers])
        let sorted = try SampledStatistics.measure([0], of: deep)[0]
        let interpolated: [(Double, Double)] = [
            (0, -1.5), (10, -0.8), (50, 3.5), (90, 600_002.8), (99, 960_000.28), (100, 1e6),
        ]
        for (percentage, value) in interpolated {
            #expect(isClose(sorted.percentile(percentage), value))
        }

        let ramp = (0..<600).map { UInt16($0 * 7919 % 4096) }
        let wide = MemoryChannelImage(width: 30, type: .uint16, channels: [ramp])
        let spread = try SampledStatistics.measure([0], of: wide)[0]
        let ends: [(Double, Double)] = [(0.1, 0.599), (2, 11.98), (98, 3850.02), (99.9, 3861.401)]
        for (percentage, value) in ends {
            #expect(isClose(spread.percentile(percentage), value))
        }
    }

    @Test func `signed samples, and those of every type, have the same percentiles`() throws {
        func check<Sample: BinaryInteger & BitwiseCopyable>(_ type: SampleType, _: Sample.Type) throws {
            let samples = [5, 1, 3, 2, 4].map { Sample($0) }
            let image = MemoryChannelImage(width: 5, type: type, channels: [samples])
            let statistics = try SampledStatistics.measure([0], of: image)[0]
            #expect([0, 25, 40, 100].map { statistics.percentile($0) } == [1, 2, 2.6, 5])
        }
        try check(.uint8, UInt8.self)
        try check(.uint16, UInt16.self)
        try check(.uint32, UInt32.self)
        try check(.uint64, UInt64.self)
        try check(.int8, Int8.self)
        try check(.int16, Int16.self)
        try check(.int32, Int32.self)
        try check(.int64, Int64.self)
        let image = MemoryChannelImage(width: 3, type: .int16, channels: [[-32768, 32767, -5] as [Int16]])
        let statistics = try SampledStatistics.measure([0], of: image)[0]
        #expect([0, 50, 100].map { statistics.percentile($0) } == [-32768, -5, 32767])
    }

    @Test func `numbers of 64 bits have percentiles and histograms, however far apart they are`() throws {
        let greatest = Double.greatestFiniteMagnitude
        let image = MemoryChannelImage(
            width: 4, type: .float64, channels: [[-greatest, greatest, 0, greatest] as [Double]])
        let statistics = try SampledStatistics.measure([0], of: image)[0]
        #expect(statistics.percentile(0) == -greatest && statistics.percentile(100) == greatest)
        #expect(statistics.percentile(50) == greatest / 2)
        #expect(statistics.histogram(bins: 2, over: -greatest...greatest) == [1, 3])
        #expect(statistics.histogram(bins: 3, over: -Double.infinity...Double.infinity) == [4, 0, 0])
        #expect(statistics.histogram(bins: 2, over: 0...0) == [1, 0])
        let far = MemoryChannelImage(width: 2, type: .float64, channels: [[-greatest, greatest] as [Double]])
        #expect(try SampledStatistics.measure([0], of: far)[0].percentile(50) == 0)
    }

    @Test func `nodata, NaN and infinities are left out`() throws {
        var channel = ChannelDescription()
        channel.nodata = NodataValue(-9999)
        let floats: [Float] = [.nan, .infinity, -.infinity, -9999, 2, 4]
        let image = MemoryChannelImage(width: 3, type: .float32, channels: [floats], described: [channel])
        let statistics = try SampledStatistics.measure([0], of: image)[0]
        #expect(statistics.count == 2)
        #expect(statistics.percentile(50) == 3)

        let words: [Int16] = [-9999, -9999, 7, 8]
        let integers = MemoryChannelImage(width: 2, type: .int16, channels: [words], described: [channel])
        #expect(try SampledStatistics.measure([0], of: integers)[0].minimum == 7)

        let empty = MemoryChannelImage(width: 1, type: .int16, channels: [[-9999] as [Int16]], described: [channel])
        let none = try SampledStatistics.measure([0], of: empty)[0]
        #expect(none.count == 0)
        #expect(none.minimum == nil)
        #expect(none.percentile(50) == nil)
        #expect(none.histogram(bins: 2, over: 0...1) == [0, 0])
    }

    @Test func `a histogram counts the values of parts`() throws {
        let image = MemoryChannelImage(width: 8, type: .uint8, channels: [[0, 1, 1, 49, 50, 99, 100, 101] as [UInt8]])
        let statistics = try SampledStatistics.measure([0], of: image)[0]
        #expect(statistics.histogram(bins: 2, over: 0...100) == [4, 3])
        #expect(statistics.histogram(bins: 1, over: 1...1) == [2])
        #expect(statistics.histogram(bins: 0, over: 0...255) == [8])
    }

    @Test func `the coarsest level with enough samples is measured, the same by any number of threads`() throws {
        let sizes = [
            PixelSize(width: 600, height: 512), PixelSize(width: 300, height: 256), PixelSize(width: 150, height: 128),
        ]
        let description = ChannelImageDescription(levels: sizes, sampleType: .uint16, channels: [ChannelDescription()])
        let samples = (0..<300 * 256).map { UInt16(truncatingIfNeeded: $0 &* 40503) }
        let image = MemoryChannelImage(
            description, block: PixelSize(width: 64, height: 64), planes: [ChannelPlane(level: 1): samples])
        let first = try SampledStatistics.measure([0], of: image, workers: 1)
        #expect(first[0].count == 300 * 256)
        #expect(first[0] == SampledStatistics(values: samples.map { Double($0) }).asCounts(samples))
        #expect(image.rects(of: ChannelPlane()).isEmpty)
        let read = image.rects(of: ChannelPlane(level: 1)).reduce(0) { $0 + $1.size.area }
        #expect(read == 300 * 256)
        #expect(try SampledStatistics.measure([0], of: image, workers: 4) == first)
    }

    @Test func `blocks spread over a large image represent it`() throws {
        let size = PixelSize(width: 9000, height: 7000)
        let description = ChannelImageDescription(levels: [size], sampleType: .uint8, channels: [ChannelDescription()])
        let tiled = MemoryChannelImage(
            description, block: PixelSize(width: 512, height: 512), planes: [:] as [ChannelPlane: [UInt8]])
        let statistics = try SampledStatistics.measure([0], of: tiled)[0]
        #expect(statistics.count > SampledStatistics.sampleLimit / 2)
        #expect(statistics.count <= SampledStatistics.sampleLimit)
        let rects = tiled.rects(of: ChannelPlane())
        #expect(Set(rects.map(\.x)).count >= 4)
        #expect(Set(rects.map(\.y)).count >= 3)
        #expect(rects.allSatisfy { $0.x % 512 == 0 && $0.y % 512 == 0 })

        let whole = MemoryChannelImage(description, block: size, planes: [:] as [ChannelPlane: [UInt8]])
        let part = try SampledStatistics.measure([0], of: whole)[0]
        #expect(part.count == SampledStatistics.sampleLimit / 9000 * 9000)
        #expect(whole.rects(of: ChannelPlane()).count == 1)
    }
}

extension SampledStatistics {
    /// The same distribution from the numbers of samples of each value.
    fileprivate func asCounts(_ samples: [UInt16]) -> SampledStatistics {
        var counts = Array(repeating: 0, count: 65536)
        for sample in samples { counts[Int(sample)] += 1 }
        return SampledStatistics(counts: counts, first: 0)
    }
}
