internal import Concurrency
internal import ImageSources
internal import TilePyramid

extension SampledStatistics {
    /// The samples that a level has at least to be measured: 256 × 256.
    public static let levelArea = 65_536
    /// The most samples that are read for a channel, beside those that fill a block.
    public static let sampleLimit = 4_194_304
    /// The most values of samples of more than 16 bits that are kept for a channel: every second one, fourth one and so on is,
    /// where there are more.
    public static let valueLimit = 1_048_576

    /// Measures channels of an image.
    ///
    /// The samples are those of the coarsest level with at least ``levelArea`` of them, or of full size in smaller images. Of a
    /// level of more than ``sampleLimit``, blocks are read that are spread over it. The result is the same for any number of
    /// threads. Blocks while it reads and decodes.
    ///
    /// - Parameters:
    ///   - channels: the channels, counted from 0.
    ///   - image: the image.
    ///   - section: the optical section.
    ///   - time: the time point.
    ///   - workers: the most threads; as many as there are processors by default.
    /// - Returns: the statistics of the channels, in their order.
    /// - Throws: `CodecError` when samples cannot be read, `OutOfMemory` when the system refuses memory.
    public static func measure(
        _ channels: [Int], of image: any ChannelImage, section: Int = 0, time: Int = 0, workers: Int? = nil
    ) throws -> [SampledStatistics] {
        let selection = SampleSelection(image)
        let workers = workers ?? Processors.count
        return try channels.map { channel in
            let plane = ChannelPlane(level: selection.level, channel: channel, section: section, time: time)
            return try measure(image, plane, selection.rects, workers: workers)
        }
    }

    private static func measure(
        _ image: any ChannelImage, _ plane: ChannelPlane, _ rects: [PixelRect], workers: Int
    ) throws -> SampledStatistics {
        let type = image.description.sampleType
        let nodata = image.description.channels[plane.channel].nodataRange(in: type)
        let total = rects.reduce(0) { $0 + $1.size.area }
        let step = (total + valueLimit - 1) / valueLimit
        let sums = Locked(SampleSums(type))
        try parallelFor(rects.count, workers: workers, makeContext: { SampleReader() }) { index, reader in
            let rect = rects[index]
            let samples = try reader.memory(rect.size.area * type.byteCount)
            try image.read(rect, of: plane, into: samples)
            guard let base = samples.baseAddress else { return }
            var part = SampleSums(type)
            part.add(UnsafeRawPointer(base), count: rect.size.area, step: max(1, step), nodata: nodata)
            sums.withLock { $0.formUnion(part) }
        }
        return sums.withLock { $0.statistics }
    }
}

/// The memory of a thread for stored samples.
private final class SampleReader {
    private var buffer = ScratchBuffer()

    func memory(_ count: Int) throws -> UnsafeMutableRawBufferPointer {
        UnsafeMutableRawBufferPointer(start: try buffer.reserve(count), count: count)
    }
}

/// The values of samples so far.
private struct SampleSums {
    private let type: SampleType
    /// The samples of each value, if there are few values.
    private var counts: [Int]
    private var values: [Double] = []

    init(_ type: SampleType) {
        self.type = type
        counts =
            type.byteCount <= 2 && !type.isFloatingPoint ? Array(repeating: 0, count: 1 << (8 * type.byteCount)) : []
    }

    /// Adds samples: all of those of up to 16 bits, and every `step`th one of others.
    mutating func add(_ samples: UnsafeRawPointer, count: Int, step: Int, nodata: ClosedRange<Double>?) {
        switch type {
        case .uint8: self.count(samples, UInt8.self, count, nodata)
        case .uint16: self.count(samples, UInt16.self, count, nodata)
        case .int8: self.count(samples, Int8.self, count, nodata)
        case .int16: self.count(samples, Int16.self, count, nodata)
        default: collect(samples, count: count, step: step, nodata: nodata)
        }
    }

    mutating func formUnion(_ other: SampleSums) {
        for index in counts.indices { counts[index] += other.counts[index] }
        values += other.values
    }

    var statistics: SampledStatistics {
        counts.isEmpty
            ? SampledStatistics(values: values)
            : SampledStatistics(counts: counts, first: Int(type.fullRange.lowerBound))
    }

    private mutating func count<Sample: FixedWidthInteger & BitwiseCopyable>(
        _ samples: UnsafeRawPointer, _: Sample.Type, _ count: Int, _ nodata: ClosedRange<Double>?
    ) {
        let samples = samples.assumingMemoryBound(to: Sample.self)
        let least = Int(Sample.min)
        counts.withUnsafeMutableBufferPointer { counts in
            for index in 0..<count { counts[Int(samples[index]) &- least] &+= 1 }
        }
        if let value = nodata.flatMap({ Int(exactly: $0.lowerBound) }), counts.indices.contains(value - least) {
            counts[value - least] = 0
        }
    }

    private mutating func collect(_ samples: UnsafeRawPointer, count: Int, step: Int, nodata: ClosedRange<Double>?) {
        let pieceLength = 1024
        withUnsafeTemporaryAllocation(of: Double.self, capacity: pieceLength) { piece in
            guard let numbers = piece.baseAddress else { return }
            for start in stride(from: 0, to: count, by: pieceLength) {
                let length = min(pieceLength, count - start)
                type.convert(samples + start * type.byteCount, count: length, to: numbers)
                let first = (step - start % step) % step
                for index in stride(from: first, to: length, by: step) {
                    let value = numbers[index]
                    guard value.isFinite, nodata?.contains(value) != true else { continue }
                    values.append(value)
                }
            }
        }
    }
}
