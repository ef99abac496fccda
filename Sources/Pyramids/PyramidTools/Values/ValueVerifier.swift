package import ChannelImages
internal import Concurrency
package import FilePyramids
internal import ImageMetadata
internal import ImageSources
internal import Numbers
internal import TileContainers
package import TileCutting
internal import TilePyramid
internal import ValuePyramids

/// Decodes every chunk of a pyramid of stored values, and compares its values with those of an image.
package struct ValueVerifier: Sendable {
    private let pyramid: ValueImage
    private let source: ValueImage?
    private let threads: Int
    private let issueLimit: Int

    /// The most chunks of an image that is checked: a file can claim more than it has.
    package static let chunkLimit = 1 << 28
    /// The most bytes that are read at a time, unless a row of a chunk has more; each thread has as many.
    package static let partByteLimit = 32 << 20

    /// Prepares the verification of a pyramid.
    ///
    /// - Parameters:
    ///   - pyramid: the pyramid.
    ///   - source: the image that it was made of; nil for no comparison.
    ///   - options: the number of threads and the most issues that are kept.
    package init(_ pyramid: ValueImage, source: ValueImage?, options: VerificationOptions) {
        self.pyramid = pyramid
        self.source = source
        threads = options.threads ?? Processors.count
        issueLimit = options.issueLimit
    }

    /// Verifies the pyramid on background threads; cancel the task to stop.
    ///
    /// - Parameter onProgress: called after every chunk on the thread that checked it.
    /// - Returns: the issues.
    /// - Throws: `CodecError` if the source cannot be read, `CuttingError` with code `interrupted` after cancellation.
    package func verify(onProgress: (@Sendable (CutProgress) -> Void)? = nil) async throws -> ValueVerification {
        try await runBlockingWork(label: "PyramidTools.verifyValues") { cancellation in
            let start = ContinuousClock.now
            let issues = ValidationIssueList(limit: issueLimit)
            do {
                let chunks = try check(issues, cancellation, onProgress)
                // What cannot be decoded cannot be compared.
                if let source, issues.count == 0 { try compare(with: source, issues, cancellation) }
                return ValueVerification(
                    description: pyramid.image.description, chunks: chunks, issues: issues.sorted,
                    issueCount: issues.count, source: source?.name,
                    seconds: (ContinuousClock.now - start) / .seconds(1))
            } catch is CancellationError {
                throw CuttingError.interrupted
            }
        }
    }

    /// Decodes all chunks of all levels.
    private func check(
        _ issues: ValidationIssueList, _ cancellation: Cancellation, _ onProgress: (@Sendable (CutProgress) -> Void)?
    ) throws -> Int {
        let levels = pyramid.image.description.levels.indices.map { CheckedLevel(pyramid.image, level: $0) }
        let total = levels.reduce(Optional(0)) { sum, level in
            sum.flatMap { sum in level.chunkCount.flatMap { CheckedNumber.sum(sum, $0) } }
        }
        guard let total, total <= Self.chunkLimit else {
            throw CodecError(
                .unsupported, file: pyramid.name,
                "it claims to have more than \(Self.chunkLimit) chunks, which is too much to be checked.")
        }
        let finished = Locked(0)
        for level in levels {
            try parallelFor(level.chunkCount ?? 0, workers: threads, makeContext: { PartBuffer() }) { index, buffer in
                if cancellation.isCancelled { throw CancellationError() }
                do {
                    try level.decode(index, in: pyramid.image, buffer)
                } catch let error as CodecError {
                    issues.add(ValidationIssue(location: error.file, error.message))
                } catch let error as StoreError {
                    issues.add(ValidationIssue(location: error.path, error.message))
                }
                let count = finished.withLock { count in
                    count += 1
                    return count
                }
                onProgress?(
                    CutProgress(
                        finishedTiles: count, totalTiles: total, encodedPixels: count * level.block.area,
                        storedBytes: 0))
            }
        }
        return total
    }

    private func compare(
        with source: ValueImage, _ issues: ValidationIssueList, _ cancellation: Cancellation
    ) throws {
        let comparison = ChannelImageComparison(pyramid.image, source.image)
        if let difference = try comparison.difference(.fullSize, threads: threads, cancellation: cancellation) {
            issues.add(ValidationIssue(location: pyramid.name, "it differs from \(source.name): \(difference)."))
        }
    }
}

/// The result of checking a pyramid of stored values.
package struct ValueVerification: Hashable, Sendable {
    /// The levels and channels.
    package var description: ChannelImageDescription
    /// The number of chunks that were decoded.
    package var chunks: Int
    /// The issues.
    package var issues: [ValidationIssue]
    /// The number of issues, including those that were too many to keep.
    package var issueCount: Int
    /// The image that the values were compared with; nil if there was none.
    package var source: String?
    /// The duration in seconds.
    package var seconds: Double

    /// Whether there are no issues.
    package var isValid: Bool { issueCount == 0 }
}

/// The chunks of all planes of a level.
private struct CheckedLevel: Sendable {
    let level: Int
    let size: PixelSize
    /// The size of a chunk within the level.
    let block: PixelSize
    /// The number of chunks; nil if it is too large a number.
    let chunkCount: Int?
    private let columns: Int
    private let rows: Int
    private let description: ChannelImageDescription

    init(_ image: any ChannelImage, level: Int) {
        description = image.description
        self.level = level
        size = description.levels[level]
        let stored = image.blockSize(ofLevel: level)
        block = PixelSize(
            width: max(1, min(stored.width, size.width)), height: max(1, min(stored.height, size.height)))
        columns = (size.width - 1) / block.width + 1
        rows = (size.height - 1) / block.height + 1
        chunkCount = CheckedNumber.product(
            description.channels.count, description.sectionCount, description.timeCount, columns, rows)
    }

    /// Decodes a chunk: the channels of a place follow each other, as those of interleaved pixels share a chunk.
    func decode(_ index: Int, in image: any ChannelImage, _ buffer: PartBuffer) throws {
        let channels = description.channels.count
        let place = index / channels
        let number = place / columns / rows
        let plane = ChannelPlane(
            level: level, channel: index % channels, section: number % description.sectionCount,
            time: number / description.sectionCount)
        let x = place % columns * block.width
        let top = place / columns % rows * block.height
        let width = min(block.width, size.width - x)
        let end = min(top + block.height, size.height)
        let rowBytes = width * description.sampleType.byteCount
        let step = max(1, ValueVerifier.partByteLimit / rowBytes)
        for y in stride(from: top, to: end, by: step) {
            let rect = PixelRect(x: x, y: y, width: width, height: min(step, end - y))
            let count = rowBytes * rect.size.height
            let target = UnsafeMutableRawBufferPointer(start: try buffer.memory.reserve(count), count: count)
            try image.read(rect, of: plane, into: target)
        }
    }
}

/// The memory of a thread.
private final class PartBuffer {
    var memory = ScratchBuffer()
}
