package import ImageMetadata
package import ImageSources
internal import CodecShims
internal import PixelKernels
internal import TilePyramid

/// A JPEG, decoded by libjpeg as a stream: a strip of rows at a time, whatever the image's height.
///
/// It delivers the stored pixels: gray, RGB or inverted CMYK, in the color space of the embedded profile.
package final class JPEGImageSource: PlanarImageSource {
    /// The number of rows decoded at a time: the MCU height of 4:2:0, so that no MCU row is split between bands.
    package static let rowsPerBand = 16

    package let info: ImageInfo
    /// The color space of the delivered samples: gray, RGB or CMYK.
    ///
    /// CMYK is inverted, so that 255 is no ink, and has the layout with four samples.
    package let space: ICCProfile.Space
    /// The embedded profile, or Adobe RGB if only EXIF states it; nil if there is none.
    package let embeddedProfile: [UInt8]?
    /// The EXIF orientation; the caller applies it.
    package let orientation: Orientation
    package let hasPlanes: Bool
    /// Problems with the header, which the reader of the header adds.
    package var headerWarnings: [String] = []
    /// Problems with the header and damage; without damage, extraneous bytes or a missing end marker.
    ///
    /// Damage, extraneous bytes and a missing end marker are reported after reading.
    package var warnings: [String] {
        guard damageWarnings.isEmpty else { return headerWarnings + damageWarnings }
        return headerWarnings + (hasSkippedBytes ? [JPEGInspection.skippedBytesWarning] : [])
            + (lacksEndMarker ? [JPEGInspection.missingEndWarning] : [])
    }

    /// The most bytes of coefficients kept in memory if there are several scans; more go to a temporary file.
    package static let coefficientLimit = 8 << 20

    let decoder: JPEGDecoderHandle
    /// Whether libjpeg needs the coefficients of the whole image (`jpeg_has_multiple_scans`).
    let hasMultipleScans: Bool
    /// The size of these coefficients in bytes.
    let coefficientBytes: Int
    /// The largest sampling factors; an MCU has 8 times as many pixels.
    package let maxSamplingFactors: (horizontal: Int, vertical: Int)
    package let name: String
    let allowTruncated: Bool
    /// The scale at which the image is decoded.
    let scale: DecodeScale
    /// The image's height at full scale.
    private let storedHeight: Int
    private var damageWarnings: [String] = []
    /// Whether extraneous bytes before a marker have been skipped.
    private var hasSkippedBytes = false
    /// Whether the file ends after the last row without an end marker.
    private var lacksEndMarker = false

    /// Opens a JPEG.
    ///
    /// - Parameters:
    ///   - input: the file or bytes.
    ///   - keepsProfile: true to keep pixels in the embedded profile, available as ``ImageInfo/profile``.
    ///   - allowTruncated: true if damage is a warning instead of an error.
    ///   - scale: the scale at which the image is decoded.
    /// - Throws: ``CodecError`` when the file cannot be read or its header is damaged.
    package init(_ input: ImageInput, keepsProfile: Bool, allowTruncated: Bool, scale: DecodeScale) throws {
        let decoder = try JPEGDecoderHandle(input)
        let header = try decoder.readHeader()
        let exif = header.exif.map { Array(UnsafeBufferPointer(start: $0, count: header.exif_length)) }
        var profile = header.profile.map { Array(UnsafeBufferPointer(start: $0, count: header.profile_length)) }
        if profile == nil, header.color == TK_JPEG_RGB, let exif, EXIFBlock.isAdobeRGB(exif) {
            profile = ColorEncoding.adobeRGB.profile(gray: false)
        }
        embeddedProfile = profile
        space = header.color == TK_JPEG_GRAY ? .gray : header.color == TK_JPEG_CMYK ? .cmyk : .rgb
        let channels: PixelLayout.Channels = space == .gray ? .gray : space == .cmyk ? .rgba : .rgb
        self.decoder = decoder
        name = input.name
        self.allowTruncated = allowTruncated
        self.scale = scale
        maxSamplingFactors = (Int(header.max_h_samp_factor), Int(header.max_v_samp_factor))
        hasMultipleScans = header.has_multiple_scans != 0
        coefficientBytes = header.coefficient_bytes
        hasPlanes = header.has_ycbcr420_planes != 0 && scale == .full
        let stored = PixelSize(width: Int(header.width), height: Int(header.height))
        storedHeight = stored.height
        orientation = exif.map(EXIFBlock.orientation(in:)) ?? .upright
        info = ImageInfo(
            size: scale.size(of: stored), layout: PixelLayout(channels),
            profile: keepsProfile ? profile : nil, container: "JPEG", exif: exif)
    }

    /// Opens the image of another source again, to read it in another way.
    ///
    /// Fails if its file can be read only once.
    init?(rereading other: JPEGImageSource) throws {
        guard let decoder = JPEGDecoderHandle(rereading: other.decoder) else { return nil }
        _ = try decoder.readHeader()
        self.decoder = decoder
        name = other.name
        allowTruncated = other.allowTruncated
        scale = other.scale
        maxSamplingFactors = other.maxSamplingFactors
        hasMultipleScans = other.hasMultipleScans
        coefficientBytes = other.coefficientBytes
        hasPlanes = other.hasPlanes
        storedHeight = other.storedHeight
        orientation = other.orientation
        info = other.info
        space = other.space
        embeddedProfile = other.embeddedProfile
    }

    package func readBands(_ body: (PixelBand) throws -> Void) throws {
        try spillIfNeeded()
        try decoder.start(scale: scale)
        let stride = info.size.width * info.layout.bytesPerPixel
        var strip = ScratchBuffer()
        let base = try strip.reserve(stride * Self.rowsPerBand)
        var row = 0
        while row < info.size.height {
            let count = try decoder.readRows(
                into: base, stride: stride, count: min(Self.rowsPerBand, info.size.height - row))
            try checkDamage(before: row + count)
            try body(PixelBand(base: UnsafeRawPointer(base), stride: stride, rows: row..<(row + count)))
            row += count
        }
        finish()
    }

    package func readPlanes(_ body: (PlanarBand) throws -> Void) throws {
        precondition(hasPlanes, "only an image with planes is read as planes")
        try spillIfNeeded()
        try decoder.startPlanes()
        // libjpeg pads planes to whole MCUs: 16 luma samples and 8 samples of each chroma plane.
        let blocks = (info.size.width + Self.rowsPerBand - 1) / Self.rowsPerBand
        let stride = (full: blocks * Self.rowsPerBand, half: blocks * Self.rowsPerBand / 2)
        let lumaBytes = stride.full * Self.rowsPerBand
        let chromaBytes = stride.half * Self.rowsPerBand / 2
        var strip = ScratchBuffer()
        let luma = try strip.reserve(lumaBytes + 2 * chromaBytes)
        let cb = luma + lumaBytes
        let cr = luma + lumaBytes + chromaBytes
        var row = 0
        while row < info.size.height {
            try decoder.readPlanes(luma: luma, stride: stride.full, cb: cb, cr: cr, chromaStride: stride.half)
            let end = min(row + Self.rowsPerBand, info.size.height)
            try checkDamage(before: end)
            let chromaRows = row / 2..<(end + 1) / 2
            try body(
                PlanarBand(
                    luma: PixelBand(base: UnsafeRawPointer(luma), stride: stride.full, rows: row..<end),
                    cb: PixelBand(base: UnsafeRawPointer(cb), stride: stride.half, rows: chromaRows),
                    cr: PixelBand(base: UnsafeRawPointer(cr), stride: stride.half, rows: chromaRows)))
            row = end
        }
        finish()
    }

    /// Looks for extraneous bytes and the end marker, after the last row.
    ///
    /// - Parameters:
    ///   - skipsBytes: true when some are known already.
    ///   - lacksEndMarker: whether the data ends without a marker; nil, the default, where libjpeg has read to the end.
    func finish(skipsBytes: Bool = false, lacksEndMarker: Bool? = nil) {
        hasSkippedBytes = decoder.finish() || skipsBytes
        self.lacksEndMarker = lacksEndMarker ?? decoder.lacksEndMarker
    }

    func spillIfNeeded() throws {
        if hasMultipleScans, coefficientBytes > Self.coefficientLimit {
            try decoder.spill(coefficientBytes)
        }
    }

    /// Throws or warns about damage that libjpeg has concealed: ``allowTruncated`` decides which.
    func checkDamage(before row: Int) throws {
        guard let damage = decoder.damage, damageWarnings.isEmpty else { return }
        let storedRow = min(decoder.damagedRow ?? row * scale.rawValue, storedHeight)
        guard allowTruncated else { throw damage.error(file: name, row: storedRow, of: storedHeight) }
        damageWarnings.append(damage.warning(row: storedRow, of: storedHeight))
    }
}
