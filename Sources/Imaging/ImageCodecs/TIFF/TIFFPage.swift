internal import CTIFF
internal import PixelKernels
internal import TilePyramid

/// What one page of a TIFF says about its pixels, for the kinds of page that need no change of colors.
struct TIFFPage {
    /// Columns and rows as stored.
    var size: PixelSize
    /// How samples lie in a row of the uncompressed file, planes put together; samples that libtiff decodes are never
    /// swapped.
    var stored: StoredSampleFormat
    /// The size of the blocks the page is stored in: tiles, or strips as wide as the image.
    var block: PixelSize
    /// Whether blocks are tiles.
    var isTiled: Bool
    /// How many blocks hold the samples of a pixel: as many as it has samples where each is stored by itself, else one.
    var planes: Int
    /// Whether blocks are stored without compression.
    var isUncompressed: Bool
    /// What tiles are in JPEG 2000, which libtiff does not decode; nil for all other compressions.
    var jpeg2000: JPEG2000TileDecoder?
    /// Whether the first bit of a byte is its lowest.
    var hasReversedBits: Bool
    /// The range that the page declares for its samples, in the stored values.
    var declaredRange: (low: Double, high: Double)?
    /// The orientation tag.
    var orientation: Orientation
    /// The embedded ICC profile.
    var profile: [UInt8]?
    /// Whether samples that are neither color nor alpha are left out.
    var hasUnknownChannels: Bool

    /// The widest stored row; longer ones are refused, as every buffer is a multiple of one.
    static let largestRowBytes = 1 << 28
    /// The most memory for one compressed tile, or for a row of them.
    static let largestTileRowBytes = 1 << 29

    /// Bytes of a stored row of the image.
    var rowBytes: Int { stored.rowBytes(size.width) }
    /// Bytes of a row of a block.
    var blockRowBytes: Int { stored.rowBytes(block.width) }
    /// Blocks from left to right.
    var blockColumns: Int { (size.width - 1) / block.width + 1 }
    /// Blocks from top to bottom.
    var blockRows: Int { (size.height - 1) / block.height + 1 }

    /// Reads the page that libtiff has in hand, and makes libtiff decode JPEG to RGB.
    ///
    /// - Returns: nil when the page is of a kind for which the general path is made.
    /// - Throws: ``CodecError`` when no path can read it.
    init?(_ file: TIFFFile) throws {
        let tags = TIFFTags(file)
        guard let width = tags.uint32(TIFFTAG_IMAGEWIDTH), let height = tags.uint32(TIFFTAG_IMAGELENGTH),
            width > 0, height > 0
        else { throw file.failure("the file does not say how large its image is") }
        size = PixelSize(width: Int(width), height: Int(height))

        guard let photometric = tags.uint16(TIFFTAG_PHOTOMETRIC) else { return nil }
        let compression = tags.uint16OrDefault(TIFFTAG_COMPRESSION)
        let bits = tags.uint16OrDefault(TIFFTAG_BITSPERSAMPLE)
        let samples = tags.uint16OrDefault(TIFFTAG_SAMPLESPERPIXEL)
        let sampleFormat = tags.uint16OrDefault(TIFFTAG_SAMPLEFORMAT)
        isUncompressed = compression == COMPRESSION_NONE
        let isJPEG = compression == COMPRESSION_JPEG
        let jpeg2000 = TIFFJPEG2000Compression(rawValue: compression)
        let hasYCbCr = isJPEG || jpeg2000 != nil
        let isColor = photometric == PHOTOMETRIC_RGB || (photometric == PHOTOMETRIC_YCBCR && hasYCbCr)
        guard isColor || photometric == PHOTOMETRIC_MINISBLACK || photometric == PHOTOMETRIC_MINISWHITE,
            [1, 2, 4, 8, 10, 12, 14, 16].contains(bits), bits == 8 || !isJPEG,
            sampleFormat == SAMPLEFORMAT_UINT || sampleFormat == SAMPLEFORMAT_VOID,
            samples >= (isColor ? 3 : 1), samples <= 64,
            (tags.uint32(TIFFTAG_IMAGEDEPTH) ?? 1) == 1,
            // Old JPEG has as many dialects as writers; JBIG cannot be read in parts.
            compression != COMPRESSION_OJPEG, compression != COMPRESSION_JBIG,
            jpeg2000 != nil || TIFFIsCODECConfigured(UInt16(compression)) != 0
        else { return nil }
        isTiled = file.withHandle { TIFFIsTiled($0) != 0 }
        let isSeparate = samples > 1 && tags.uint16OrDefault(TIFFTAG_PLANARCONFIG) != PLANARCONFIG_CONTIG
        // The general path reads strips of separate planes, but not their tiles.
        guard !isSeparate || (isTiled && [8, 16].contains(bits) && !hasYCbCr) else { return nil }
        planes = isSeparate ? samples : 1

        stored = StoredSampleFormat(bits: bits, samplesPerPixel: samples, hasColor: isColor)
        let colors = isColor ? 3 : 1
        let kinds = tags.extraSamples(samples - colors)
        let alpha = kinds.firstIndex { $0 == EXTRASAMPLE_ASSOCALPHA || $0 == EXTRASAMPLE_UNASSALPHA }
        stored.alphaIndex = alpha.map { colors + $0 }
        stored.isPremultiplied = alpha.map { kinds[$0] == EXTRASAMPLE_ASSOCALPHA } ?? false
        hasUnknownChannels = kinds.contains(Int(EXTRASAMPLE_UNSPECIFIED))
        stored.isInverted = photometric == PHOTOMETRIC_MINISWHITE
        stored.isByteSwapped =
            isUncompressed && !isSeparate && bits == 16 && file.withHandle { TIFFIsByteSwapped($0) != 0 }
        hasReversedBits = tags.uint16OrDefault(TIFFTAG_FILLORDER) == FILLORDER_LSB2MSB
        // What white multiplied by nothing is has no answer.
        guard !(stored.isInverted && stored.isPremultiplied) else { return nil }

        guard stored.rowBytes(size.width) <= Self.largestRowBytes else {
            throw CodecError(.unsupported, file: file.name, "its rows of \(width) pixels are too long to be read.")
        }
        if isTiled {
            guard let across = tags.uint32(TIFFTAG_TILEWIDTH), let down = tags.uint32(TIFFTAG_TILELENGTH),
                across > 0, down > 0, stored.rowBytes(Int(across)) <= Self.largestRowBytes,
                (tags.uint32(TIFFTAG_TILEDEPTH) ?? 1) == 1
            else { throw file.failure("the size of its tiles cannot be right") }
            block = PixelSize(width: Int(across), height: Int(down))
            if let jpeg2000 {
                guard let tile = jpeg2000.tile(block, stored, photometric: photometric) else { return nil }
                self.jpeg2000 = tile
            }
        } else {
            guard jpeg2000 == nil else { return nil }
            let rows = tags.uint32(TIFFTAG_ROWSPERSTRIP) ?? height
            block = PixelSize(width: size.width, height: min(max(1, Int(rows)), size.height))
        }

        let declares = bits >= 8
        let low = declares ? tags.double(TIFFTAG_SMINSAMPLEVALUE) : nil
        let high = declares ? tags.double(TIFFTAG_SMAXSAMPLEVALUE) : nil
        if low != nil || high != nil {
            let range = (low: low ?? 0, high: high ?? Double((1 << bits) - 1))
            declaredRange = range.low.isFinite && range.high.isFinite && range.low < range.high ? range : nil
        }
        orientation = Orientation(rawValue: tags.uint16(TIFFTAG_ORIENTATION) ?? 1) ?? .upright
        profile = tags.bytes(TIFFTAG_ICCPROFILE)
        guard (isUncompressed && !isSeparate) || canDecode(file, isJPEG: isJPEG) else { return nil }
        // Tiles of a number of pixels that does not fill bytes have no rows that could be put side by side.
        guard !isTiled || block.width * samples * bits % 8 == 0 else { return nil }
    }

    /// Whether libtiff decodes this page to rows of the length expected, in buffers of a bearable size.
    private func canDecode(_ file: TIFFFile, isJPEG: Bool) -> Bool {
        file.withHandle { tiff in
            if isJPEG {
                // The largest side of a JPEG. Slide scanners write larger ones, with markers of their own.
                guard block.width <= 65500, block.height <= 65500,
                    ctiff_set_int(tiff, UInt32(TIFFTAG_JPEGCOLORMODE), JPEGCOLORMODE_RGB) != 0
                else { return false }
            }
            guard isTiled else { return TIFFScanlineSize64(tiff) == UInt64(rowBytes) }
            let rows = max(rowBytes, blockRowBytes)
            return TIFFTileRowSize64(tiff) == UInt64(blockRowBytes / planes)
                && !rows.multipliedReportingOverflow(by: block.height).overflow
                && rows * block.height <= Self.largestTileRowBytes
        }
    }
}
