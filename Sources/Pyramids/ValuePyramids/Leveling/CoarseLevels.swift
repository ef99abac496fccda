package import ChannelImages
internal import Concurrency
internal import PixelKernels
package import TilePyramid

/// The levels of an image that are coarser than those of its file: halves of the coarsest one that is stored, down to a chunk.
///
/// They come from a pyramid of values once ``use(_:)`` has been called with it. Until then,
/// - a level finer than that of the ``sampler`` has the same values, means that are made for each rectangle, as long as few blocks of
///   the file have to be read for it;
/// - others are those of the sampler.
package final class CoarseLevels: ChannelImage {
    /// The levels, from the finest of them, with the mask of the file as a channel.
    package let description: ChannelImageDescription
    /// The stored level that is halved, as an image.
    package let source: any ChannelImage
    /// The description of ``source`` with all levels.
    package let pyramid: ChannelImageDescription
    /// The size of the chunks.
    package let chunk: PixelSize
    /// The samples that stand for coarse levels.
    package let sampler: PlaneSampler

    private let stored = Locked<(any ChannelImage)?>(nil)
    private let reductionByteLimit: Int

    /// The usual width and height of chunks.
    package static let usualChunkSide = 256
    /// The most bytes of whole blocks that are read for a rectangle, with all channels that lie in them.
    package static let reductionByteLimit = 32 << 20

    /// Prepares the levels of an image; no sample is read.
    ///
    /// - Parameters:
    ///   - source: the stored level that is halved.
    ///   - pixelLimit: the most pixels of the level of the sampler, unless the coarsest one has more.
    ///   - chunk: the size of the chunks; there are no levels if the image fits into one.
    ///   - reductionByteLimit: the most bytes of blocks that are read for a rectangle; ``reductionByteLimit`` by default.
    package init(
        of source: any ChannelImage, pixelLimit: Int, chunk: PixelSize,
        reductionByteLimit: Int = CoarseLevels.reductionByteLimit
    ) {
        self.source = source
        self.chunk = chunk
        self.reductionByteLimit = reductionByteLimit
        let pyramid = source.description.pyramid(chunk: chunk)
        self.pyramid = pyramid
        var description = pyramid
        description.levels.removeFirst()
        let halvings = pyramid.levels.indices.dropFirst().first { pyramid.levels[$0].area <= pixelLimit }
        sampler = PlaneSampler(of: source, halvings: halvings ?? description.levels.count)
        // A description has a level, be it none of these.
        if description.levels.isEmpty { description.levels = pyramid.levels }
        self.description = description
    }

    /// Whether an image of a size has no further levels.
    package static func areNone(of size: PixelSize) -> Bool {
        size.width <= usualChunkSide && size.height <= usualChunkSide
    }

    /// Whether all levels are those of a pyramid of values.
    package var isStored: Bool { stored.withLock { $0 != nil } }

    /// Reads all levels from a pyramid of values from now on, and frees the samples.
    ///
    /// - Parameter levels: an image that ``fits(_:)``.
    package func use(_ levels: any ChannelImage) {
        stored.withLock { $0 = levels }
        sampler.discard()
    }

    /// Whether an image has these levels and planes.
    package func fits(_ levels: ChannelImageDescription) -> Bool {
        levels.levels == description.levels && levels.sampleType == description.sampleType
            && levels.channels.count == description.channels.count && levels.sectionCount == description.sectionCount
            && levels.timeCount == description.timeCount
    }

    package func blockSize(ofLevel _: Int) -> PixelSize { chunk }

    /// Reads the samples of a rectangle of a plane.
    ///
    /// It waits for no pass over the file: what has not been sampled yet is the no-data value or 0.
    package func read(
        _ rect: PixelRect, of plane: ChannelPlane, into target: UnsafeMutableRawBufferPointer
    ) throws {
        if let stored = stored.withLock(\.self) { return try stored.read(rect, of: plane, into: target) }
        precondition(
            target.count >= rect.size.area * description.sampleType.byteCount, "there is room for the samples")
        var full = plane
        full.level = 0
        let reducer = ValueRegionReducer(halvings: plane.level + 1, of: source)
        if reducer.halvings < sampler.halvings, reducer.readBytes(for: rect) <= Double(reductionByteLimit) {
            return try reducer.read(rect, of: full, into: target)
        }
        try sampler.read(rect, halvings: reducer.halvings, of: full, into: target)
    }
}
