internal import Caching
internal import ChannelImages
internal import Concurrency
internal import ImageCodecs
internal import ImageMetadata
internal import TilePyramid
internal import ZarrArrays

/// The channels of an image that is served, and what has been measured of them.
///
/// From any thread.
final class ServedChannels: Sendable {
    /// The image.
    let image: any ChannelImage
    /// The rendering that the image has if nobody asks for another one.
    let automatic: ChannelRendering
    /// The renderings that were requested most recently, by their queries.
    let renderings = SharedCache<RenderingItems, ServedImage>(limit: renderingLimit)
    private let statistics: MeasuredChannels
    private let groundSize: (width: Double, height: Double)?

    /// The most renderings that are kept of an image.
    static let renderingLimit = 64
    /// The most channels that a rendering shows.
    static let channelLimit = 64
    /// The most bytes of decoded chunks of an OME-Zarr that are kept.
    static let chunkCacheBytes = 32 << 20
    /// The most bytes that another image keeps of its decoded blocks.
    private static let blockCacheBytes = 192 << 20

    /// Measures an image as its automatic rendering needs it; blocks while it reads.
    ///
    /// - Parameters:
    ///   - image: the image.
    ///   - groundSize: the size of its pixels on the ground in meters; nil where that is not known.
    /// - Throws: `CodecError` when samples cannot be read, and the error of an exhausted budget.
    init(_ image: any ChannelImage, groundSize: (width: Double, height: Double)? = nil) throws {
        self.image = image
        self.groundSize = groundSize
        statistics = MeasuredChannels(image)
        automatic = try ChannelRendering.automatic(statistics.finder)
    }

    /// The bytes of memory that the image may hold: those of decoded blocks, and of statistics.
    var ownBytes: Int {
        guard !(image is ZarrChannelImage) else { return Self.chunkCacheBytes }
        let description = image.description
        let bytes = description.size.area.multipliedReportingOverflow(
            by: description.sampleType.byteCount * description.channels.count)
        return bytes.overflow ? Self.blockCacheBytes : min(bytes.partialValue, Self.blockCacheBytes)
    }

    /// Finds the rendering that a request asks for; blocks while it measures channels.
    ///
    /// - Parameter items: the query of the request.
    /// - Returns: what is shown, in numbers.
    /// - Throws: ``RequestError`` with status 400 for what the image does not have; errors of its samples.
    func rendering(_ items: RenderingItems) throws -> ChannelRendering {
        let rendering: ChannelRendering
        do {
            rendering = try ChannelRendering(queryItems: items.items, statistics.finder, automatic: automatic)
        } catch let error as CodecError where error.code == .invalidRequest {
            throw RequestError(rendering: error)
        }
        guard rendering.channels.count <= Self.channelLimit else {
            throw RequestError(
                400,
                "a rendering of \(rendering.channels.count) channels is asked for, and up to \(Self.channelLimit) are shown."
            )
        }
        guard case .hillshade(let channel, var light) = rendering.mode, let groundSize, !items.has(.pixel) else {
            return rendering
        }
        light.pixelWidth = groundSize.width
        light.pixelHeight = groundSize.height
        var placed = rendering
        placed.mode = .hillshade(channel: channel, light)
        return placed
    }
}

/// The statistics of an image's channels, each of which is measured once.
///
/// From any thread; those that need the same channel wait for each other.
final class MeasuredChannels: Sendable {
    private struct Plane: Hashable {
        var channel: Int
        var section: Int
        var time: Int
    }

    private let image: any ChannelImage
    private let statistics: SingleFlightCache<Plane, SampledStatistics>

    /// The most bytes of statistics that are kept of an image.
    static let byteLimit = 64 << 20

    /// Prepares measurements of an image.
    init(_ image: any ChannelImage) {
        self.image = image
        statistics = SingleFlightCache(costLimit: Self.byteLimit)
    }

    /// Finds ranges, and measures channels of which no statistics are kept.
    var finder: ChannelRangeFinder {
        ChannelRangeFinder(image.description) { [self] channels, section, time in
            guard channels.count <= ServedChannels.channelLimit else {
                throw RequestError(
                    400,
                    "the ranges of \(channels.count) channels are to be measured, and up to "
                        + "\(ServedChannels.channelLimit) are. Choose channels, or give ranges in numbers.")
            }
            return try channels.map { try statistics(of: $0, section: section, time: time) }
        }
    }

    private func statistics(of channel: Int, section: Int, time: Int) throws -> SampledStatistics {
        let plane = Plane(channel: channel, section: section, time: time)
        // Values of up to 16 bits are counted, and others are kept.
        let bytes = image.description.sampleType.byteCount <= 2 ? 1 << 20 : 8 * SampledStatistics.valueLimit
        return try statistics.value(for: plane, cost: { _ in bytes }) {
            try ProcessorTimeBudget.current?.check()
            return try SampledStatistics.measure([channel], of: image, section: section, time: time, workers: 1)[0]
        }
    }
}
