internal import CJPEGXL
internal import ImageMetadata
internal import ImageSources
internal import PixelKernels
internal import TilePyramid

/// A still JPEG XL of 8 bits, or in PQ or HLG, decoded by libjxl on several threads, upright, with its stored pixels.
///
/// It serves images if libjxl can be loaded. libjxl decodes the image as a whole; the memory of rows is freed after their
/// delivery. (Its callback for parts of rows would take three times as much.) With ``DecodeOptions/allowTruncated``, the
/// available part of a truncated image is delivered, as libjxl fills it.
final class JPEGXLImageSource: DecodedImageSource {
    let info: ImageInfo
    /// Upright: libjxl applies the orientation.
    let orientation = Orientation.upright
    private(set) var warnings: [String] = []

    private var decoder: JPEGXLDecoder?
    private let name: String
    private let allowTruncated: Bool

    /// The most bytes of a profile; with a longer one, libvips reads the image.
    private static let profileLimit = 16 << 20
    /// The bytes of rows that are delivered at a time.
    private static let bandBytes = 1 << 20

    /// Opens an image and reads its header.
    ///
    /// - Returns: nil when libjxl is missing, the header is damaged, or the image is not of a kind that is served.
    /// - Throws: ``CodecError`` when the file cannot be read.
    static func open(_ input: ImageInput, options: DecodeOptions) throws -> JPEGXLImageSource? {
        let bytes = try ImageBytes(input)
        guard ImageFormat.jpegXL.hasSignature(FileEnd(bytes.read(at: 0, count: FileEnd.byteCount))),
            let decoder = JPEGXLDecoder(bytes.readWhole(), threads: options.threads),
            let header = decoder.readHeader(), isServed(header)
        else { return nil }
        let channels: PixelLayout.Channels =
            header.colors == 1 ? (header.others > 0 ? .grayAlpha : .gray) : (header.others > 0 ? .rgba : .rgb)
        // The profile that libjxl makes of PQ takes the largest sample for white.
        let profile = encoding(header)?.profile(gray: header.colors == 1) ?? decoder.readProfile(limit: profileLimit)
        let depth = header.bits > 8 ? PixelLayout.Depth.sixteen : .eight
        let info = ImageInfo(
            size: PixelSize(width: Int(header.width), height: Int(header.height)), layout: PixelLayout(channels, depth),
            profile: profile.isEmpty ? nil : profile, container: ImageFormat.jpegXL.name)
        let source = JPEGXLImageSource(decoder, info, options, name: input.name)
        if JXLContainer.hasGainMap(bytes) { source.warnings.append(GainMap.warning) }
        return source
    }

    private static func isServed(_ header: tk_jxl_header) -> Bool {
        let hasAlpha = header.alpha_bits > 0
        let isPlain = header.bits <= 8 && header.exponent_bits == 0 && header.alpha_bits <= 8
        return header.is_animated == 0 && (isPlain || header.hdr_transfer != 0)
            && [1, 3].contains(header.colors) && header.others == (hasAlpha ? 1 : 0) && header.is_premultiplied == 0
            && 1...ImageInfo.longestSide ~= Int(header.width) && 1...ImageInfo.longestSide ~= Int(header.height)
    }

    /// The colors of an image in PQ or HLG; nil for others.
    private static func encoding(_ header: tk_jxl_header) -> ColorEncoding? {
        guard let transfer = TransferFunction(codePoint: Int(header.hdr_transfer)) else { return nil }
        let (redX, redY, greenX, greenY, blueX, blueY, whiteX, whiteY) = header.chromaticities
        let primaries = ColorPrimaries(
            red: .init(redX, redY), green: .init(greenX, greenY), blue: .init(blueX, blueY),
            white: .init(whiteX, whiteY))
        return ColorEncoding(
            primaries: header.colors == 1 || primaries.isNear(.bt2020) ? .bt2020 : primaries, transfer: transfer,
            // Encoders write the peak of PQ itself where they know nothing of the image.
            peak: header.peak > 0 && header.peak < PerceptualQuantizer.peak ? header.peak : nil)
    }

    private init(_ decoder: JPEGXLDecoder, _ info: ImageInfo, _ options: DecodeOptions, name: String) {
        self.decoder = decoder
        self.info = info
        self.name = name
        allowTruncated = options.allowTruncated
    }

    func readBands(_ body: (PixelBand) throws -> Void) throws {
        guard let decoder = decoder.take() else { preconditionFailure("readBands may be called once") }
        let stride = info.size.width * info.layout.bytesPerPixel
        var rows = try DiscardableRows(count: info.size.height, stride: stride)
        let status = decoder.readPixels(
            into: rows.base, count: stride * info.size.height, layout: info.layout,
            isLenient: allowTruncated)
        if status != TK_JXL_DONE { try report(status) }
        let bandRows = max(1, Self.bandBytes / stride)
        for top in Swift.stride(from: 0, to: info.size.height, by: bandRows) {
            let band = top..<min(top + bandRows, info.size.height)
            try body(PixelBand(base: UnsafeRawPointer(rows.base) + top * stride, stride: stride, rows: band))
            rows.discard(before: band.upperBound)
        }
    }

    /// Warns of damage where that is allowed, and throws it otherwise.
    private func report(_ status: tk_jxl_status) throws {
        let isTruncated = status == TK_JXL_TRUNCATED
        guard allowTruncated, isTruncated else {
            throw isTruncated
                ? CodecError(
                    .truncated, file: name,
                    "the file ends before the image does. Get a complete copy, or cut what there is.")
                : CodecError(.damaged, file: name, "the image is damaged. Get an intact copy of it.")
        }
        warnings.append("the file ends before the image does; parts of it are blurred or black.")
    }
}
