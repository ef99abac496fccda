internal import ImageMetadata
internal import ImageSources
internal import PixelKernels
internal import TilePyramid

/// Ranges of rows of an image that can only be decoded from its top, of 9 to 16 bits a sample.
final class RowPixelBlocks: PixelBlockDecoder, @unchecked Sendable {
    // The guard of `@unchecked Sendable`: all members are constant.
    let layout: PixelBlockLayout
    /// The type of a stored sample.
    let type: TIFFSampleType
    private let input: ImageInput
    private let options: DecodeOptions
    private let pixels: PixelLayout

    /// Ends the decoding after the last row that is needed.
    private struct Finished: Error {}

    /// Opens an image; nil if it has no more than 8 bits a sample, or takes more memory than it may.
    ///
    /// `scales` is true for decoders that scale samples of less than 16 bits, and say of how many they were.
    ///
    /// - Throws: ``CodecError`` if it cannot be opened.
    init?(_ input: ImageInput, page: Int, limits: DecodeLimits, scales: Bool) throws {
        var options = DecodeOptions()
        options.page = page
        options.limits = limits
        options.range = .full
        options.allowTruncated = true
        options = options.stored
        let info = try openImage(input, options: options).info
        guard let bits = scales ? info.storedBits : 16 else { return nil }
        type = TIFFSampleType(number: .unsigned, bits: bits)
        self.input = input
        self.options = options
        pixels = info.layout
        // Sides are limited: the products are far below 2^63.
        let rowBytes = info.size.width * info.layout.bytesPerPixel
        guard info.layout.depth == .sixteen, rowBytes * info.size.height <= PixelValueReader.imageByteLimit else {
            return nil
        }
        layout = PixelBlockLayout(
            size: info.size, orientation: .upright,
            block: PixelSize(
                width: info.size.width, height: min(info.size.height, PixelValueReader.blockByteLimit / rowBytes)))
    }

    func decode(_ number: Int) throws -> PixelBlock? {
        let rect = layout.rect(of: number)
        let rows = rect.y..<rect.y + rect.size.height
        let rowBytes = rect.size.width * pixels.bytesPerPixel
        var bytes = [UInt8](repeating: 0, count: rowBytes * rect.size.height)
        do {
            let source = try openImage(input, options: options)
            guard source.info.size == layout.size, source.info.layout == pixels else { return nil }
            try bytes.withUnsafeMutableBytes { raw in
                try source.readBands { band in
                    for y in band.rows where rows.contains(y) {
                        let line = UnsafeRawBufferPointer(start: band.row(y), count: rowBytes)
                        let start = (y - rect.y) * rowBytes
                        UnsafeMutableRawBufferPointer(rebasing: raw[start..<start + rowBytes]).copyMemory(from: line)
                    }
                    if band.rows.upperBound >= rows.upperBound { throw Finished() }
                }
            }
        } catch is Finished {}
        restoreStoredValues(&bytes)
        return PixelBlock(
            rect: rect, type: TIFFSampleType(number: .unsigned, bits: 16),
            samplesPerPixel: pixels.channels.rawValue, rowBytes: rowBytes, bytes: bytes)
    }

    /// Undoes the scaling of stored values to 16 bits, which is exact: each has a value of its own there.
    private func restoreStoredValues(_ bytes: inout [UInt8]) {
        guard type.bits < 16 else { return }
        let maximum = (UInt32(1) << UInt32(type.bits)) - 1
        bytes.withUnsafeMutableBytes { raw in
            for offset in stride(from: 0, to: raw.count - 1, by: 2) {
                let scaled = UInt32(raw.loadUnaligned(fromByteOffset: offset, as: UInt16.self))
                let value = (scaled * maximum + 32767) / 65535
                raw.storeBytes(of: UInt16(truncatingIfNeeded: value), toByteOffset: offset, as: UInt16.self)
            }
        }
    }
}
