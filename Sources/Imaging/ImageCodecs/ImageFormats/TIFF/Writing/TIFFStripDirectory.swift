internal import ImageMetadata
internal import PixelKernels
internal import TilePyramid

/// The header and directory of an uncompressed TIFF in strips: all that precedes its first pixel.
struct TIFFStripDirectory {
    /// True when offsets need 64 bits.
    let isBigTIFF: Bool
    /// The offset of the first row in bytes.
    let pixelOffset: Int

    private let header: [UInt8]
    private let directory: TIFFDirectoryBuilder

    /// Lays out the directory of an image; a file of at least `limit` bytes is a BigTIFF.
    init(size: PixelSize, layout: PixelLayout, rowsPerStrip: Int, limit: Int = 1 << 32) {
        let strips = (size.height + rowsPerStrip - 1) / rowsPerStrip
        let rowBytes = size.width * layout.bytesPerPixel
        let isBigTIFF = size.area * layout.bytesPerPixel + strips * 8 + 4096 >= limit
        let channels = layout.channels
        var directory = TIFFDirectoryBuilder()
        directory[.imageWidth] = .longs([size.width])
        directory[.imageLength] = .longs([size.height])
        directory[.bitsPerSample] = .shorts(Array(repeating: layout.depth.rawValue, count: channels.rawValue))
        directory[.compression] = .shorts([TIFFCompression.none.rawValue])
        let photometric = channels.opaque == .gray ? TIFFPhotometric.blackIsZero : .rgb
        directory[.photometric] = .shorts([photometric.rawValue])
        directory[.samplesPerPixel] = .shorts([channels.rawValue])
        directory[.rowsPerStrip] = .longs([rowsPerStrip])
        directory[.xResolution] = .rationals([(72, 1)])
        directory[.yResolution] = .rationals([(72, 1)])
        directory[.planarConfiguration] = .shorts([1])
        directory[.resolutionUnit] = .shorts([2])
        if channels.hasAlpha {
            // Unassociated alpha.
            directory[.extraSamples] = .shorts([2])
        }
        directory[.stripByteCounts] = .computedLongs(count: strips) { strip in
            min(rowsPerStrip, size.height - strip * rowsPerStrip) * rowBytes
        }
        // The size of a directory does not depend on its offsets.
        directory[.stripOffsets] = .computedOffsets(count: strips) { _ in 0 }
        let start = TIFFHeader.bytes(firstDirectory: 0, isBigTIFF: isBigTIFF).count
        let pixelOffset = start + directory.size(isBigTIFF: isBigTIFF)
        directory[.stripOffsets] = .computedOffsets(count: strips) { pixelOffset + $0 * rowsPerStrip * rowBytes }
        header = TIFFHeader.bytes(firstDirectory: start, isBigTIFF: isBigTIFF)
        self.directory = directory
        self.isBigTIFF = isBigTIFF
        self.pixelOffset = pixelOffset
    }

    /// Lends all bytes before the first row to `body`, in pieces of bounded size.
    func write(_ body: ([UInt8]) throws -> Void) rethrows {
        try body(header)
        try directory.write(at: header.count, next: 0, isBigTIFF: isBigTIFF, body)
    }
}
