internal import ImageCodecs

/// An encoder that outputs the pixels of tiles unchanged, row by row, for ``ComparingStore``.
final class RawTileEncoder: TileEncoder {
    private var memory: [UInt8] = []

    func encode(_ tile: TilePixels, _ body: (RawSpan) throws -> Void) throws {
        var bytes: [UInt8] = []
        swap(&bytes, &memory)
        defer { swap(&bytes, &memory) }
        bytes.removeAll(keepingCapacity: true)
        for row in tile.rows {
            bytes += UnsafeRawBufferPointer(start: row, count: tile.rowBytes)
        }
        try body(bytes.span.bytes)
    }
}
