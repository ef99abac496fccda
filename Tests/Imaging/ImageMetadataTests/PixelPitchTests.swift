import TestSupport
import TestLimits
import Testing

@testable import ImageMetadata

@Suite(.timeLimited) struct PixelPitchTests {
    private func pitch(_ bytes: [UInt8]) throws -> Double? { try PixelPitch.millimeters(of: .bytes(bytes, name: "a")) }

    private func big(_ number: Int, _ count: Int) -> [UInt8] {
        (0..<count).reversed().map { UInt8(truncatingIfNeeded: number >> (8 * $0)) }
    }

    /// A PNG chunk whose checksum, which is not verified, is zero.
    private func chunk(_ type: String, _ data: [UInt8]) -> [UInt8] {
        big(data.count, 4) + Array(type.utf8) + data + big(0, 4)
    }

    private func jfif(unit: UInt8, _ x: Int, _ y: Int) -> [UInt8] {
        [0xFF, 0xE0] + big(16, 2) + Array("JFIF\0".utf8) + [1, 2, unit] + big(x, 2) + big(y, 2) + [0, 0]
    }

    /// A big-endian directory with a resolution.
    private func directory(_ x: (Int, Int), _ y: (Int, Int), unit: Int?) -> [UInt8] {
        func entry(_ tag: Int, _ type: Int, _ value: [UInt8]) -> [UInt8] {
            big(tag, 2) + big(type, 2) + big(1, 4) + value
        }
        let count = unit == nil ? 2 : 3
        let end = 8 + 2 + 12 * count + 4
        let entries =
            entry(282, 5, big(end, 4)) + entry(283, 5, big(end + 8, 4))
            + (unit.map { entry(296, 3, big($0, 2) + [0, 0]) } ?? [])
        return Array("MM\0*".utf8) + big(8, 4) + big(count, 2) + entries + big(0, 4)
            + big(x.0, 4) + big(x.1, 4) + big(y.0, 4) + big(y.1, 4)
    }

    private func jpeg(_ segments: [UInt8]...) -> [UInt8] { [0xFF, 0xD8] + segments.joined() + [0xFF, 0xDA, 0, 8] }

    private func exif(_ directory: [UInt8]) -> [UInt8] {
        [0xFF, 0xE1] + big(8 + directory.count, 2) + Array("Exif\0\0".utf8) + directory
    }

    @Test func `the density of a JPEG is read per inch and per centimeter`() throws {
        #expect(try pitch(jpeg(jfif(unit: 1, 254, 254))) == 25.4 / 254)
        #expect(try pitch(jpeg(jfif(unit: 2, 200, 200))) == 0.05)
        #expect(try pitch(jpeg(exif(directory((3000, 10), (3000, 10), unit: nil)))) == 25.4 / 300)
        #expect(try pitch(jpeg(exif(directory((100, 1), (100, 1), unit: 3)))) == 0.1)
        // EXIF takes precedence.
        #expect(try pitch(jpeg(jfif(unit: 1, 72, 72), exif(directory((254, 1), (254, 1), unit: 2)))) == 25.4 / 254)
    }

    private static let descriptions: [(String, Double?)] = [
        (#"<OME><Image><Pixels SizeX="4" PhysicalSizeX="0.5" PhysicalSizeY="0.5"/></Image></OME>"#, 0.0005),
        ("<OME:OME xmlns:OME='a'><OME:Pixels PhysicalSizeX = '2' PhysicalSizeXUnit='nm' >", 2e-6),
        ("<OME><Pixels PhysicalSizeX='3' PhysicalSizeXUnit='μm'>", 0.003),
        ("<OME><Pixels PhysicalSizeX='3' PhysicalSizeXUnit='&#181;m'>", 0.003),
        ("<OME><Pixels PhysicalSizeX='1' PhysicalSizeXUnit='mm' PhysicalSizeY='0.1' PhysicalSizeYUnit='cm'>", 1),
        ("<OME><Pixels PhysicalSizeX='1' PhysicalSizeY='2'>", nil),
        ("<OME><Pixels PhysicalSizeX='1' PhysicalSizeXUnit='pixel'>", 0.1), ("<OME><Pixels", 0.1),
        ("<OME><Pixels PhysicalSizeX='nan' PhysicalSizeY='-1'>", 0.1), ("OME, a nice microscope", 0.1),
    ]

    @Test(arguments: descriptions)
    func `the physical size of OME comes before the resolution`(text: String, expected: Double?) throws {
        var builder = TIFFDirectoryBuilder()
        builder[.imageDescription] = .text(text)
        builder[.xResolution] = .rationals([(254, 1)])
        builder[.yResolution] = .rationals([(254, 1)])
        let header = TIFFHeader.bytes(firstDirectory: 8, isBigTIFF: false)
        let found = try pitch(header + builder.bytes(at: header.count, next: 0, isBigTIFF: false))
        #expect(found.map { $0 * 1e9 }?.rounded() == expected.map { $0 * 1e9 }?.rounded())
    }

    @Test func `the resolution of TIFF and PNG is read too`() throws {
        #expect(try pitch(directory((254, 1), (254, 1), unit: 2)) == 25.4 / 254)
        func png(_ physical: [UInt8]) -> [UInt8] {
            PNGHeader.signature + chunk("gAMA", [0, 0, 0, 1]) + chunk("pHYs", physical)
                + chunk("IDAT", [1])
        }
        #expect(try pitch(png(big(4_000_000, 4) + big(4_000_000, 4) + [1])) == 0.00025)
        #expect(try pitch(png(big(4000, 4) + big(4000, 4) + [0])) == nil)
    }

    /// A TIFF of 254 dots per inch.
    private func scan(
        next: Int = 0, _ change: (inout TIFFDirectoryBuilder) -> Void = { _ in }
    ) -> (header: [UInt8], directory: [UInt8]) {
        var builder = TIFFDirectoryBuilder()
        builder[.imageWidth] = .shorts([100])
        builder[.imageLength] = .shorts([80])
        builder[.xResolution] = .rationals([(254, 1)])
        builder[.yResolution] = .rationals([(254, 1)])
        change(&builder)
        let header = TIFFHeader.bytes(firstDirectory: 8, isBigTIFF: false)
        return (header, builder.bytes(at: header.count, next: next, isBigTIFF: false))
    }

    private func isPhysical(_ bytes: [UInt8]) throws -> Bool? {
        try PixelPitch.resolution(of: .bytes(bytes, name: "a"))?.isPhysical
    }

    @Test func `the density of a scan is the size of things, and that of a camera only the size of a print`() throws {
        let plain = scan()
        let maker = scan { $0[.make] = .text("Canon") }
        let model = scan { $0[.model] = .text("X100") }
        let unnamed = scan { $0[.make] = .text("   ") }
        #expect(try isPhysical(plain.header + plain.directory) == true)
        #expect(try isPhysical(unnamed.header + unnamed.directory) == true)
        for camera in [maker, model] {
            let block = camera.header + camera.directory
            #expect(try isPhysical(block) == false)
            #expect(try pitch(block) == 25.4 / 254)
            #expect(try isPhysical(jpeg(exif(block))) == false)
            #expect(try isPhysical(jpeg(jfif(unit: 1, 300, 300), exif(block))) == false)
            let physical = chunk("pHYs", big(10_000, 4) + big(10_000, 4) + [1])
            #expect(try isPhysical(PNGHeader.signature + physical + chunk("eXIf", block) + chunk("IDAT", [1])) == false)
            #expect(try isPhysical(PNGHeader.signature + physical + chunk("IDAT", [1])) == true)
        }
        #expect(try isPhysical(jpeg(jfif(unit: 1, 300, 300), exif(plain.header + plain.directory))) == true)
        #expect(try isPhysical(jpeg(jfif(unit: 1, 300, 300))) == true)
    }

    @Test func `a camera without a density makes that of JFIF the size of a print`() throws {
        let camera = scan { builder in
            builder[.make] = .text("NIKON")
            builder[.xResolution] = nil
            builder[.yResolution] = nil
        }
        #expect(try isPhysical(jpeg(jfif(unit: 1, 300, 300), exif(camera.header + camera.directory))) == false)
    }

    @Test func `the scanner of a slide states the size, whatever else is named`() throws {
        let slide = scan { builder in
            builder[.make] = .text("Scanner")
            builder[.imageDescription] = .text(
                "Aperio Image Library v12\r\n46000x32914 |AppMag = 20|MPP = 0.4990|Left = 25")
        }
        let bytes = slide.header + slide.directory
        #expect(try isPhysical(bytes) == true)
        #expect(try pitch(bytes).map { ($0 * 1e9).rounded() } == 499_000)
        #expect(SlideDescription("Aperio |MPP = 0.25") == SlideDescription("x|a|MPP=0.25|b = 3"))
        for text in ["", "MPP = 0.25", "a|MPP = ", "a|MPP = nan", "a|MPP = -1", "a|MPPX = 2"] {
            #expect(SlideDescription(text) == nil, "\(text)")
        }
    }

    @Test(arguments: [(100, 0.0005), (50, 25.4 / 254)])
    func `the size that OME states counts for pages of the same size, and not for thumbnails`(
        width: Int, expected: Double
    ) throws {
        let description = "<OME><Pixels PhysicalSizeX='0.5' PhysicalSizeY='0.5'>"
        func first(next: Int) -> (header: [UInt8], directory: [UInt8]) {
            scan(next: next) { $0[.imageDescription] = .text(description) }
        }
        let start = first(next: 0)
        let offset = start.header.count + start.directory.count
        var second = TIFFDirectoryBuilder()
        second[.imageWidth] = .shorts([width])
        second[.imageLength] = .shorts([80])
        second[.xResolution] = .rationals([(254, 1)])
        second[.yResolution] = .rationals([(254, 1)])
        let bytes = start.header + first(next: offset).directory + second.bytes(at: offset, next: 0, isBigTIFF: false)
        let found = try PixelPitch.resolution(of: .bytes(bytes, name: "a"), page: 2)
        #expect(found.map { ($0.millimetersPerPixel * 1e9).rounded() } == (expected * 1e9).rounded())
    }

    @Test func `placeholders, non-square pixels and invalid densities are ignored`() throws {
        for segment in [
            jfif(unit: 0, 300, 300), jfif(unit: 1, 72, 72), jfif(unit: 1, 96, 96), jfif(unit: 1, 300, 200),
            jfif(unit: 1, 0, 0), jfif(unit: 2, 10, 10), exif(directory((1, 0), (1, 0), unit: 2)),
            exif(directory((300, 1), (300, 1), unit: 1)),
            exif([1, 2, 3]),
        ] {
            #expect(try pitch(jpeg(segment)) == nil)
        }
        let png = PNGHeader.signature + chunk("IDAT", [1])
        for bytes in [[0xFF, 0xD8, 0xFF], PNGHeader.signature, png, Array("GIF89a".utf8), Array("MM\0*".utf8)] {
            #expect(try pitch(bytes) == nil)
        }
        #expect(throws: CodecError.self) { try PixelPitch.millimeters(of: .file("/nothing/at/all")) }
    }
}
