package import ChannelImages
package import Concurrency
internal import Glibc
internal import ImageSources
internal import TilePyramid

/// Compares the stored values of two images, part by part.
package struct ChannelImageComparison: Sendable {
    /// The first difference of two images, in the order of levels, times, sections, channels and rows of blocks.
    package enum Difference: Hashable, Sendable {
        /// The types of samples differ.
        case sampleType(SampleType, SampleType)
        /// The numbers of channels, sections or times differ.
        case planes
        /// The sizes of a level differ, or only one image has the level.
        case size(level: Int)
        /// A value of a plane differs.
        case value(ChannelPlane, x: Int, y: Int)
    }

    /// The levels that are compared.
    package enum Levels: Hashable, Sendable {
        /// Full size.
        case fullSize
        /// All levels, of which both images must have the same.
        case all
    }

    /// The most bytes of a part that is read at a time from each image, unless a row has more; each thread has two.
    package static let partByteLimit = 8 << 20

    private let first: any ChannelImage
    private let second: any ChannelImage

    /// Prepares the comparison of two images.
    package init(_ first: any ChannelImage, _ second: any ChannelImage) {
        self.first = first
        self.second = second
    }

    /// Compares the images; values are equal if their bits are, those of NaN as well.
    ///
    /// - Parameters:
    ///   - levels: the levels that are compared; full size by default.
    ///   - threads: the number of threads, at least 1; all processors by default.
    ///   - cancellation: stops the comparison from another thread.
    /// - Returns: the first difference, whatever the number of threads; nil if there is none.
    /// - Throws: the error of an image, `OutOfMemory`, or `CancellationError`.
    package func difference(
        _ levels: Levels = .fullSize, threads: Int = Processors.count, cancellation: Cancellation = Cancellation()
    ) throws -> Difference? {
        let left = first.description
        let right = second.description
        guard left.sampleType == right.sampleType else { return .sampleType(left.sampleType, right.sampleType) }
        guard left.channels.count == right.channels.count, left.sectionCount == right.sectionCount,
            left.timeCount == right.timeCount
        else { return .planes }
        let count = levels == .all ? max(left.levels.count, right.levels.count) : 1
        for level in 0..<count {
            guard level < left.levels.count, level < right.levels.count, left.levels[level] == right.levels[level]
            else { return .size(level: level) }
            if let difference = try difference(ofLevel: level, threads, cancellation) { return difference }
        }
        return nil
    }

    private func difference(
        ofLevel level: Int, _ threads: Int, _ cancellation: Cancellation
    ) throws -> Difference? {
        let description = first.description
        let size = description.levels[level]
        let rowBytes = size.width * description.sampleType.byteCount
        let blocks = [first, second].map { max(1, min($0.blockSize(ofLevel: level).height, size.height)) }
        let rows = max(1, min(blocks.max() ?? 1, Self.partByteLimit / rowBytes))
        let partsPerPlane = (size.height + rows - 1) / rows
        let channels = description.channels.count
        let planes = channels * description.sectionCount * description.timeCount
        do throws(Stop) {
            try parallelFor(planes * partsPerPlane, workers: threads, makeContext: { Buffers() }) {
                part, buffers throws(Stop) in
                let number = part / partsPerPlane
                let plane = ChannelPlane(
                    level: level, channel: number % channels, section: number / channels % description.sectionCount,
                    time: number / channels / description.sectionCount)
                let y = part % partsPerPlane * rows
                let rect = PixelRect(x: 0, y: y, width: size.width, height: min(rows, size.height - y))
                try compare(rect, of: plane, rowBytes: rowBytes, buffers, cancellation)
            }
        } catch {
            switch error {
            case .difference(let difference): return difference
            case .failure(let error): throw error
            }
        }
        return nil
    }

    /// Compares a part of a plane.
    private func compare(
        _ rect: PixelRect, of plane: ChannelPlane, rowBytes: Int, _ buffers: Buffers, _ cancellation: Cancellation
    ) throws(Stop) {
        let position: Int?
        do {
            if cancellation.isCancelled { throw CancellationError() }
            let count = rowBytes * rect.size.height
            let left = UnsafeMutableRawBufferPointer(start: try buffers.first.reserve(count), count: count)
            let right = UnsafeMutableRawBufferPointer(start: try buffers.second.reserve(count), count: count)
            try first.read(rect, of: plane, into: left)
            try second.read(rect, of: plane, into: right)
            guard !equals(left, right) else { return }
            position = zip(left, right).enumerated().first { $1.0 != $1.1 }?.offset
        } catch {
            throw .failure(error)
        }
        guard let position else { return }
        let x = position % rowBytes / first.description.sampleType.byteCount
        throw .difference(.value(plane, x: x, y: rect.y + position / rowBytes))
    }

    private func equals(_ left: UnsafeMutableRawBufferPointer, _ right: UnsafeMutableRawBufferPointer) -> Bool {
        guard let first = left.baseAddress, let second = right.baseAddress else { return true }
        return memcmp(first, second, left.count) == 0
    }

    /// The reason to stop: a failure, or a difference.
    private enum Stop: Error {
        case difference(Difference)
        case failure(any Error)
    }

    /// The memory of a thread.
    private final class Buffers {
        var first = ScratchBuffer()
        var second = ScratchBuffer()
    }
}

extension ChannelImageComparison.Difference: CustomStringConvertible {
    /// The difference as a clause, such as "channel 2 differs at column 10, row 20".
    package var description: String {
        switch self {
        case .sampleType(let first, let second): return "the samples are \(first.rawValue) and \(second.rawValue)"
        case .planes: return "the numbers of channels, sections or times differ"
        case .size(let level): return "the sizes of level \(level) differ"
        case .value(let plane, let x, let y):
            let place = "channel \(plane.channel), section \(plane.section), time \(plane.time)"
            return "the values of \(place) differ on level \(plane.level) at column \(x), row \(y)"
        }
    }
}
