internal import ImageMetadata
internal import ImageSources
internal import PixelKernels
internal import TilePyramid

/// Copies the pixels of KTX 2.0 tiles, which are stored ready to draw.
///
/// Tiles in a folder need not even be copied: they are mapped, see `MappedTileSource`.
final class KTX2TileDecoder: TileFormatDecoder {
    private var input: TileInput?
    private var header: KTX2Header?

    func open(_ input: TileInput) throws -> TileHeader? {
        let header = try KTX2Header(ImageBytes(.bytes(input.array, name: input.name)), name: input.name)
        self.input = input
        self.header = header
        return TileHeader(size: header.size, isOpaque: header.isOpaque)
    }

    func read(into pixels: UnsafeMutablePointer<UInt32>) throws -> Bool {
        guard let input, let header else { preconditionFailure("a tile must be open") }
        let stored = UnsafeRawBufferPointer(rebasing: input.bytes[header.pixelOffset...].prefix(header.pixelBytes))
        UnsafeMutableRawBufferPointer(start: pixels, count: header.pixelBytes).copyMemory(from: stored)
        let count = header.size.area
        if header.isOpaque {
            // The file may say so wrongly.
            PremultipliedPixels.makeOpaque(pixels, count: count)
            return true
        }
        return header.isPremultiplied
            ? PremultipliedPixels.areOpaque(UnsafeBufferPointer(start: pixels, count: count))
            : PremultipliedPixels.premultiply(pixels, count: count)
    }

    func close() {
        input = nil
        header = nil
    }
}
