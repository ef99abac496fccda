internal import ImageMetadata
internal import ImageSources
internal import PixelKernels
internal import TilePyramid

/// An image of integers as they are stored, whose colors are spread so that two values become black and white.
///
/// It is for images whose stored samples have to be compared before their range is applied. Alpha stays as it is.
final class RangeScaledSource: ImageSource {
    var info: ImageInfo { base.info }
    let warnings: [String]
    var rowAccess: RowAccess { base.rowAccess }

    private let base: any ImageSource
    /// The new sample for each sample.
    private let table: [UInt16]

    /// Spreads the colors of an image; nil where the options ask for no range.
    ///
    /// - Parameters:
    ///   - base: the image as it is stored.
    ///   - options: the range that is asked for.
    ///   - file: the image's name for error messages.
    /// - Throws: ``CodecError`` when the range is invalid.
    init?(_ base: any ImageSource, options: DecodeOptions, file: String) throws {
        guard let (low, high) = try options.requestedRange(file: file) else { return nil }
        let integers = DeliveredIntegers(base.info)
        let range = SampleRange(low: low, high: high)
        table = (0...integers.greatest).map {
            range.scaled(integers.stored($0), maximum: Double(integers.greatest))
        }
        warnings = base.warnings + options.emptyRangeWarning(bits: integers.storedBits)
        self.base = base
    }

    func readBands(_ body: (PixelBand) throws -> Void) throws {
        try readBands(rows: 0..<info.size.height, body)
    }

    func readBands(rows wanted: Range<Int>, _ body: (PixelBand) throws -> Void) throws {
        let stride = info.size.width * info.layout.bytesPerPixel
        var target = ScratchBuffer()
        try base.readBands(rows: wanted) { band in
            let memory = try target.reserve(band.rows.count * stride)
            for (index, y) in band.rows.enumerated() { spread(band.row(y), into: memory + index * stride) }
            try body(PixelBand(base: UnsafeRawPointer(memory), stride: stride, rows: band.rows))
        }
    }

    private func spread(_ row: UnsafeRawPointer, into target: UnsafeMutableRawPointer) {
        let samples = info.layout.channels.rawValue
        let colors = info.layout.channels.opaque.rawValue
        target.copyMemory(from: row, byteCount: info.size.width * info.layout.bytesPerPixel)
        table.withUnsafeBufferPointer { table in
            for first in stride(from: 0, to: info.size.width * samples, by: samples) {
                for sample in first..<first + colors {
                    switch info.layout.depth {
                    case .eight:
                        let value = row.load(fromByteOffset: sample, as: UInt8.self)
                        target.storeBytes(
                            of: UInt8(truncatingIfNeeded: table[Int(value)]), toByteOffset: sample, as: UInt8.self)
                    case .sixteen:
                        let value = row.loadUnaligned(fromByteOffset: 2 * sample, as: UInt16.self)
                        target.storeBytes(of: table[Int(value)], toByteOffset: 2 * sample, as: UInt16.self)
                    }
                }
            }
        }
    }
}

/// The integers that an image delivers for those that it stores.
struct DeliveredIntegers {
    /// The bits of a stored integer, and of a delivered one.
    let storedBits, bits: Int

    init(_ info: ImageInfo) {
        bits = info.layout.depth.rawValue
        storedBits = min(info.storedBits ?? bits, bits)
    }

    /// The greatest integer that is delivered.
    var greatest: Int { 1 << bits - 1 }
    /// The difference between the integers that are delivered for two neighbors.
    var unit: Double { Double(greatest) / Double(1 << storedBits - 1) }

    /// The stored integer for a delivered one.
    func stored(_ delivered: Int) -> Double { (Double(delivered) / unit).rounded() }

    /// The integer that is delivered for a stored one.
    func delivered(_ stored: UInt64) -> UInt64 { UInt64(min(Double(stored) * unit, Double(greatest)).rounded()) }
}
