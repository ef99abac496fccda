import ImageMetadata
import PixelKernels
import TestSupport
import TilePyramid

@testable import ImageMetadata

extension CorpusSeeds {
    static func metadata() throws -> [String: [String: [UInt8]]] {
        let exif = directory {
            $0[.make] = .text("TileKit")
            $0[.orientation] = .shorts([6])
            $0[.xResolution] = .rationals([(300, 1)])
            $0[.yResolution] = .rationals([(300, 1)])
            $0[.resolutionUnit] = .shorts([2])
        }
        let page = directory {
            $0[.imageWidth] = .longs([640])
            $0[.imageLength] = .longs([480])
            $0[.bitsPerSample] = .shorts([8, 8, 8])
            $0[.compression] = .shorts([7])
            $0[.imageDescription] = .text("a picture")
            $0[.tileOffsets] = .offsets([100, 200, 300, 400, 500, 600])
            $0[.tileByteCounts] = .longs([100, 100, 100, 100, 100, 100])
            $0[.subIFDs] = .offsets([8])
        }
        func georeferenced(_ change: (inout TIFFDirectoryBuilder) -> Void) -> [UInt8] {
            directory {
                $0[.imageWidth] = .longs([640])
                $0[.imageLength] = .longs([480])
                change(&$0)
            }
        }
        let jpeg = Libjpeg.encode(
            width: 16, height: 16, as: Libjpeg.Storage(name: "", sampling: [(1, 1)])
        ) { x, y, channel in UInt8(sample(x, y, channel)) }
        return [
            "exif": ["plain": exif, "prefixed": Array("Exif\0\0".utf8) + exif],
            "tiff-directory": [
                "page": page, "exif": exif, "big": directory(isBigTIFF: true) { $0[.orientation] = .shorts([3]) },
            ],
            "geotiff": [
                "mercator": georeferenced {
                    $0[.modelPixelScale] = .doubles([10, 10, 0])
                    $0[.modelTiepoint] = .doubles([0, 0, 0, 1000, 2000, 0])
                    $0[.geoKeyDirectory] = .shorts([1, 1, 0, 3, 1024, 0, 1, 1, 1025, 0, 1, 1, 3072, 0, 1, 3857])
                },
                "wgs84": georeferenced {
                    $0[.modelTransformation] = .doubles([0.1, 0, 0, 5, 0, -0.1, 0, 50, 0, 0, 0, 0, 0, 0, 0, 1])
                    $0[.geoKeyDirectory] = .shorts([1, 1, 0, 2, 1024, 0, 1, 2, 2048, 0, 1, 4326])
                },
                "defined": georeferenced {
                    $0[.modelPixelScale] = .doubles([10, 10, 0])
                    $0[.modelTiepoint] = .doubles([0, 0, 0, 1000, 2000, 0])
                    $0[.geoDoubleParameters] = .doubles([0.2, 9, 500_000, 0.9996])
                    $0[.geoTextParameters] = .text("unnamed|")
                    $0[.geoKeyDirectory] = .shorts(
                        [1, 1, 0, 10, 1024, 0, 1, 1, 1026, 34737, 8, 0, 2048, 0, 1, 4258, 3072, 0, 1, 32767]
                            + [3075, 0, 1, 1, 3076, 0, 1, 32767, 3077, 34736, 1, 0, 3080, 34736, 1, 1]
                            + [3082, 34736, 1, 2, 3092, 34736, 1, 3])
                },
            ],
            "icc": [
                "gamma": ProfileFixture.adobeRGB.bytes, "table": ProfileFixture.sRGB.bytes,
                "gray": ProfileFixture.gray.bytes, "parametric": parametricProfile(),
                "hdr": CodePoints(primaries: 9, transfer: 16).encoding.profile(gray: true) ?? [],
                "localized": ProfileFixture.named(localized: [("de", "Anzeige"), ("en", "Display")]),
            ],
            "netpbm": [
                "ppm": Array("P6\n# a comment\n24 20\n255\n".utf8), "pgm16": Array("P5 3 4 65535 ".utf8),
                "ascii": Array("P2\n3 1\n15\n1 2 3\n".utf8),
            ],
            "heif-grid": [
                "row": heifGrid(columns: 3, rows: 1, PixelSize(width: 150, height: 50)),
                "turned": heifGrid(columns: 2, rows: 2, PixelSize(width: 128, height: 128), turns: 3),
                "colors": heifGrid(columns: 2, rows: 1, PixelSize(width: 128, height: 64), colors: colorBoxes),
                "hevc-colors": heifGrid(
                    columns: 2, rows: 1, PixelSize(width: 128, height: 64),
                    configuration: box("hvcC", hevcConfiguration([12, 13, 6], full: false))),
                "av1-colors": heifGrid(
                    columns: 2, rows: 1, PixelSize(width: 128, height: 64), tileType: "av01",
                    configuration: box("av1C", av1Configuration([9, 16, 9], reduced: false))),
                "av1-data": heifGrid(
                    columns: 2, rows: 1, PixelSize(width: 128, height: 64), tileType: "av01",
                    configuration: box("av1C", [0x81, 0, 0, 0]),
                    data: [0x12, 0] + AV1Fixture.sequenceHeader([12, 13, 6], reduced: true)),
            ],
            "hevc-colors": [
                "short": hevcConfiguration([1, 1, 1], full: false),
                "full": hevcConfiguration([12, 13, 6], full: true),
                "layers": hevcConfiguration([9, 16, 9], full: true, subLayers: 2),
                "none": hevcConfiguration(nil, full: true),
            ],
            "av1-colors": [
                "reduced": av1Configuration([12, 13, 6], reduced: true),
                "full": av1Configuration([9, 16, 9], reduced: false),
                "rgb": av1Configuration([1, 13, 0], reduced: false),
                "gray": av1Configuration([9, 18, 9], reduced: true, gray: true),
                "none": av1Configuration(nil, reduced: false),
                // A temporal delimiter precedes the header, which has an extension and no size.
                "delimited": [0x81, 0, 0, 0, 0x12, 0, 0x0C, 0]
                    + AV1Fixture.sequenceHeader([12, 13, 6], reduced: false).dropFirst(2),
            ],
            "multi-picture": [
                "little-endian": imageList([0, 5000], isBigEndian: false),
                "big-endian": imageList([0, 5000, 70_000], isBigEndian: true),
                "many": imageList((0..<20).map { 1000 * $0 }, isBigEndian: true),
            ],
            "image-header": [
                "jpeg": HandmadeJPEG.rotated(jpeg, .rotated90), "tiff": page, "webp": try tile(.webp, .rgb),
                "png": PNGFixture(width: 5, height: 4) { x, y, channel in sample(x, y, channel) }.encoded(),
            ],
        ]
    }

    /// Code points of PQ, the peak of the content, and the peak of the display.
    private static let colorBoxes: [UInt8] =
        [0, 0, 0, 19] + Array("colrnclx".utf8) + [0, 9, 0, 16, 0, 9, 0x80]
        + [0, 0, 0, 12] + Array("clli".utf8) + [3, 232, 1, 0]
        + [0, 0, 0, 32] + Array("mdcv".utf8) + [UInt8](repeating: 40, count: 24)

    /// A box of less than 64 KiB.
    private static func box(_ type: String, _ content: [UInt8]) -> [UInt8] {
        let length = content.count + 8
        return [0, 0, UInt8(length >> 8), UInt8(length & 255)] + Array(type.utf8) + content
    }

    private static func hevcConfiguration(_ colors: [Int]?, full: Bool, subLayers: Int = 0) -> [UInt8] {
        HEVCFixture.configuration(HEVCFixture.parameterSet(colors, full: full, subLayers: subLayers))
    }

    private static func av1Configuration(_ colors: [Int]?, reduced: Bool, gray: Bool = false) -> [UInt8] {
        [0x81, 0, 0, 0] + AV1Fixture.sequenceHeader(colors, reduced: reduced, gray: gray)
    }

    /// A list of the images in a JPEG file (CIPA DC-007), as its segment has it after the identifier.
    static func imageList(_ offsets: [Int], isBigEndian: Bool) -> [UInt8] {
        func number(_ value: Int, _ count: Int) -> [UInt8] {
            let bytes = (0..<count).map { UInt8(truncatingIfNeeded: value >> (8 * $0)) }
            return isBigEndian ? bytes.reversed() : bytes
        }
        // Attribute and size of the image, its offset, and two images that it depends on.
        let entries = offsets.flatMap { number(0x0003_0000, 4) + number(1000, 4) + number($0, 4) + number(0, 4) }
        // Version, number of images, and their entries.
        let fields =
            number(0xB000, 2) + number(7, 2) + number(4, 4) + Array("0100".utf8)
            + number(0xB001, 2) + number(4, 2) + number(1, 4) + number(offsets.count, 4)
            + number(0xB002, 2) + number(7, 2) + number(entries.count, 4) + number(50, 4)
        return Array(isBigEndian ? "MM".utf8 : "II".utf8) + number(42, 2) + number(8, 4) + number(3, 2) + fields
            + number(0, 4) + entries
    }

    /// A grid of tiles of 64×64 pixels, whose data is not an image.
    private static func heifGrid(
        columns: Int, rows: Int, _ size: PixelSize, turns: UInt8? = nil, colors: [UInt8] = [],
        tileType: String = "hvc1", configuration: [UInt8]? = nil, data: [UInt8]? = nil
    ) -> [UInt8] {
        func properties(_ boxes: [UInt8]) -> [HEIFItems.Property] {
            ISOBox.boxes(in: boxes[...]).map { HEIFItems.Property(box: $0, isEssential: true) }
        }
        let extents: [UInt8] = [0, 0, 0, 20] + Array("ispe".utf8) + [0, 0, 0, 0, 0, 0, 0, 64, 0, 0, 0, 64]
        let configuration = configuration ?? box("hvcC", [1, 2, 3, 4])
        let tiles = (0..<columns * rows).map { number in
            HEIFPartFile.Tile(
                properties: properties(extents + configuration),
                data: data ?? (0..<20).map { UInt8(truncatingIfNeeded: sample($0, number, 0)) })
        }
        var turn: [UInt8] = []
        if let turns { turn = [0, 0, 0, 9] + Array("irot".utf8) + [turns] }
        let file = HEIFPartFile(
            tileType: tileType, tiles: tiles, columns: columns, size: size, properties: properties(turn + colors))
        return file.bytes() ?? []
    }

    /// A TIFF of one directory.
    static func directory(
        isBigTIFF: Bool = false, _ change: (inout TIFFDirectoryBuilder) -> Void
    ) -> [UInt8] {
        var builder = TIFFDirectoryBuilder()
        change(&builder)
        let header = TIFFHeader.bytes(firstDirectory: isBigTIFF ? 16 : 8, isBigTIFF: isBigTIFF)
        return header + builder.bytes(at: header.count, next: 0, isBigTIFF: isBigTIFF)
    }

    /// A profile whose curves are of parametricCurveType (ICC.1, 10.18).
    private static func parametricProfile() -> [UInt8] {
        func number(_ value: Int, _ count: Int = 4) -> [UInt8] {
            (0..<count).map { UInt8(truncatingIfNeeded: value >> (8 * (count - 1 - $0))) }
        }
        let curve =
            Array("para\0\0\0\0".utf8) + number(3, 2) + number(0, 2)
            + [157_286, 62_119, 3_417, 5_072, 2_651].flatMap { number($0) }
        let tags =
            ["rTRC", "gTRC", "bTRC"].map { ($0, curve) }
            + [("rXYZ", [28_578, 14_581, 912]), ("gXYZ", [25_241, 46_981, 6_362]), ("bXYZ", [9_376, 3_974, 46_799])].map
        {
            ($0, Array("XYZ \0\0\0\0".utf8) + $1.flatMap { number($0) })
        }
        var table = number(tags.count)
        var data = [UInt8]()
        for (name, content) in tags {
            table += Array(name.utf8) + number(132 + 12 * tags.count + data.count) + number(content.count)
            data += content
        }
        var header = number(128 + table.count + data.count) + Array("none\u{2}\u{10}\0\0mntrRGB XYZ ".utf8)
        header += [UInt8](repeating: 0, count: 36 - header.count) + Array("acsp".utf8)
        return header + [UInt8](repeating: 0, count: 128 - header.count) + table + data
    }
}
