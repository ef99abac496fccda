internal import ImageCodecs
internal import ImageSources
internal import TilePyramid

/// Decodes tiles into memory that is reused; confined to one thread.
final class DecodedTileBuffer {
    /// The size of the last decoded tile.
    private(set) var size = PixelSize(width: 0, height: 0)
    private let decoder = TileDecoder()
    private var memory = UnsafeMutableBufferPointer<UInt32>(start: nil, count: 0)

    deinit {
        HeapMemory.free(memory.baseAddress)
    }

    /// The pixels of the last decoded tile, row by row: premultiplied 0xAARRGGBB.
    var pixels: UnsafeBufferPointer<UInt32> { UnsafeBufferPointer(rebasing: memory[..<size.area]) }

    /// Decodes a tile, provided that it has the expected size.
    ///
    /// - Returns: The tile's actual size; its pixels have been decoded only if that is the expected size.
    /// - Throws: `CodecError` when the tile is damaged, or `OutOfMemory`.
    func decode(_ tile: EncodedTile, name: String, expecting size: PixelSize) throws -> PixelSize {
        try decoder.decode(tile.bytes, name: name) { opened in
            guard opened.size == size else { return opened.size }
            if memory.count < size.area {
                HeapMemory.free(memory.baseAddress)
                memory = UnsafeMutableBufferPointer(start: nil, count: 0)
                memory = UnsafeMutableBufferPointer(
                    start: try HeapMemory.allocate(size.area, of: UInt32.self), count: size.area)
            }
            try opened.write(to: UnsafeMutableBufferPointer(rebasing: memory[..<size.area]))
            self.size = size
            return size
        }
    }
}
