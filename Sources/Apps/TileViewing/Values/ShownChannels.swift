internal import ChannelImages
internal import ImageSources
internal import TilePyramid

/// The stored values of the channels of a document that are shown.
struct ShownChannels: Sendable {
    /// A channel that is shown.
    struct Channel: Hashable, Sendable {
        /// The name, or the number counted from 1.
        var name: String
        /// The unit of its values; nil if the file states none.
        var unit: String?
        /// The values that become 0 and full; nil where the rendering has no range.
        var range: ClosedRange<Double>?
        /// The color of the full value; nil where values become colors in another way.
        var color: ChannelColor?
    }

    /// The channels, each once.
    let channels: [Channel]
    private let planes: [ChannelPlane]
    private let image: any ChannelImage
    /// The image's number of each level of the pyramid.
    private let levels: [Int]

    /// Takes the rendering that a document has now; nil for pictures.
    init?(_ document: Document) {
        guard let channels = document.channels, let rendering = document.channelRendering else { return nil }
        image = channels.image
        planes = document.shownPlanes
        levels = ChannelTileGrid(channels.image).levels
        self.channels = planes.map { plane in
            var channel = Channel(
                name: ChannelText.plainName(of: plane.channel, in: channels.description),
                unit: channels.description.channels[plane.channel].unit)
            switch rendering.mode {
            case .composite(let layers):
                let layer = layers.first { $0.channel == plane.channel }
                channel.range = layer?.range
                channel.color = layer?.color
            case .colormap(let layer, _): channel.range = layer.range
            case .hillshade, .terrain: break
            }
            return channel
        }
    }

    /// Reads the values of a rectangle, channel by channel.
    ///
    /// Blocks while it reads and decodes.
    ///
    /// - Parameters:
    ///   - rect: a rectangle within the level.
    ///   - level: the number of the level in the pyramid of the document.
    ///   - receive: takes a row of values: the position of the channel in ``channels``, the row of the level, and a value for each
    ///     column of the rectangle, with the channel's scale and offset; NaN for the no-data value, and where the image is
    ///     transparent.
    /// - Returns: the number of pixels that are not transparent; 0 for what is not part of the channels' image.
    /// - Throws: `CodecError` when samples cannot be read, `OutOfMemory` when the system refuses memory.
    func read(
        _ rect: PixelRect, level: Int, _ receive: (_ channel: Int, _ row: Int, UnsafeBufferPointer<Double>) -> Void
    ) throws -> Int {
        let description = image.description
        guard levels.indices.contains(level) else { return 0 }
        let size = description.levels[levels[level]]
        guard rect.x >= 0, rect.y >= 0, rect.columns.upperBound <= size.width, rect.rows.upperBound <= size.height
        else {
            return 0
        }
        let width = rect.size.width
        var sampleMemory = ScratchBuffer()
        let byteCount = rect.size.area * description.sampleType.byteCount
        let samples = try sampleMemory.reserve(byteCount)
        var valueMemory = ScratchBuffer()
        let values = try valueMemory.reserve(width * MemoryLayout<Double>.stride)
            .bindMemory(to: Double.self, capacity: width)
        var alphaMemory = ScratchBuffer()
        var alpha: UnsafeMutableRawPointer?
        var count = rect.size.area
        if let first = planes.first, image.alphaMeaning(ofLevel: levels[level]) != nil {
            var plane = first
            plane.level = levels[level]
            let memory = try alphaMemory.reserve(rect.size.area)
            let bytes = UnsafeMutableRawBufferPointer(start: memory, count: rect.size.area)
            try image.readAlpha(rect, of: plane, into: bytes)
            count = bytes.count { $0 > 0 }
            alpha = memory
        }
        for (number, shown) in planes.enumerated() {
            var plane = shown
            plane.level = levels[level]
            try image.read(rect, of: plane, into: UnsafeMutableRawBufferPointer(start: samples, count: byteCount))
            for row in 0..<rect.size.height {
                description.convertToReal(
                    samples + row * width * description.sampleType.byteCount, count: width,
                    ofChannel: plane.channel, to: values)
                if let alpha = alpha.map({ $0 + row * width }) {
                    for x in 0..<width where alpha.load(fromByteOffset: x, as: UInt8.self) == 0 { values[x] = .nan }
                }
                receive(number, rect.y + row, UnsafeBufferPointer(start: values, count: width))
            }
        }
        return count
    }
}

extension Document {
    /// The planes of the channels that are shown, each once; empty for pictures.
    var shownPlanes: [ChannelPlane] {
        guard let rendering = channelRendering, let channels else { return [] }
        var known: Set<Int> = []
        let exist = channels.description.channels.indices
        return rendering.channels.filter { exist.contains($0) && known.insert($0).inserted }.map {
            ChannelPlane(channel: $0, section: rendering.section, time: rendering.time)
        }
    }
}
