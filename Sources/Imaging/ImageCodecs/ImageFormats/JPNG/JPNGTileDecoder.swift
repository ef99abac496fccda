internal import ImageMetadata
internal import ImageSources
internal import PixelKernels
internal import TilePyramid

/// Decodes JPNG tiles: the JPEG straight into the pixels, the alpha of the PNG into working memory, and multiplies both.
final class JPNGTileDecoder: TileFormatDecoder {
    private let color: JPEGTileDecoder
    private let mask: PNGTileDecoder
    private var alpha = ScratchBuffer()
    private var header: TileHeader?
    private var name = ""

    init(profiles: SRGBProfileCache) {
        color = JPEGTileDecoder(profiles: profiles)
        mask = PNGTileDecoder(profiles: profiles)
    }

    func open(_ input: TileInput) throws -> TileHeader? {
        guard let footer = JPNGFooter(endOf: input.bytes.suffix(JPNGFooter.byteCount)),
            footer.colorBytes + footer.alphaBytes + JPNGFooter.byteCount == input.bytes.count
        else { throw CodecError.damagedTile(input.name, "its parts do not fill the file") }
        name = input.name
        func part(_ bytes: Slice<UnsafeRawBufferPointer>) -> TileInput {
            TileInput(array: [], bytes: UnsafeRawBufferPointer(rebasing: bytes), name: input.name)
        }
        let png = input.bytes[footer.colorBytes...].prefix(footer.alphaBytes)
        // A JPEG as alpha takes the general path.
        guard ImageFormat.png.hasSignature(FileEnd(png)) else { return nil }
        do {
            guard let colorHeader = try color.open(part(input.bytes.prefix(footer.colorBytes))),
                let maskHeader = try mask.open(part(png)), maskHeader.isOpaque
            else {
                close()
                return nil
            }
            guard maskHeader.size == colorHeader.size else {
                throw CodecError.damagedTile(name, "its alpha has another size than its colors")
            }
            let header = TileHeader(size: colorHeader.size, isOpaque: false)
            self.header = header
            return header
        } catch {
            close()
            throw error
        }
    }

    func read(into pixels: UnsafeMutablePointer<UInt32>) throws -> Bool {
        guard let header else { preconditionFailure("a tile must be open") }
        let count = header.size.area
        let alpha = try alpha.reserve(4 * count).bindMemory(to: UInt32.self, capacity: count)
        _ = try color.read(into: pixels)
        _ = try mask.read(into: alpha)
        return AlphaPlane.multiply(pixels, by: alpha, count: count)
    }

    func close() {
        header = nil
        color.close()
        mask.close()
        alpha.trim(to: TileLimits.keptBytes)
    }
}
