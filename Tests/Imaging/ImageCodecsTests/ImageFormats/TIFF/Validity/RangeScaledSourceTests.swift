internal import ImageMetadata
internal import ImageSources
internal import PixelKernels
internal import TestLimits
internal import TestSupport
internal import Testing

@testable internal import ImageCodecs

/// A no-data value and a range of an image whose decoder does not compare samples: the value is one of the file's own.
@Suite(.timeLimited) struct RangeScaledSourceTests {
    private static func read(
        _ bytes: [UInt8], nodata: Int? = nil, range: (Double, Double)? = nil, deep: Bool = true
    ) throws -> DecodedImage {
        var options = DecodeOptions()
        if let nodata { options.nodata = .value(NodataValue(nodata)) }
        if let (low, high) = range { options.range = .values(low, high) }
        if deep { options.depth = .sixteen }
        return try DecodedImage(openImage(.bytes(bytes, name: "image"), options: options))
    }

    private static func png(_ values: [Int], bits: Int) -> [UInt8] {
        var fixture = PNGFixture(width: values.count, height: 2) { x, _, _ in values[x] }
        fixture.bits = bits
        fixture.colorType = 0
        return fixture.encoded()
    }

    private static func jpeg2000(_ values: [Int], bits: Int) throws -> [UInt8] {
        var fixture = OpenJPEGFixture(width: values.count, height: 2, sampling: [(1, 1)]) { x, _, _ in values[x] }
        fixture.bits = bits
        fixture.resolutions = 1
        return try fixture.encoded()
    }

    @Test func `a range is that of stored values, with a no-data value as without`() throws {
        let bytes = Self.png([0, 250, 500, 1000, 2000], bits: 16)
        let image = try Self.read(bytes, nodata: 0, range: (0, 1000))
        #expect(
            image.samples.prefix(10) == [0, 0, 16384, 65535, 32768, 65535, 65535, 65535, 65535, 65535],
            "\(image.samples)")
        let plain = try Self.read(bytes, range: (0, 1000))
        #expect(plain.samples.prefix(5) == [0, 16384, 32768, 65535, 65535])
        let eight = try Self.read(Self.png([7, 0, 20, 40, 60], bits: 8), nodata: 7, range: (40, 20), deep: false)
        #expect(eight.samples[1..<10] == [0, 255, 255, 255, 255, 0, 255, 0, 255], "\(eight.samples)")
        let empty = try Self.read(bytes, nodata: 0, range: (70000, 80000))
        #expect(empty.warnings.map { $0.hasPrefix("no value of uint16 is from 70000 to 80000") } == [true])
    }

    @Test(arguments: 9...16) func `values of any precision are compared and ranged as they are stored`(bits: Int) throws
    {
        let greatest = 1 << bits - 1
        let bytes = try Self.jpeg2000([5, 0, 100, greatest], bits: bits)
        let full = try Self.read(bytes, nodata: 5)
        let hundred = Int((100.0 * 65535 / Double(greatest)).rounded())
        #expect(
            full.samples.prefix(8) == [full.samples[0], 0, 0, 65535, hundred, 65535, 65535, 65535], "\(full.samples)")
        let ranged = try Self.read(bytes, nodata: 5, range: (0, 200))
        #expect(ranged.samples[1] == 0 && ranged.samples[3] == 65535, "\(ranged.samples)")
        #expect(ranged.samples[2] == 0 && ranged.samples[4] == 32768 && ranged.samples[6] == 65535)
        let none = try Self.read(bytes, nodata: greatest + 1)
        #expect(
            none.warnings == [
                "the no-data value, \(greatest + 1), is not a value of unsigned samples of \(bits) bits: all pixels are valid."
            ])
    }
}
