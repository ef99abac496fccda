internal import ChannelImages
internal import Concurrency
internal import ImageCodecs
internal import ImageSources
internal import TilePyramid
internal import TiledLayers

/// The stored values of a pixel.
enum StoredPixelValues: Hashable, Sendable {
    /// The samples of a picture.
    case samples(PixelValues)
    /// The values of the channels that are shown.
    case channels([ChannelValue])
}

/// A reader of stored values, which keeps what it has read last.
protocol PixelValueSource: Sendable {
    /// Returns the values of a pixel if they are known without waiting: nil within if it has none, and nil if they are not known.
    func knownValues(of pixel: PixelProbe.Pixel) -> StoredPixelValues??

    /// Reads the values of a pixel, which are known then; blocks meanwhile.
    func readValues(of pixel: PixelProbe.Pixel) throws
}

extension PixelValueReader: PixelValueSource {
    func knownValues(of pixel: PixelProbe.Pixel) -> StoredPixelValues?? {
        guard case .known(let values) = cachedValues(x: pixel.x, y: pixel.y) else { return nil }
        return .some(values.map { .samples($0) })
    }

    func readValues(of pixel: PixelProbe.Pixel) throws {
        _ = try values(x: pixel.x, y: pixel.y)
    }
}

/// Reads the values of the channels of a document that are shown, at full size.
final class ChannelValueReader: PixelValueSource {
    private struct Reading {
        var pixel: PixelProbe.Pixel
        var planes: [ChannelPlane]
        /// nil if they could not be read.
        var values: [ChannelValue]?
    }

    private weak let document: Document?
    private let cache: TileCache
    private let last = Locked<Reading?>(nil)

    /// Creates a reader.
    ///
    /// - Parameters:
    ///   - document: a document with channels.
    ///   - cache: the tiles that are loaded.
    init(_ document: Document, _ cache: TileCache) {
        self.document = document
        self.cache = cache
    }

    func knownValues(of pixel: PixelProbe.Pixel) -> StoredPixelValues?? {
        guard let document, let channels = document.channels else { return .some(nil) }
        let planes = document.shownPlanes
        guard !planes.isEmpty else { return .some(nil) }
        if let found = last.withLock({ $0 }), found.pixel == pixel, found.planes == planes {
            return .some(found.values.map { .channels($0) })
        }
        var values: [ChannelValue] = []
        for plane in planes {
            guard let value = document.image.loadedValue(x: pixel.x, y: pixel.y, of: plane, in: cache) else {
                return nil
            }
            values.append(ChannelValue(value, of: plane.channel, in: channels.description))
        }
        return .some(.channels(values))
    }

    func readValues(of pixel: PixelProbe.Pixel) throws {
        guard let document, let channels = document.channels, !document.isClosed else { return }
        let planes = document.shownPlanes
        let values = Result { try planes.map { try Self.value(of: pixel, $0, in: channels) } }
        last.withLock { $0 = Reading(pixel: pixel, planes: planes, values: try? values.get()) }
        _ = try values.get()
    }

    private static func value(
        of pixel: PixelProbe.Pixel, _ plane: ChannelPlane, in channels: DocumentChannels
    ) throws -> ChannelValue {
        let description = channels.description
        let byteCount = description.sampleType.byteCount
        var memory = ScratchBuffer()
        let sample = UnsafeMutableRawBufferPointer(start: try memory.reserve(byteCount), count: byteCount)
        try channels.image.read(PixelRect(x: pixel.x, y: pixel.y, width: 1, height: 1), of: plane, into: sample)
        var value = 0.0
        if let base = sample.baseAddress {
            description.convertToReal(base, count: 1, ofChannel: plane.channel, to: &value)
        }
        return ChannelValue(value, of: plane.channel, in: description)
    }
}
