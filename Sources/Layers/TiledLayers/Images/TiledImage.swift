internal import Concurrency
public import TilePyramid

/// An image in tiles: its levels, and how the pixels of a tile are come by.
///
/// It is known by its identity: layers that show the same `TiledImage` share its tiles, so that none is loaded twice.
public final class TiledImage: Sendable {
    /// What tells images apart; never used again while the process runs.
    public struct ID: Hashable, Sendable, Comparable {
        fileprivate let number: Int

        /// Whether one was made earlier.
        public static func < (left: ID, right: ID) -> Bool { left.number < right.number }
    }

    /// Its identity.
    public let id: ID
    /// What people call it, such as the name of its file; used in messages.
    public let name: String
    /// Its levels and their grids.
    public let pyramid: Pyramid
    let tiles: Tiles

    /// How the pixels of a tile are come by.
    enum Tiles: Sendable {
        /// Compressed bytes are read, then decoded.
        case stored(any TileSource, any TileDecoding)
        /// The app draws them.
        case drawn(any TileDrawing)
    }

    /// The loaders that have asked for tiles.
    private let loaders = Locked<[WeakLoader]>([])

    private struct WeakLoader {
        weak var loader: TileLoader?
    }

    private static let lastNumber = Locked(0)

    private init(name: String, pyramid: Pyramid, tiles: Tiles) {
        id = ID(
            number: Self.lastNumber.withLock { number in
                number += 1
                return number
            })
        self.name = name
        self.pyramid = pyramid
        self.tiles = tiles
    }

    /// An image whose tiles are stored somewhere.
    ///
    /// - Parameters:
    ///   - source: gives the compressed bytes; called on workers, for several tiles at once.
    ///   - name: what people call the image.
    ///   - decoder: makes pixels of them; called on workers, for several tiles at once. Default the decoders of this
    ///     process, for every format that the project knows.
    public convenience init(
        _ source: any TileSource, name: String, decoder: any TileDecoding = PooledTileDecoder.shared
    ) {
        self.init(name: name, pyramid: source.pyramid, tiles: .stored(source, decoder))
    }

    /// Tells that tiles can be had from now on that were absent before: a picture that is still being cut, a download.
    ///
    /// Absent tiles are not asked for again otherwise. Those that are wanted are loaded, also when they were being looked
    /// for just now; pixels of coarser levels stay until then. From any thread; for many tiles better once than for each.
    ///
    /// - Parameter indices: tiles of the pyramid; those that have been loaded already stay as they are. Default nil, all.
    public func retryAbsentTiles(_ indices: [TileIndex]? = nil) {
        loaders.withLock { $0.compactMap(\.loader) }.forEach { $0.retryAbsentTiles(indices, of: self) }
    }

    /// Takes note of a loader, which is not kept alive by that.
    func attach(_ loader: TileLoader) {
        loaders.withLock { loaders in
            loaders.removeAll { $0.loader == nil || $0.loader === loader }
            loaders.append(WeakLoader(loader: loader))
        }
    }

    /// An image whose tiles are drawn when they are needed.
    public convenience init(_ drawing: any TileDrawing, name: String) {
        self.init(name: name, pyramid: drawing.pyramid, tiles: .drawn(drawing))
    }
}
