internal import ImageMetadata
internal import ImageSources
internal import PixelKernels
internal import TilePyramid

/// Writes tiles as they are drawn: premultiplied BGRA in a KTX 2.0 file, from the second page on.
final class KTX2TileEncoder: TileEncoder {
    private let layout: PixelLayout
    private var file = ScratchBuffer()

    /// Creates an encoder for tiles of the given 8-bit layout.
    ///
    /// - Throws: ``CodecError`` when the pixels are in a profile, because they are drawn as sRGB.
    init(encoding: TileEncoding, layout: PixelLayout) throws {
        precondition(layout.depth == .eight, "KTX tiles have 8 bits per sample")
        guard encoding.profile == nil else {
            throw CodecError(
                .encoding, file: "tile", "ktx2 tiles are in sRGB and hold no profile. Convert the colors to sRGB.")
        }
        self.layout = layout
    }

    func encode(_ tile: TilePixels, _ body: (RawSpan) throws -> Void) throws {
        precondition(tile.layout == layout, "a tile must have the encoder's layout")
        let count = KTX2Header.alignedOffset + 4 * tile.size.area
        let base = try file.reserve(count)
        let pixels = (base + KTX2Header.alignedOffset).bindMemory(to: UInt32.self, capacity: tile.size.area)
        var isOpaque = true
        for (y, row) in tile.rows.enumerated() {
            let isRowOpaque = PremultipliedPixels.write(
                row, channels: layout.channels, count: tile.size.width, into: pixels + y * tile.size.width)
            isOpaque = isOpaque && isRowOpaque
        }
        let head = KTX2HeaderBuilder.bytes(size: tile.size, isOpaque: isOpaque)
        UnsafeMutableRawBufferPointer(start: base, count: KTX2Header.alignedOffset).copyBytes(from: head)
        try body(UnsafeRawBufferPointer(start: base, count: count).bytes)
    }
}
