internal import ChannelImages
internal import Concurrency
internal import ImageSources
internal import TilePyramid

/// Reads planes of an image in bands of whole rows of blocks, several blocks at a time.
///
/// Confined to the reading thread.
final class PlaneBandReader {
    private let image: any ChannelImage
    private let threads: Int
    private let size: PixelSize
    private let sampleBytes: Int
    /// The width of the parts of a band that threads read side by side: whole blocks.
    private let partWidth: Int
    /// The rows of whole blocks that are read together, and the most rows of a band.
    private let blockRows: Int
    private let rowLimit: Int
    private var band = ScratchBuffer()
    private var parts = ScratchBuffer()

    /// The fewest rows of a band, unless the image has fewer: blocks may have a single row.
    static let rowsAtLeast = 64
    /// The most bytes of a band; higher blocks are read in several bands, and decoded once by images that keep a row of them.
    static let byteLimit = 32 << 20

    /// Prepares the reading of full-size planes.
    init(_ image: any ChannelImage, threads: Int) {
        self.image = image
        let description = image.description
        size = description.size
        sampleBytes = description.sampleType.byteCount
        let block = image.blockSize(ofLevel: 0)
        let blockWidth = max(1, block.width)
        let blocks = (size.width + blockWidth - 1) / blockWidth
        self.threads = min(threads, blocks)
        partWidth = (blocks + self.threads - 1) / self.threads * blockWidth
        let blockHeight = max(1, min(block.height, size.height))
        blockRows = (Self.rowsAtLeast + blockHeight - 1) / blockHeight * blockHeight
        rowLimit = max(1, Self.byteLimit / (size.width * sampleBytes))
    }

    /// The rows of each band, from top to bottom; no band has rows of two rows of blocks unless it has all of both.
    var bands: [Range<Int>] {
        stride(from: 0, to: size.height, by: blockRows).flatMap { first in
            let end = min(first + blockRows, size.height)
            return stride(from: first, to: end, by: rowLimit).map { $0..<min($0 + rowLimit, end) }
        }
    }

    /// Reads rows of a plane, and lends them to `body`.
    ///
    /// - Throws: the error of the image, `OutOfMemory`, or the error of `body`.
    func read(_ rows: Range<Int>, of plane: ChannelPlane, _ body: (ValueBand) throws -> Void) throws {
        let rowBytes = size.width * sampleBytes
        let target = try band.reserve(rows.count * rowBytes)
        if threads == 1 {
            try image.read(
                PixelRect(x: 0, y: rows.lowerBound, width: size.width, height: rows.count), of: plane,
                into: UnsafeMutableRawBufferPointer(start: target, count: rows.count * rowBytes))
        } else {
            try readParts(rows, of: plane, into: target)
        }
        try body(ValueBand(base: UnsafeRawPointer(target), stride: rowBytes, rows: rows))
    }

    /// Reads the parts of a band side by side, each into memory of its own, and copies their rows into the band.
    private func readParts(_ rows: Range<Int>, of plane: ChannelPlane, into target: UnsafeMutableRawPointer) throws {
        let rowBytes = size.width * sampleBytes
        // Each part has its own range of both.
        nonisolated(unsafe) let target = target
        nonisolated(unsafe) let memory = try parts.reserve(rows.count * rowBytes)
        let count = (size.width + partWidth - 1) / partWidth
        try parallelFor(count, workers: threads, makeContext: {}) { [image, size, sampleBytes, partWidth] part, _ in
            let x = part * partWidth
            let width = min(partWidth, size.width - x)
            let partBytes = width * sampleBytes
            let source = memory + x * sampleBytes * rows.count
            try image.read(
                PixelRect(x: x, y: rows.lowerBound, width: width, height: rows.count), of: plane,
                into: UnsafeMutableRawBufferPointer(start: source, count: partBytes * rows.count))
            for row in 0..<rows.count {
                (target + row * rowBytes + x * sampleBytes).copyMemory(
                    from: source + row * partBytes, byteCount: partBytes)
            }
        }
    }
}
