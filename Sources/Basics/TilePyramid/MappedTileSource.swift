/// A tile source whose tiles need no decoding: they are stored ready to draw, and are mapped into memory.
public protocol MappedTileSource: TileSource {
    /// Whether the tiles are stored ready to draw; constant. If not, they are read and decoded.
    var mapsTiles: Bool { get }

    /// Maps a tile's pixels, or returns nil where the pyramid has none.
    ///
    /// Blocks until the pixels are in memory: call it on a worker thread, never on the main thread.
    func map(_ index: TileIndex) throws -> MappedTile?
}

/// The pixels of a tile in file-backed memory: 0xAARRGGBB each in sRGB, premultiplied, rows without gaps.
///
/// The memory costs nothing but space in the system's page cache, which can drop it and read it again. It lasts as long as this
/// object. If a file is truncated while it is mapped, drawing its pixels ends the process (SIGBUS): replace a file by renaming
/// another one, as all stores do.
public final class MappedTile: @unchecked Sendable {
    // The guard of `@unchecked Sendable`: the memory is only read, and released in `deinit`.
    private let pixels: UnsafeBufferPointer<UInt32>
    private let release: @Sendable () -> Void

    /// The stored size.
    public let size: PixelSize
    /// True when every pixel is known to be opaque.
    public let isOpaque: Bool

    /// Creates a tile over memory that `release` unmaps.
    ///
    /// - Parameters:
    ///   - size: the width and height in pixels.
    ///   - isOpaque: whether every pixel is known to be opaque.
    ///   - pixels: exactly `size.area` pixels.
    ///   - release: called once, when the tile is no longer used, on any thread.
    public init(
        size: PixelSize, isOpaque: Bool, pixels: UnsafeBufferPointer<UInt32>, release: @escaping @Sendable () -> Void
    ) {
        precondition(pixels.count == size.area, "the memory must hold exactly the pixels")
        self.size = size
        self.isOpaque = isOpaque
        self.pixels = pixels
        self.release = release
    }

    deinit { release() }

    /// The memory, which is valid for the lifetime of the tile.
    package var memory: UnsafeBufferPointer<UInt32> { pixels }
}
