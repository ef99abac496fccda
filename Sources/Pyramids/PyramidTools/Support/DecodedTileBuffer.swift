internal import ImageCodecs
internal import TilePyramid

/// Decodes tiles into memory that is used again; one thread's.
final class DecodedTileBuffer {
    /// The size of the tile that was decoded last.
    private(set) var size = PixelSize(width: 0, height: 0)
    private let decoder = TileDecoder()
    private var memory = UnsafeMutableBufferPointer<UInt32>.allocate(capacity: 0)

    deinit {
        memory.deallocate()
    }

    /// The pixels of the tile that was decoded last, row after row: 0xAARRGGBB, colors multiplied by alpha.
    var pixels: UnsafeBufferPointer<UInt32> { UnsafeBufferPointer(rebasing: memory[..<size.area]) }

    /// Decodes a tile that has to have a size.
    ///
    /// - Returns: the size it has; only if that is the one expected have its pixels been decoded.
    /// - Throws: `CodecError` when it is damaged.
    func decode(_ tile: EncodedTile, name: String, expecting size: PixelSize) throws -> PixelSize {
        let scale = DecodeScale(rawValue: tile.reduction) ?? .full
        return try decoder.decode(tile.bytes, name: name) { opened in
            let found = scale.size(of: opened.size)
            guard found == size else { return found }
            if memory.count < size.area {
                memory.deallocate()
                memory = .allocate(capacity: size.area)
            }
            try opened.write(to: UnsafeMutableBufferPointer(rebasing: memory[..<size.area]), scale: scale)
            self.size = size
            return size
        }
    }
}
