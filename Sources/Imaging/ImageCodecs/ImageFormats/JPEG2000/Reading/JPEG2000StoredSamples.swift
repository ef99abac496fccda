internal import ChannelImages
internal import ImageMetadata
internal import ImageSources
internal import TilePyramid

/// The components of a JPEG 2000 image as they are stored, of any number, with up to 16 bits each.
///
/// Images of gray or RGB with 8 or 16 bits and no further components are left to conversion: their colors may be those of a
/// palette or a profile.
struct JPEG2000StoredSamples: StoredSampleDecoder {
    let samples: StoredSamples
    private let input: ImageInput
    private let options: DecodeOptions
    private let isSigned: Bool

    /// Opens a file and reads its headers; nil if its samples are colors.
    ///
    /// - Throws: ``CodecError`` when they are damaged or something is not supported.
    init?(_ input: ImageInput, options: DecodeOptions) throws {
        guard let source = try JPEG2000ImageSource(storing: input, options: options),
            let first = source.map.colors.first
        else { return nil }
        let map = source.map
        let hasColor = map.colorSpace == .rgb
        guard map.colors.count > (hasColor ? 3 : 1) || first.isSigned || ![8, 16].contains(first.bits) else {
            return nil
        }
        guard first.bits <= 16 else {
            throw CodecError(
                .unsupported, file: input.name,
                "its samples have \(first.bits) bits, of which up to 16 are read. Convert it to a TIFF.")
        }
        self.input = input
        self.options = options
        isSigned = first.isSigned
        let isDeep = first.bits > 8
        var samples = StoredSamples(
            size: source.info.size, type: isSigned ? isDeep ? .int16 : .int8 : isDeep ? .uint16 : .uint8,
            samplesPerPixel: map.channels.count)
        samples.alphaSample = map.alpha == nil ? nil : map.channels.count - 1
        samples.significantBits = [8, 16].contains(first.bits) ? nil : first.bits
        samples.isColorPicture = hasColor && !isSigned
        self.samples = samples
    }

    func decode(_ body: (PixelBand) throws -> Void) throws {
        guard let source = try JPEG2000ImageSource(storing: input, options: options),
            source.info.size == samples.size,
            source.writer.conversion.pixelBytes * samples.size.width == samples.rowBytes
        else { throw CodecError(.damaged, file: input.name, "the file has changed. Open it again.") }
        guard isSigned else { return try source.readBands(body) }
        let rowBytes = samples.rowBytes
        let step = samples.type.byteCount
        var memory = ScratchBuffer()
        try source.readBands { band in
            let target = try memory.reserve(rowBytes * band.rows.count)
            for y in band.rows {
                let row = target + (y - band.rows.lowerBound) * rowBytes
                row.copyMemory(from: band.row(y), byteCount: rowBytes)
                // Samples are delivered above the middle: the sign bit, in the last byte of each, is turned over.
                let bytes = row.assumingMemoryBound(to: UInt8.self)
                for index in stride(from: step - 1, to: rowBytes, by: step) { bytes[index] ^= 0x80 }
            }
            try body(PixelBand(base: UnsafeRawPointer(target), stride: rowBytes, rows: band.rows))
        }
    }
}
