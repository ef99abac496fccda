internal import ImageMetadata
internal import CTIFF
internal import PixelKernels
internal import TilePyramid

/// The properties of a TIFF page's pixels, for pages that need no color conversion.
struct TIFFPage {
    /// The stored width and height.
    var size: PixelSize
    /// The sample format of a row, with planes interleaved; samples that libtiff decodes are never byte-swapped.
    var stored: StoredSampleFormat
    /// The size of a block: a tile, or a strip as wide as the image.
    var block: PixelSize
    /// True when blocks are tiles.
    var isTiled: Bool
    /// The number of planes: samples per pixel in a separate planar configuration, else 1.
    var planes: Int
    /// True when blocks are uncompressed.
    var isUncompressed: Bool
    /// The decoder for JPEG 2000 tiles, which libtiff does not decode; nil for other compressions.
    var jpeg2000: JPEG2000TileDecoder?
    /// The stored samples when they are converted one by one; ``stored`` then describes what the conversion delivers.
    var converted: TIFFConvertedSamples?
    /// True when libtiff converts the pixels to RGB; ``stored`` then describes what it delivers.
    var isReadAsRGBA = false
    /// Problems with the directory, for the user.
    var warnings: [String] = []
    /// True when blocks hold the samples that ``stored`` describes.
    var hasPlainBlocks: Bool { converted == nil && !isReadAsRGBA }
    /// True when FillOrder is 2: the first pixel is in the lowest bit of a byte.
    var hasReversedBits: Bool
    /// The range that the page declares for its samples, in stored values.
    var declaredRange: (low: Double, high: Double)?
    /// The orientation tag.
    var orientation: Orientation
    /// The embedded ICC profile.
    var profile: [UInt8]?
    /// True when the page has extra samples of unspecified meaning, which are ignored.
    var hasUnknownChannels: Bool
    /// True when samples are four inks; ``stored`` then describes as many samples, of RGB and alpha.
    var isCMYK = false

    /// The maximum bytes of a stored row; every buffer is a multiple of a row.
    static let largestRowBytes = 1 << 28
    /// The maximum memory in bytes for a compressed tile, or for a row of them.
    static let largestTileRowBytes = 1 << 29

    /// The maximum memory in bytes for a strip with all of its planes, or for a block of samples of other types, where
    /// libvips needs less.
    static let largestPlanesBytes = 1 << 25

    /// The values that become black and white where the file declares some: those, or the common ones of several images.
    func declaredRange(_ common: ClosedRange<Double>?) -> (low: Double, high: Double)? {
        guard declaredRange != nil, let common else { return declaredRange }
        let range = SampleRange(common)
        return (range.low, range.high)
    }

    /// The bytes of a stored row of the image.
    var rowBytes: Int { stored.rowBytes(size.width) }
    /// The bytes of a row of a block.
    var blockRowBytes: Int { stored.rowBytes(block.width) }
    /// The bytes of a stored row of `width` pixels in one plane, before samples are converted.
    func planeRowBytes(_ width: Int) -> Int {
        converted?.blockRowBytes(width) ?? (width * (stored.samplesPerPixel / planes) * stored.bits + 7) / 8
    }
    /// The rows of the image from a row to the end of its row of blocks.
    func rowsLeft(at row: Int) -> Int { min(block.height - row % block.height, size.height - row) }
    /// The number of blocks from left to right.
    var blockColumns: Int { (size.width - 1) / block.width + 1 }
    /// The number of blocks from top to bottom.
    var blockRows: Int { (size.height - 1) / block.height + 1 }

    /// The pixels of a column of blocks in rows of the image.
    func rect(column: Int, rows: Range<Int>) -> PixelRect {
        let left = column * block.width
        return PixelRect(x: left, y: rows.lowerBound, width: min(block.width, size.width - left), height: rows.count)
    }

    /// Divides rows of the image among the rows of blocks.
    func parts(of rows: Range<Int>) -> [(blockRow: Int, rows: Range<Int>)] {
        (rows.lowerBound / block.height...(rows.upperBound - 1) / block.height).map {
            ($0, rows.clamped(to: $0 * block.height..<($0 + 1) * block.height))
        }
    }

    /// Reads libtiff's current directory, and sets libtiff to decode JPEG to RGB; nil when the page needs the general
    /// path.
    ///
    /// - Parameters:
    ///   - file: the file.
    ///   - acceptsCMYK: true when the caller converts four inks.
    /// - Throws: ``CodecError`` when no path can read it.
    init?(_ file: TIFFFile, acceptsCMYK: Bool = false) throws {
        let tags = TIFFTags(file)
        guard let width = tags.uint32(TIFFTAG_IMAGEWIDTH), let height = tags.uint32(TIFFTAG_IMAGELENGTH),
            width > 0, height > 0
        else { throw file.failure("the size of its image is missing") }
        size = PixelSize(width: Int(width), height: Int(height))
        if let page = try TIFFPage(converting: file, size: size) {
            self = page
            return
        }

        guard let photometric = tags.uint16(TIFFTAG_PHOTOMETRIC) else { return nil }
        let compression = tags.uint16OrDefault(TIFFTAG_COMPRESSION)
        let bits = tags.uint16OrDefault(TIFFTAG_BITSPERSAMPLE)
        let samples = tags.uint16OrDefault(TIFFTAG_SAMPLESPERPIXEL)
        let sampleFormat = tags.uint16OrDefault(TIFFTAG_SAMPLEFORMAT)
        isUncompressed = compression == COMPRESSION_NONE
        let isJPEG = compression == COMPRESSION_JPEG
        let jpeg2000 = TIFFJPEG2000Compression(rawValue: compression)
        let hasYCbCr = isJPEG || jpeg2000 != nil
        isCMYK =
            acceptsCMYK && photometric == PHOTOMETRIC_SEPARATED && samples == 4 && bits == 8 && !hasYCbCr
        let isColor = photometric == PHOTOMETRIC_RGB || (photometric == PHOTOMETRIC_YCBCR && hasYCbCr) || isCMYK
        guard isColor || photometric == PHOTOMETRIC_MINISBLACK || photometric == PHOTOMETRIC_MINISWHITE,
            (1...16).contains(bits), bits == 8 || !isJPEG,
            sampleFormat == SAMPLEFORMAT_UINT || sampleFormat == SAMPLEFORMAT_VOID,
            samples >= (isColor ? 3 : 1), samples <= 64,
            (tags.uint32(TIFFTAG_IMAGEDEPTH) ?? 1) == 1,
            // Old-style JPEG has as many variants as writers; JBIG cannot be decoded in parts.
            compression != COMPRESSION_OJPEG, compression != COMPRESSION_JBIG,
            jpeg2000 != nil || TIFFIsCODECConfigured(UInt16(compression)) != 0
        else { return nil }
        isTiled = file.withHandle { TIFFIsTiled($0) != 0 }
        let isSeparate = samples > 1 && tags.uint16OrDefault(TIFFTAG_PLANARCONFIG) != PLANARCONFIG_CONTIG
        guard !isSeparate || ([8, 16].contains(bits) && !hasYCbCr) else { return nil }
        planes = isSeparate ? samples : 1

        stored = StoredSampleFormat(bits: bits, samplesPerPixel: samples, hasColor: isColor)
        let colors = isColor ? 3 : 1
        let kinds = tags.extraSamples(samples - colors)
        let alpha = kinds.firstIndex { $0 == EXTRASAMPLE_ASSOCALPHA || $0 == EXTRASAMPLE_UNASSALPHA }
        stored.alphaIndex = isCMYK ? 3 : alpha.map { colors + $0 }
        stored.isPremultiplied = !isCMYK && alpha.map { kinds[$0] == EXTRASAMPLE_ASSOCALPHA } ?? false
        hasUnknownChannels = !isCMYK && kinds.contains(Int(EXTRASAMPLE_UNSPECIFIED))
        stored.isInverted = photometric == PHOTOMETRIC_MINISWHITE
        stored.isByteSwapped =
            isUncompressed && !isSeparate && bits == 16 && file.withHandle { TIFFIsByteSwapped($0) != 0 }
        hasReversedBits = tags.uint16OrDefault(TIFFTAG_FILLORDER) == FILLORDER_LSB2MSB
        // Premultiplied samples with 0 as white are undefined where alpha is 0.
        guard !(stored.isInverted && stored.isPremultiplied) else { return nil }

        guard stored.rowBytes(size.width) <= Self.largestRowBytes else {
            throw CodecError(.unsupported, file: file.name, "its rows of \(width) pixels are too long.")
        }
        if isTiled {
            guard let across = tags.uint32(TIFFTAG_TILEWIDTH), let down = tags.uint32(TIFFTAG_TILELENGTH),
                across > 0, down > 0, stored.rowBytes(Int(across)) <= Self.largestRowBytes,
                (tags.uint32(TIFFTAG_TILEDEPTH) ?? 1) == 1
            else { throw file.failure("the size of its tiles is invalid") }
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
        profile =
            isCMYK ? tags.bytes(TIFFTAG_ICCPROFILE) : tags.profile(isColor: isColor, bits: stored.isInverted ? 1 : bits)
        guard (isUncompressed && !(isTiled && isSeparate)) || canDecode(file, isJPEG: isJPEG) else { return nil }
        // Tile rows that do not fill whole bytes cannot be placed side by side.
        guard !isTiled || block.width * samples * bits % 8 == 0 else { return nil }
    }

    /// True when libtiff decodes this page to rows of the expected length, in buffers within the limits.
    private func canDecode(_ file: TIFFFile, isJPEG: Bool) -> Bool {
        file.withHandle { tiff in
            if isJPEG {
                // libjpeg's limit. Slide scanners write larger tiles, with nonstandard markers.
                guard block.width <= 65500, block.height <= 65500,
                    ctiff_set_int(tiff, UInt32(TIFFTAG_JPEGCOLORMODE), JPEGCOLORMODE_RGB) != 0
                else { return false }
            }
            guard isTiled else {
                // Planes are not decoded row by row, but libvips can do that.
                let isSmall = planes == 1 || rowBytes * block.height <= Self.largestPlanesBytes
                return isSmall && TIFFScanlineSize64(tiff) == UInt64(planeRowBytes(size.width))
            }
            let rows = max(rowBytes, blockRowBytes)
            return TIFFTileRowSize64(tiff) == UInt64(blockRowBytes / planes)
                && !rows.multipliedReportingOverflow(by: block.height).overflow
                && rows * block.height <= Self.largestTileRowBytes
        }
    }
}
