internal import ChannelImages
internal import Concurrency
internal import ImageSources
internal import TilePyramid

/// A pass over planes that takes one sample of each square.
struct SamplePass: Sendable {
    /// Takes the samples of rows of the coarse level.
    typealias Receiver = (_ rows: Range<Int>, _ plane: ChannelPlane, _ samples: UnsafeRawBufferPointer) -> Void

    /// The most bytes that a thread reads at a time.
    static let pieceByteLimit = 16 << 20
    /// The rows of the coarse level that are read together where single rows of the image are read.
    private static let rowsTogether = 8
    /// The parts of a pass after which there is progress: a sixteenth, an eighth and so on.
    private static let progressSteps = 4

    private let image: any ChannelImage
    private let size: PixelSize
    private let halvings: Int
    private let sampleBytes: Int
    /// The positions in bytes of the samples that are taken of a row.
    private let columns: [Int]
    /// Whether single rows are read, and not whole blocks.
    private let readsRows: Bool
    /// The width of the parts that are read.
    private let pieceWidth: Int
    /// The rows of the coarse level that are read together, in the order of reading.
    private let bands: [Range<Int>]

    /// Prepares passes over full-size planes.
    ///
    /// - Parameters:
    ///   - image: the image.
    ///   - size: the size of the coarse level.
    ///   - halvings: the number of times that the full size is halved for it.
    init(_ image: any ChannelImage, _ size: PixelSize, halvings: Int) {
        self.image = image
        self.size = size
        self.halvings = halvings
        let full = image.description.size
        let sampleBytes = image.description.sampleType.byteCount
        self.sampleBytes = sampleBytes
        columns = (0..<size.width).map { Self.position($0, halvings, full.width) * sampleBytes }
        let stored = image.blockSize(ofLevel: 0)
        let block = PixelSize(
            width: min(max(1, stored.width), full.width), height: min(max(1, stored.height), full.height))
        // What is read in parts of huge blocks is kept by images that decode them as a whole.
        let blockBytes = block.area.multipliedReportingOverflow(by: sampleBytes)
        readsRows =
            block.width == full.width || blockBytes.overflow || blockBytes.partialValue > Self.pieceByteLimit
        if readsRows {
            pieceWidth = min(full.width, Self.pieceByteLimit / sampleBytes)
        } else {
            let rowBlocks = (full.width + block.width - 1) / block.width
            // All threads have a part.
            pieceWidth =
                min(
                    max(1, Self.pieceByteLimit / blockBytes.partialValue),
                    (rowBlocks + Processors.count - 1) / Processors.count) * block.width
        }
        let least = readsRows ? min(Self.rowsTogether << halvings, full.height) : 1
        let height = (least + block.height - 1) / block.height * block.height
        var bands: [Range<Int>] = []
        var first = 0
        while first < size.height {
            let number = Self.position(first, halvings, full.height) / height
            var end = first + 1
            while end < size.height, Self.position(end, halvings, full.height) / height == number { end += 1 }
            bands.append(first..<end)
            first = end
        }
        self.bands = Self.spread(bands.count).map { bands[$0] }
    }

    /// The numbers from 0, in an order in which those of each beginning are spread over all.
    static func spread(_ count: Int) -> [Int] {
        (0..<count).sorted { left, right in
            (-left.trailingZeroBitCount, left) < (-right.trailingZeroBitCount, right)
        }
    }

    /// The place in full size of the sample at a place of the coarse level: in the middle of its square.
    private static func position(_ index: Int, _ halvings: Int, _ length: Int) -> Int {
        min(((2 * index + 1) << halvings) >> 1, length - 1)
    }

    /// Takes the samples of planes.
    ///
    /// - Parameters:
    ///   - planes: planes of full size.
    ///   - isCancelled: whether the pass should end.
    ///   - onProgress: receives the part of the pass that is done.
    ///   - receive: receives rows of the coarse level.
    /// - Throws: the error of the image, `OutOfMemory`, or `CancellationError`.
    func run(
        _ planes: [ChannelPlane], isCancelled: () -> Bool, onProgress: (Double) -> Void, receive: Receiver
    ) throws {
        let steps = Set((0...Self.progressSteps).map { bands.count >> $0 })
        var memory = ScratchBuffer()
        for (index, rows) in bands.enumerated() {
            for plane in planes {
                if isCancelled() { throw CancellationError() }
                let count = rows.count * size.width * sampleBytes
                let samples = try memory.reserve(count)
                try read(rows, of: plane, into: samples)
                receive(rows, plane, UnsafeRawBufferPointer(start: samples, count: count))
            }
            if steps.contains(index + 1) { onProgress(Double(index + 1) / Double(bands.count)) }
        }
    }

    /// Takes the samples of rows, several parts at a time.
    private func read(_ rows: Range<Int>, of plane: ChannelPlane, into target: UnsafeMutableRawPointer) throws {
        let full = image.description.size
        // Each part has its own place.
        nonisolated(unsafe) let target = target
        let pieces = (full.width + pieceWidth - 1) / pieceWidth
        let rowBytes = size.width * sampleBytes
        try parallelFor(
            readsRows ? rows.count * pieces : pieces, workers: Processors.count, makeContext: { SampleMemory() }
        ) { index, memory in
            let x = index % pieces * pieceWidth
            let part = x..<min(x + pieceWidth, full.width)
            let first = rows.lowerBound + index / pieces
            let own = readsRows ? first..<first + 1 : rows
            try read(own, part, of: plane, memory, into: target + (own.lowerBound - rows.lowerBound) * rowBytes)
        }
    }

    /// Takes the samples of rows that lie in some columns of full size.
    private func read(
        _ rows: Range<Int>, _ part: Range<Int>, of plane: ChannelPlane, _ memory: SampleMemory,
        into target: UnsafeMutableRawPointer
    ) throws {
        let height = image.description.size.height
        let own = first(from: part.lowerBound)..<first(from: part.upperBound)
        guard !own.isEmpty else { return }
        let places = rows.map { Self.position($0, halvings, height) }
        guard let top = places.first, let bottom = places.last else { return }
        let samples = try memory.read(
            PixelRect(x: part.lowerBound, y: top, width: part.count, height: bottom - top + 1), of: plane, in: image,
            sampleBytes)
        let positions = columns[own].map { $0 - part.lowerBound * sampleBytes }
        for (index, place) in places.enumerated() {
            SamplePicking.pick(
                positions, of: samples + (place - top) * part.count * sampleBytes, sampleBytes: sampleBytes,
                into: target + (index * size.width + own.lowerBound) * sampleBytes)
        }
    }

    /// The first column of the coarse level whose sample lies at a column of full size or after it.
    private func first(from x: Int) -> Int {
        var low = 0
        var high = columns.count
        while low < high {
            let middle = (low + high) / 2
            if columns[middle] < x * sampleBytes { low = middle + 1 } else { high = middle }
        }
        return low
    }
}

/// The memory of a thread for the samples that it reads.
private final class SampleMemory {
    private var buffer = ScratchBuffer()

    /// Reads a rectangle.
    func read(
        _ rect: PixelRect, of plane: ChannelPlane, in image: any ChannelImage, _ sampleBytes: Int
    ) throws -> UnsafeRawPointer {
        let count = rect.size.area * sampleBytes
        let base = try buffer.reserve(count)
        try image.read(rect, of: plane, into: UnsafeMutableRawBufferPointer(start: base, count: count))
        return UnsafeRawPointer(base)
    }
}
