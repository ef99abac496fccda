public import ChannelImages
internal import Concurrency
public import TilePyramid
internal import VectorDrawing

/// A tiled image: its pyramid, and the source of its tiles.
///
/// It has identity: layers that show the same `TiledImage` through one loader share its tiles, each loaded once.
public final class TiledImage: Sendable {
    /// An image's identity, unique within the process.
    public struct ID: Hashable, Sendable, Comparable {
        fileprivate let number: Int
        /// The plane of stored samples that the image has; the first one for an image as a whole.
        fileprivate var plane = ChannelPlane()

        /// Whether `left` was created before `right`; planes of one image are ordered by time, section and channel.
        public static func < (left: ID, right: ID) -> Bool {
            (left.number, left.plane.time, left.plane.section, left.plane.channel)
                < (right.number, right.plane.time, right.plane.section, right.plane.channel)
        }

        /// Whether both are of the same image, be it of different planes.
        func isOfSameImage(as other: ID) -> Bool { number == other.number }
    }

    /// The image's identity.
    public let id: ID
    /// The image's name in messages, such as its file name.
    public let name: String
    /// The levels and their grids.
    public let pyramid: Pyramid
    /// The number of coarsest levels that are composed from tiles of finer levels; see ``ComposedTileSource``.
    public let composedLevelCount: Int
    /// The rendering of layers that have no ``TiledLayer/channels`` of their own; nil for none, and for images of pixels.
    public let initialRendering: ChannelRendering?
    let tiles: Tiles

    /// The source of the tiles' pixels.
    enum Tiles: Sendable {
        /// Compressed tiles that are read, then decoded.
        case stored(any TileSource, any TileDecoding)
        /// Tiles that are stored in the drawing format and mapped into memory.
        case mapped(any MappedTileSource)
        /// Tiles that the app draws.
        case drawn(any TileDrawing)
        /// Tiles of stored samples of a plane, which layers mix.
        case sampled(ChannelTileSource, ChannelPlane)

        /// The source of tiles that are stored; nil if they are drawn or read as samples.
        var source: (any TileSource)? {
            switch self {
            case .stored(let source, _): source
            case .mapped(let source): source
            case .drawn, .sampled: nil
            }
        }
    }

    /// The loaders that have a feed of this image, or had one; planes of an image have the same.
    private let observers: Locked<[WeakObserver]>

    private struct WeakObserver {
        weak var observer: (any TileChangeObserver)?
    }

    private static let lastNumber = Locked(0)

    private convenience init(
        name: String, pyramid: Pyramid, tiles: Tiles, initialRendering: ChannelRendering? = nil
    ) {
        let number = Self.lastNumber.withLock { number in
            number += 1
            return number
        }
        self.init(
            ID(number: number), name: name, pyramid: pyramid, tiles: tiles, initialRendering: initialRendering,
            observers: Locked([]))
    }

    private init(
        _ id: ID, name: String, pyramid: Pyramid, tiles: Tiles, initialRendering: ChannelRendering? = nil,
        observers: Locked<[WeakObserver]>
    ) {
        self.id = id
        self.observers = observers
        self.name = name
        self.pyramid = pyramid
        self.tiles = tiles
        self.initialRendering = initialRendering
        composedLevelCount = (tiles.source as? any ComposedTileSource)?.composedLevelCount ?? 0
    }

    /// Creates an image whose tiles are stored compressed.
    ///
    /// - Parameters:
    ///   - source: provides the compressed bytes; called on several workers at once.
    ///   - name: the image's name in messages.
    ///   - decoder: decodes the bytes; called on several workers at once. The default is ``PooledTileDecoder/shared``, which
    ///     decodes every supported format. With it, a ``TilePyramid/MappedTileSource`` that can map its tiles has them mapped,
    ///     not decoded.
    public convenience init(
        _ source: any TileSource, name: String, decoder: any TileDecoding = PooledTileDecoder.shared
    ) {
        if decoder is PooledTileDecoder, let mapped = source as? any MappedTileSource, mapped.mapsTiles {
            self.init(name: name, pyramid: source.pyramid, tiles: .mapped(mapped))
        } else {
            self.init(name: name, pyramid: source.pyramid, tiles: .stored(source, decoder))
        }
        (source as? any ChangingTileSource)?.observeChanges { [weak self] index in self?.reloadTiles([index]) }
    }

    /// Announces that absent tiles may exist now, for example while an image is still being cut or downloaded.
    ///
    /// A layer does not request an absent tile again by itself. After this call, absent tiles in demand are loaded, even if a
    /// lookup is in progress; coarser tiles are drawn meanwhile. It may be called from any thread. One call for many tiles is
    /// better than one call for each.
    ///
    /// - Parameter indices: the addresses of the tiles. Tiles that are already loaded are unaffected. The default is
    ///   nil: all tiles.
    public func retryAbsentTiles(_ indices: [TileIndex]? = nil) {
        observers.withLock { $0.compactMap(\.observer) }.forEach { $0.retryAbsentTiles(indices, of: self) }
    }

    /// Announces that tiles have changed at their source, for example on a server.
    ///
    /// Loaded tiles are loaded again; the old pixels are shown until the new ones arrive. It may be called from any thread. One
    /// call for many tiles is better than one call for each. An image observes a ``TilePyramid/ChangingTileSource`` by itself.
    /// Of an image of many channels, the tiles of all channels, sections and times are loaded again.
    ///
    /// - Parameter indices: the addresses of the tiles.
    public func reloadTiles(_ indices: [TileIndex]) {
        observers.withLock { $0.compactMap(\.observer) }.forEach { $0.reloadTiles(indices, of: self) }
    }

    /// Registers a loader without retaining it.
    func attach(_ observer: some TileChangeObserver) {
        observers.withLock { observers in
            observers.removeAll { $0.observer == nil || $0.observer === observer }
            observers.append(WeakObserver(observer: observer))
        }
    }

    /// Creates an image whose tiles are drawn on demand.
    public convenience init(_ drawing: any TileDrawing, name: String) {
        self.init(name: name, pyramid: drawing.pyramid, tiles: .drawn(drawing))
    }

    /// Creates an image of many channels, whose stored samples a layer mixes by its ``TiledLayer/channels``.
    ///
    /// The tiles of each channel, section and time are loaded on their own, when they are shown.
    ///
    /// - Parameters:
    ///   - channels: provides the samples; called on several workers at once.
    ///   - name: the image's name in messages.
    ///   - rendering: the rendering of layers that have no ``TiledLayer/channels`` of their own; nil, the default, for none.
    public convenience init(channels: any ChannelImage, name: String, rendering: ChannelRendering? = nil) {
        let source = ChannelTileSource(channels)
        self.init(
            name: name, pyramid: source.pyramid, tiles: .sampled(source, ChannelPlane()), initialRendering: rendering)
    }

    /// The channels of the image; nil for images of pixels.
    public var channels: (any ChannelImage)? { channelSource?.image }

    var channelSource: ChannelTileSource? {
        if case .sampled(let source, _) = tiles { source } else { nil }
    }

    /// Returns the image of one plane, which has the same identity at every call.
    ///
    /// - Parameter plane: a plane, whose level is not used.
    /// - Returns: the image of the plane; nil for images of pixels.
    func image(of plane: ChannelPlane) -> TiledImage? {
        guard let source = channelSource else { return nil }
        var plane = plane
        plane.level = 0
        let id = ID(number: id.number, plane: plane)
        return TiledImage(id, name: name, pyramid: pyramid, tiles: .sampled(source, plane), observers: observers)
    }

    /// The bytes that a tile's decoded pixels or stored samples take.
    func cost(of index: TileIndex) -> Int {
        if case .sampled(let source, let plane) = tiles { return source.cost(of: index, plane) }
        return pyramid.cost(of: index)
    }
}

/// The contents of a tile that was loaded.
enum TileContents: Sendable {
    /// Pixels that can be drawn.
    case pixels(PixelBuffer)
    /// Stored samples of a channel.
    case samples(SampleTile)

    /// The pixels; a transparent one for samples.
    var pixels: PixelBuffer {
        switch self {
        case .pixels(let buffer): buffer
        case .samples: Self.nothing
        }
    }

    /// The stored samples; nil for pixels.
    var samples: SampleTile? {
        if case .samples(let tile) = self { tile } else { nil }
    }

    private static let nothing = PixelBuffer(size: PixelSize(width: 1, height: 1)) { _ in }
}

/// A tile's address among all images.
public struct TileKey: Hashable, Sendable {
    /// The image that the tile belongs to.
    public var image: TiledImage.ID
    /// The tile's address in that image.
    public var index: TileIndex

    /// Creates the key of a tile of an image.
    public init(image: TiledImage.ID, index: TileIndex) {
        self.image = image
        self.index = index
    }
}

/// A loader that is notified of changed tiles of its images.
protocol TileChangeObserver: AnyObject, Sendable {
    /// Looks up absent tiles of an image again; nil stands for all of them.
    func retryAbsentTiles(_ indices: [TileIndex]?, of image: TiledImage)

    /// Loads tiles of an image again; the old ones are shown until the new ones arrive.
    func reloadTiles(_ indices: [TileIndex], of image: TiledImage)
}
