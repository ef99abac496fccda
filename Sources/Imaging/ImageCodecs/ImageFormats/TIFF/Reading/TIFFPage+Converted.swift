internal import ImageMetadata
internal import CTIFF
internal import PixelKernels
internal import TilePyramid

extension TIFFPage {
    /// Reads libtiff's current directory when its pixels are of a kind that the direct path does not read, and that can
    /// be converted while it is read.
    ///
    /// - Returns: nil when another path reads the page.
    /// - Throws: ``CodecError`` when no path can: the pixels are of a kind that is not supported.
    init?(converting file: TIFFFile, size: PixelSize) throws {
        let tags = TIFFTags(file)
        let description = PixelDescription(tags, isTiled: file.withHandle { TIFFIsTiled($0) != 0 })
        if let reason = description.unsupportedReason {
            throw CodecError(.unsupported, file: file.name, reason)
        }
        let isReadAsRGBA = description.needsRGBA && file.withHandle { Self.canReadAsRGBA($0) }
        let converted = isReadAsRGBA ? nil : try description.convertedSamples(tags)
        guard isReadAsRGBA || converted != nil else { return nil }

        self.size = size
        self.converted = converted
        self.isReadAsRGBA = isReadAsRGBA
        isTiled = description.isTiled
        isUncompressed = converted != nil && description.compression == COMPRESSION_NONE
        hasReversedBits = isUncompressed && tags.uint16OrDefault(TIFFTAG_FILLORDER) == FILLORDER_LSB2MSB
        planes = converted?.planes ?? 1
        stored = converted.map { description.stored($0, tags) } ?? .init(bits: 8, samplesPerPixel: 4, hasColor: true)
        let kinds = converted == nil ? [] : tags.extraSamples(description.samples - description.colors)
        hasUnknownChannels = description.photometric != PHOTOMETRIC_PALETTE && kinds.contains(0)
        orientation = Orientation(rawValue: tags.uint16(TIFFTAG_ORIENTATION) ?? 1) ?? .upright
        profile = tags.bytes(TIFFTAG_ICCPROFILE)
        warnings =
            tags.uint16(TIFFTAG_PHOTOMETRIC) == nil
            ? [
                "its directory does not say what the samples stand for (PhotometricInterpretation); "
                    + "\(description.isColor ? "RGB" : "gray") is assumed."
            ] : []
        declaredRange = description.declaredRange(tags)
        if isTiled {
            guard let across = tags.uint32(TIFFTAG_TILEWIDTH), let down = tags.uint32(TIFFTAG_TILELENGTH),
                across > 0, down > 0, (tags.uint32(TIFFTAG_TILEDEPTH) ?? 1) == 1
            else { throw file.failure("the size of its tiles is invalid") }
            block = PixelSize(width: Int(across), height: Int(down))
        } else {
            let rows = tags.uint32(TIFFTAG_ROWSPERSTRIP) ?? UInt32(clamping: size.height)
            block = PixelSize(width: size.width, height: min(max(1, Int(rows)), size.height))
        }
        guard !description.isReadByLibvips || !needsMuchMemory else { return nil }
        try checkMemory(file)
        // Rows of another length are those of a directory that contradicts itself.
        guard let converted else { return }
        let rowBytes = file.withHandle { isTiled ? TIFFTileRowSize64($0) : TIFFScanlineSize64($0) }
        guard rowBytes == UInt64(converted.blockRowBytes(block.width)) else { return nil }
    }

    /// True when a few rows of blocks can be read.
    private var hasReadableRows: Bool { isUncompressed && !(isTiled && planes > 1) }

    /// True when blocks that are decoded as a whole take much memory.
    private var needsMuchMemory: Bool {
        guard let converted, isTiled || planes > 1, !hasReadableRows else { return false }
        // The size may be any.
        return Double(converted.blockRowBytes(block.width)) * Double(planes) * Double(block.height)
            > Double(Self.largestPlanesBytes)
    }

    /// - Throws: ``CodecError`` when a row of blocks, stored or delivered, takes more memory than the limit.
    private func checkMemory(_ file: TIFFFile) throws {
        let stored = converted.map { $0.blockRowBytes(block.width) } ?? blockRowBytes
        let longest = max(stored, rowBytes, blockRowBytes)
        guard longest <= Self.largestRowBytes else {
            throw CodecError(.unsupported, file: file.name, "its rows of \(size.width) pixels are too long.")
        }
        guard hasReadableRows || longest * block.height <= Self.largestTileRowBytes else {
            throw CodecError(
                .unsupported, file: file.name,
                "its \(isTiled ? "tiles" : "strips") are too large to be converted. Store it with smaller ones.")
        }
    }

    /// True when libtiff converts the pixels to RGB (`TIFFRGBAImageOK`).
    private static func canReadAsRGBA(_ tiff: OpaquePointer) -> Bool {
        withUnsafeTemporaryAllocation(of: CChar.self, capacity: 1024) { message in
            TIFFRGBAImageOK(tiff, message.baseAddress) != 0
        }
    }
}

/// The tags of a directory that describe its pixels.
private struct PixelDescription {
    let photometric: Int32
    let compression: Int32
    let bits: Int
    let samples: Int
    let sampleFormat: Int32
    let isSeparate: Bool
    let isTiled: Bool
    let isPhotometricKnown: Bool

    init(_ tags: TIFFTags, isTiled: Bool) {
        bits = tags.uint16OrDefault(TIFFTAG_BITSPERSAMPLE)
        samples = tags.uint16OrDefault(TIFFTAG_SAMPLESPERPIXEL)
        let known = tags.uint16(TIFFTAG_PHOTOMETRIC)
        isPhotometricKnown = known != nil
        photometric =
            known.map { Int32($0) } ?? (samples == 3 || samples == 4 ? PHOTOMETRIC_RGB : PHOTOMETRIC_MINISBLACK)
        compression = Int32(tags.uint16OrDefault(TIFFTAG_COMPRESSION))
        sampleFormat = Int32(tags.uint16OrDefault(TIFFTAG_SAMPLEFORMAT))
        isSeparate = samples > 1 && tags.uint16OrDefault(TIFFTAG_PLANARCONFIG) != PLANARCONFIG_CONTIG
        self.isTiled = isTiled
    }

    var isColor: Bool { photometric == PHOTOMETRIC_RGB }
    var isGray: Bool { [PHOTOMETRIC_MINISBLACK, PHOTOMETRIC_MINISWHITE, PHOTOMETRIC_MASK].contains(photometric) }
    /// The number of stored color samples of a pixel.
    var colors: Int { isColor ? 3 : 1 }

    /// The reason that no path reads the pixels, as a message; nil when one may.
    var unsupportedReason: String? {
        if [SAMPLEFORMAT_COMPLEXINT, SAMPLEFORMAT_COMPLEXIEEEFP].contains(sampleFormat) {
            return "its samples are complex numbers, which cannot be shown."
        }
        switch photometric {
        case PHOTOMETRIC_CFA, 34892:
            return
                "its pixels are the raw samples of a camera's sensor, which have to be developed first. Export it as "
                + "RGB with a raw converter."
        case PHOTOMETRIC_ICCLAB, PHOTOMETRIC_ITULAB:
            let name = photometric == PHOTOMETRIC_ICCLAB ? "ICCLAB" : "ITULAB"
            return "its colors are stored as \(name), which is not supported. Convert it to RGB or CIELAB."
        default: break
        }
        guard TIFFIsCODECConfigured(UInt16(truncatingIfNeeded: compression)) == 0,
            TIFFJPEG2000Compression(rawValue: Int(compression)) == nil
        else { return nil }
        let name = Self.compressions[Int(compression)].map { "\($0) (\(compression))" } ?? "number \(compression)"
        return "its compression, \(name), is not supported. Convert it to another one, such as Deflate."
    }

    /// The names of compressions that libtiff does not decode, or only where it was built so.
    private static let compressions = [
        9: "JBIG", 10: "JBIG", 22610: "JPEG XR", 32895: "PackBits of CT images", 32908: "Pixar film",
        32909: "Pixar log", 34661: "JBIG", 34887: "LERC", 34892: "lossy JPEG",
        34925: "LZMA", 34926: "Zstandard", 34927: "WebP", 34933: "PNG", 34934: "JPEG XR", 50000: "Zstandard",
        50001: "WebP", 50002: "JPEG XL", 52546: "JPEG XL",
    ]

    /// True when libtiff's conversion to RGB is needed: YCbCr without JPEG, old-style JPEG, or LogLuv.
    var needsRGBA: Bool {
        if photometric == PHOTOMETRIC_LOGL || photometric == PHOTOMETRIC_LOGLUV {
            return compression == COMPRESSION_SGILOG || compression == COMPRESSION_SGILOG24
        }
        guard bits == 8, TIFFIsCODECConfigured(UInt16(truncatingIfNeeded: compression)) != 0 else { return false }
        if compression == COMPRESSION_OJPEG { return isColor || isGray || photometric == PHOTOMETRIC_YCBCR }
        return photometric == PHOTOMETRIC_YCBCR && compression != COMPRESSION_JPEG
            && TIFFJPEG2000Compression(rawValue: Int(compression)) == nil
    }

    /// The conversion of the samples; nil when another path reads them.
    ///
    /// - Throws: ``CodecError`` for a palette without colors.
    func convertedSamples(_ tags: TIFFTags) throws -> TIFFConvertedSamples? {
        let isPalette = photometric == PHOTOMETRIC_PALETTE
        guard isColor || isGray || isPalette, samples >= colors, samples <= 64,
            let type = TIFFSampleType(sampleFormat: Int(sampleFormat), bits: bits),
            ![COMPRESSION_JPEG, COMPRESSION_OJPEG, COMPRESSION_JBIG, COMPRESSION_SGILOG].contains(compression),
            TIFFJPEG2000Compression(rawValue: Int(compression)) == nil,
            TIFFIsCODECConfigured(UInt16(truncatingIfNeeded: compression)) != 0,
            !isReadDirectly(type), !(isReadByLibvips && needsLibvips(tags))
        else { return nil }
        var converted = TIFFConvertedSamples(
            type: type, perPixel: samples, colors: colors, planes: isSeparate ? samples : 1)
        guard isPalette else { return converted }
        guard type.number == .unsigned, bits <= 16, !isSeparate,
            let palette = tags.palette(
                bits: bits, deliveredBits: converted.deliveredBits, allowsGray: isReadByLibvips)
        else { return nil }
        converted.palette = palette.colors
        converted.paletteChannels = palette.channels
        return converted
    }

    private func isReadDirectly(_ type: TIFFSampleType) -> Bool {
        type.number == .unsigned && bits <= 16 && isPhotometricKnown && (isColor || isGray)
            && photometric != PHOTOMETRIC_MASK && (!isSeparate || [8, 16].contains(bits))
    }

    /// True when libvips reads samples of this type.
    var isReadByLibvips: Bool {
        guard isPhotometricKnown, photometric != PHOTOMETRIC_MASK, !(isSeparate && isTiled) else { return false }
        if photometric == PHOTOMETRIC_PALETTE { return [1, 2, 4, 8].contains(bits) && !isSeparate && samples == 1 }
        return sampleFormat == SAMPLEFORMAT_IEEEFP ? bits == 32 : [8, 16, 32].contains(bits)
    }

    /// True for pixels that libvips reads in a special way: palettes with a profile, premultiplied colors, and signed samples
    /// with 0 as white.
    private func needsLibvips(_ tags: TIFFTags) -> Bool {
        let isSigned = sampleFormat == SAMPLEFORMAT_IEEEFP || sampleFormat == SAMPLEFORMAT_INT
        if photometric == PHOTOMETRIC_PALETTE { return tags.bytes(TIFFTAG_ICCPROFILE) != nil }
        return (photometric == PHOTOMETRIC_MINISWHITE && isSigned)
            || tags.extraSamples(samples - colors).contains(Int(EXTRASAMPLE_ASSOCALPHA))
    }

    /// The range that the page declares for its samples; integers need not declare both of its ends.
    func declaredRange(_ tags: TIFFTags) -> (low: Double, high: Double)? {
        guard bits >= 8, let type = TIFFSampleType(sampleFormat: Int(sampleFormat), bits: bits) else { return nil }
        let low = tags.double(TIFFTAG_SMINSAMPLEVALUE)
        let high = tags.double(TIFFTAG_SMAXSAMPLEVALUE)
        guard low != nil || high != nil, type.number != .floatingPoint || (low != nil && high != nil) else {
            return nil
        }
        let range = (low: low ?? type.range.low, high: high ?? type.range.high)
        return range.low.isFinite && range.high.isFinite && range.low < range.high ? range : nil
    }

    /// The delivered samples.
    func stored(_ converted: TIFFConvertedSamples, _ tags: TIFFTags) -> StoredSampleFormat {
        let isPalette = converted.palette != nil
        let hasColor = isPalette ? converted.paletteChannels == 3 : isColor
        var stored = StoredSampleFormat(
            bits: converted.deliveredBits, samplesPerPixel: isPalette ? converted.paletteChannels : samples,
            hasColor: hasColor)
        guard !isPalette else { return stored }
        let kinds = tags.extraSamples(samples - colors)
        let alpha = kinds.firstIndex { $0 == EXTRASAMPLE_ASSOCALPHA || $0 == EXTRASAMPLE_UNASSALPHA }
        stored.alphaIndex = alpha.map { colors + $0 }
        stored.isPremultiplied = alpha.map { kinds[$0] == EXTRASAMPLE_ASSOCALPHA } ?? false
        stored.isInverted = photometric == PHOTOMETRIC_MINISWHITE
        return stored
    }
}
