import ImageMetadata
import TestLimits
import Testing

@Suite(.timeLimited) struct EXIFPropertiesTests {
    /// A block with a directory for the image, one for the photograph and one for the position.
    private static func block(
        _ image: [TIFFTag: TIFFDirectoryBuilder.Value], _ photograph: [TIFFTag: TIFFDirectoryBuilder.Value] = [:],
        _ position: [TIFFTag: TIFFDirectoryBuilder.Value] = [:]
    ) -> [UInt8] {
        var first = TIFFDirectoryBuilder()
        var second = TIFFDirectoryBuilder()
        var third = TIFFDirectoryBuilder()
        for (tag, value) in image { first[tag] = value }
        for (tag, value) in photograph { second[tag] = value }
        for (tag, value) in position { third[tag] = value }
        first[.exifDirectory] = photograph.isEmpty ? nil : .longs([0])
        first[.gpsDirectory] = position.isEmpty ? nil : .longs([0])
        let secondStart = 8 + first.size(isBigTIFF: false)
        let thirdStart = secondStart + second.size(isBigTIFF: false)
        first[.exifDirectory] = photograph.isEmpty ? nil : .longs([secondStart])
        first[.gpsDirectory] = position.isEmpty ? nil : .longs([thirdStart])
        return [0x49, 0x49, 42, 0, 8, 0, 0, 0] + first.bytes(at: 8, next: 0, isBigTIFF: false)
            + second.bytes(at: secondStart, next: 0, isBigTIFF: false)
            + third.bytes(at: thirdStart, next: 0, isBigTIFF: false)
    }

    private static let whole = block(
        [.make: .text("NIKON CORPORATION"), .model: .text("NIKON Z 6 "), .artist: .text("A. Person")],
        [
            .exposureTime: .rationals([(1, 250)]), .fNumber: .rationals([(28, 10)]), .isoSpeed: .shorts([400]),
            .dateTimeOriginal: .text("2026:11:25 13:05:00"), .focalLength: .rationals([(50, 1)]),
            .lensModel: .text("50mm f/1.8"),
        ],
        [
            .gpsLatitudeReference: .text("S"), .gpsLatitude: .rationals([(33, 1), (51, 1), (36, 1)]),
            .gpsLongitudeReference: .text("E"), .gpsLongitude: .rationals([(151, 1), (12, 1), (30, 1)]),
        ])

    @Test(arguments: [false, true]) func `all values are read, with and without the prefix of JPEG`(
        hasPrefix: Bool
    ) throws {
        let prefix = hasPrefix ? Array("Exif\0\0".utf8) : []
        let properties = try #require(EXIFProperties(prefix + Self.whole))
        #expect(properties.camera == "NIKON Z 6")
        #expect(properties.lens == "50mm f/1.8" && properties.artist == "A. Person")
        #expect(properties.date == "2026-11-25 13:05:00")
        #expect(properties.exposureTime == 1.0 / 250 && properties.fNumber == 2.8)
        #expect(properties.sensitivity == 400 && properties.focalLength == 50)
        #expect(properties.latitude == -(33 + 51.0 / 60 + 36.0 / 3600))
        #expect(properties.longitude == 151 + 12.0 / 60 + 30.0 / 3600)
        #expect(properties.copyright == nil && properties.description == nil)
    }

    @Test func `the maker is named if the model does not begin with its name`() {
        let properties = EXIFProperties(Self.block([.make: .text("Canon"), .model: .text("EOS R5")]))
        #expect(properties?.camera == "Canon EOS R5")
        #expect(EXIFProperties(Self.block([.model: .text("EOS R5")]))?.camera == "EOS R5")
    }

    @Test func `values out of their range are left out`() {
        let properties = EXIFProperties(
            Self.block(
                [.model: .text("X"), .dateTime: .text("0000:00:00 00:00:00"), .artist: .text("  ")],
                [.exposureTime: .rationals([(1, 0)]), .fNumber: .rationals([(0, 1)]), .isoSpeed: .shorts([0])],
                [
                    .gpsLatitudeReference: .text("N"), .gpsLatitude: .rationals([(91, 1), (0, 1), (0, 1)]),
                    .gpsLongitudeReference: .text("E"), .gpsLongitude: .rationals([(7, 1), (0, 1), (0, 1)]),
                ]))
        #expect(properties == EXIFProperties(Self.block([.model: .text("X")])))
    }

    @Test func `bytes without such values are none`() {
        #expect(EXIFProperties([]) == nil)
        #expect(EXIFProperties(Array("no EXIF data at all".utf8)) == nil)
        #expect(EXIFProperties(Self.block([.orientation: .shorts([6])])) == nil)
    }

    @Test func `a block that is cut short or damaged gives what can be read, and never crashes`() {
        for length in Self.whole.indices {
            _ = EXIFProperties(Array(Self.whole.prefix(length)))
            var damaged = Self.whole
            damaged[length] ^= 0xFF
            _ = EXIFProperties(damaged)
        }
    }
}
