internal import Compression
internal import ImageMetadata
internal import ImageSources
internal import PixelKernels
internal import TilePyramid

/// Decodes PNG tiles that are not interlaced: libdeflate decompresses, then ``PNGFilter`` and ``PremultipliedPixels``
/// work row by row in the processor's cache.
final class PNGTileDecoder: TileFormatDecoder {
    private let profiles: SRGBProfileCache
    private let rows = PNGRowReader()
    private var file: PNGFile?
    private var format = PNGPixelFormat.palette([], depth: 8, isOpaque: true)
    private var name = ""

    init(profiles: SRGBProfileCache) {
        self.profiles = profiles
    }

    func open(_ input: TileInput) throws -> TileHeader? {
        name = input.name
        let file = try PNGFile(input.bytes, name: name)
        guard !file.header.isInterlaced else { return nil }
        guard file.hasEnoughData else { throw CodecError.truncatedTile(name) }
        guard !file.hasOtherColors else { return nil }
        if let profile = file.profile, !file.hasCodePoints {
            // Gray in a profile needs color conversion too.
            guard !file.header.isGray,
                try profiles.isSRGB(profile, name: name, profile: decompressedProfile)
            else { return nil }
        }
        self.file = file
        format = PNGPixelFormat(file)
        return TileHeader(size: file.header.size, isOpaque: format.isOpaque)
    }

    func read(into pixels: UnsafeMutablePointer<UInt32>) throws -> Bool {
        guard let file else { throw CodecError.noMemoryForTile(name) }
        let width = file.header.size.width
        var isOpaque = true
        try rows.read(file, bytesPerPixel: format.bytesPerPixel, name: name) { row, y, scratch in
            let isRowOpaque = format.write(row, count: width, scratch: scratch, into: pixels + y * width)
            isOpaque = isOpaque && isRowOpaque
        }
        return isOpaque
    }

    func close() {
        file = nil
        rows.trim(to: TileLimits.keptBytes)
    }

    private func decompressedProfile(_ chunk: UnsafeRawBufferPointer) -> [UInt8]? {
        rows.decompressor?.profile(inChunk: chunk)
    }
}
