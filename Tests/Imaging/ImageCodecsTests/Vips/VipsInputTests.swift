internal import Foundation
internal import ImageMetadata
internal import ImageSources
internal import PixelKernels
internal import TestSupport
internal import TestLimits
internal import Testing
internal import TilePyramid

@testable internal import ImageCodecs

@Suite(.timeLimited) struct `Input of libvips` {
    /// Runs `body` with a temporary folder.
    private static func withFolder(_ body: (URL) throws -> Void) throws {
        let folder = FileManager.default.temporaryDirectory.appending(path: "vips-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        try body(folder)
    }

    private static func expect(
        _ code: CodecError.Code, from input: ImageInput, _ location: SourceLocation = #_sourceLocation
    ) {
        #expect(sourceLocation: location) {
            try DecodedImage.throughVips(input)
        } throws: { error in
            guard let error = error as? CodecError else { return false }
            return error.code == code && error.file == input.name && error.isWellWorded
        }
    }

    @Test func `Files that are not images give the right error`() throws {
        try Self.withFolder { folder in
            Self.expect(.unreadable, from: .file(folder.appending(path: "none.jpg").path))
            Self.expect(.unreadable, from: .file(folder.path))
            Self.expect(.unreadable, from: .file("/dev/null"))
            for (name, content) in [
                ("empty.jpg", ""), ("text.png", "Some lines\nof plain text.\n"), ("numbers.csv", "1,2,3\n4,5,6\n"),
                ("matrix.mat", "2 2\n1 2\n3 4\n"), ("page.html", "<html><body>no image</body></html>"),
            ] {
                let file = folder.appending(path: name)
                try Data(content.utf8).write(to: file)
                Self.expect(.unsupported, from: .file(file.path))
                Self.expect(.unsupported, from: .bytes(Array(content.utf8), name: name))
            }
            // ImageMagick would read these.
            let bitmap = folder.appending(path: "bitmap.xbm")
            try Data("#define a_width 8\n#define a_height 1\nstatic char a_bits[] = {0x55};\n".utf8).write(to: bitmap)
            Self.expect(.unsupported, from: .file(bitmap.path))
        }
    }

    @Test(arguments: [
        #"<svg xmlns="http://www.w3.org/2000/svg" width="90000000" height="9"><rect width="9" height="9"/></svg>"#,
        "P6 2000000000 3 255\n", "P6 3 2000000000 255\n",
    ])
    func `Images with sides beyond the limit of libvips are refused`(content: String) {
        Self.expect(.unsupported, from: .bytes(Array(content.utf8), name: "large"))
    }

    @Test func `Formats are recognized by content, not by name`() throws {
        try Self.withFolder { folder in
            let bytes = try VipsFixture.quadrants(40, 40).encoded("pngsave_buffer")
            for name in ["plain", "wrong.jpg", "a[page=3].tif", "with space[1]", "-Q.png"] {
                let file = folder.appending(path: name)
                try Data(bytes).write(to: file)
                let image = try DecodedImage.throughVips(.file(file.path))
                #expect(image.info.container == "PNG")
                #expect(difference(image.quarters, VipsFixture.colors) == 0)
            }
        }
    }

    @Test(arguments: ["pngsave_buffer", "jpegsave_buffer", "tiffsave_buffer", "webpsave_buffer"])
    func `An open file without a name is read through its descriptor`(saver: String) throws {
        try Self.withFolder { folder in
            let file = folder.appending(path: "image")
            try Data(VipsFixture.quadrants(40, 40).encoded(saver)).write(to: file)
            let handle = try FileHandle(forReadingFrom: file)
            try FileManager.default.removeItem(at: file)
            let image = try DecodedImage.throughVips(.file("/proc/self/fd/\(handle.fileDescriptor)"))
            #expect(image.info.size == PixelSize(width: 40, height: 40))
        }
    }

    @Test(arguments: ["pngsave_buffer", "jpegsave_buffer", "webpsave_buffer", "tiffsave_buffer"], Orientation.allCases)
    func `Every orientation of a file is applied, unless autorotate is off`(
        saver: String, orientation: Orientation
    ) throws {
        let bytes = try Self.image(saver, orientation)
        let stored = try DecodedImage.throughVips(bytes) { $0.autorotate = false }
        #expect(stored.info.size == PixelSize(width: 64, height: 48))
        #expect(difference(stored.quarters.map { Array($0.prefix(3)) }, VipsFixture.colors) <= 6)
        // The upright positions of the stored red, green, blue and white quarters, row by row (0 red, 1 green, …).
        let places: [Orientation: [Int]] = [
            .upright: [0, 1, 2, 3], .flippedHorizontally: [1, 0, 3, 2], .rotated180: [3, 2, 1, 0],
            .flippedVertically: [2, 3, 0, 1],
            .transposed: [0, 2, 1, 3], .rotated90: [2, 0, 3, 1], .transversed: [3, 1, 2, 0],
            .rotated270: [1, 3, 0, 2],
        ]
        for upright in [
            try DecodedImage.throughVips(bytes), try DecodedImage(openImage(.bytes(bytes, name: "fixture"))),
        ] {
            #expect(upright.info.size == orientation.upright(PixelSize(width: 64, height: 48)))
            let wanted = (places[orientation] ?? []).map { VipsFixture.colors[$0] }
            #expect(difference(upright.quarters.map { Array($0.prefix(3)) }, wanted) <= 6)
            // The EXIF block for the tiles must not ask for another rotation.
            if let exif = upright.info.exif {
                #expect(EXIFBlock.orientation(in: exif) == .upright)
            }
        }
        if saver != "tiffsave_buffer" {
            #expect(stored.info.exif.map(EXIFBlock.orientation) == orientation)
        }
    }

    private static func image(_ saver: String, _ orientation: Orientation) throws -> [UInt8] {
        var fixture = VipsFixture.quadrants(64, 48)
        guard saver == "pngsave_buffer" else {
            fixture.integers = ["orientation": orientation.rawValue]
            return try fixture.encoded(saver, saver == "tiffsave_buffer" ? [:] : ["Q": "98"])
        }
        var png = PNGFixture(width: 64, height: 48, sample: fixture.sample)
        // One entry: tag 0x0112, one 16-bit value.
        let entry: [UInt8] = [1, 0x12, 0, 3, 0, 0, 0, 1, 0, UInt8(orientation.rawValue), 0, 0]
        png.chunks = [("eXIf", Array("MM\0*\0\0\0\u{8}\0\u{1}".utf8) + entry + [0, 0, 0, 0])]
        return png.encoded()
    }

    @Test(arguments: ["heifsave_buffer", "jxlsave_buffer"])
    func `Formats whose loaders apply the orientation are not rotated again`(saver: String) throws {
        var fixture = VipsFixture.quadrants(64, 48)
        fixture.integers = ["orientation": 6]
        let image = try DecodedImage.throughVips(fixture.encoded(saver, ["Q": "90"]))
        let isTurned = image.info.size == PixelSize(width: 48, height: 64)
        #expect(isTurned || image.info.size == PixelSize(width: 64, height: 48))
        let wanted = (isTurned ? [2, 0, 3, 1] : [0, 1, 2, 3]).map { VipsFixture.colors[$0] }
        #expect(difference(image.quarters, wanted) <= 24)
    }

    /// Adds a rotation by quarter turns counterclockwise (irot) and a mirroring (imir) to the properties of a HEIF or AVIF.
    private static func transformed(_ file: [UInt8], turns: UInt8, axis: UInt8) throws -> [UInt8] {
        var file = file
        func start(_ box: String) throws -> Int {
            try #require(file.indices.first { file[$0...].starts(with: box.utf8) }) - 4
        }
        func number(_ position: Int) -> Int { file[position..<position + 4].reduce(0) { $0 << 8 | Int($1) } }
        func add(_ count: Int, at position: Int) {
            let sum = number(position) + count
            file.replaceSubrange(
                position..<position + 4, with: (0..<4).map { UInt8(truncatingIfNeeded: sum >> (24 - 8 * $0)) })
        }
        let boxes = [0, 0, 0, 9] + Array("irot".utf8) + [turns] + [0, 0, 0, 9] + Array("imir".utf8) + [axis]
        let associations = try start("ipma")
        // Each property is associated once; the two new ones are essential.
        let count = file[associations + 18]
        let locations = try start("iloc")
        for item in 0..<Int(file[locations + 15]) { add(boxes.count + 2, at: locations + 20 + 18 * item) }
        for (box, growth) in [("meta", 20), ("iprp", 20), ("ipco", 18), ("ipma", 2)] {
            add(growth, at: try start(box))
        }
        file[associations + 18] = count + 2
        file.insert(contentsOf: [0x80 | (count + 1), 0x80 | (count + 2)], at: associations + 19 + Int(count))
        file.insert(contentsOf: boxes, at: associations)
        return file
    }

    /// Quarters after a rotation and a mirroring, in this order; axis 0 exchanges top and bottom (ISO/IEC 23008-12).
    @Test(
        arguments: [(1, 0, [0, 2, 1, 3]), (1, 1, [3, 1, 2, 0]), (2, 1, [2, 3, 0, 1]), (3, 0, [3, 1, 2, 0])],
        ["av1", "hevc"])
    func `HEIF and AVIF are rotated and then mirrored, and their EXIF orientation ignored`(
        transform: (turns: UInt8, axis: UInt8, wanted: [Int]), compression: String
    ) throws {
        let (turns, axis, wanted) = transform
        // HEVC codes blocks of 64 pixels; of other sizes libheif makes a grid, in which the image is not the first item.
        let width = 128
        let height = 64
        var fixture = VipsFixture.quadrants(width, height)
        fixture.integers = ["orientation": 6]
        let file = try fixture.encoded("heifsave_buffer", ["Q": "90", "compression": compression])
        let image = try DecodedImage.throughVips(Self.transformed(file, turns: turns, axis: axis))
        #expect(
            image.info.size
                == (turns == 2 ? PixelSize(width: width, height: height) : PixelSize(width: height, height: width)))
        #expect(difference(image.quarters, wanted.map { VipsFixture.colors[$0] }) <= 24)
    }

    @Test func `An error of the receiver ends the decoding and is rethrown`() throws {
        struct Stop: Error {}
        let bytes = try VipsFixture(300, 900, bands: 3) { x, y, _ in (x ^ y) & 255 }.encoded("pngsave_buffer")
        let source = try VipsImageSource(input: .bytes(bytes, name: "fixture"), options: DecodeOptions())
        var bands = 0
        #expect(throws: Stop.self) {
            try source.readBands { _ in
                bands += 1
                throw Stop()
            }
        }
        #expect(bands == 1)
    }

    @Test func `Pages that do not exist are refused, and the error tells how many do`() throws {
        let bytes = try VipsFixture.quadrants(40, 40).encoded("pngsave_buffer")
        for page in [0, -1, 2] {
            #expect {
                try DecodedImage.throughVips(bytes) { $0.page = page }
            } throws: { ($0 as? CodecError)?.code == .invalidRequest }
        }
        #expect {
            try DecodedImage.throughVips(PDFFixture.twoPages) { $0.page = 3 }
        } throws: { "\($0)".contains("2 pages") }
    }

    @Test func `Images can be decoded on several threads at once`() async throws {
        let files = try ["pngsave_buffer", "jpegsave_buffer", "tiffsave_buffer", "webpsave_buffer"].map {
            try VipsFixture.quadrants(200, 200).encoded($0)
        }
        try await withThrowingTaskGroup(of: Int.self) { group in
            for _ in 0..<8 {
                for file in files {
                    group.addTask {
                        let image = try DecodedImage.throughVips(file)
                        return difference(image.quarters.map { Array($0.prefix(3)) }, VipsFixture.colors)
                    }
                }
            }
            for try await difference in group {
                #expect(difference <= 12)
            }
        }
    }

    @Test(arguments: [
        ("write: No space left on device", CodecError.Code.inputOutput),
        ("VipsJpeg: Premature end of JPEG file", .truncated),
        ("VipsForeignLoad: source is not in a known format", .unsupported), ("vipspng: libpng read error", .damaged),
        ("", .damaged),
    ])
    func `The texts of libvips become errors`(text: String, code: CodecError.Code) {
        let error = VipsErrorBuffer.make(file: "a.jpg", text: text)
        #expect(error.code == code)
        #expect(!error.message.contains("Vips"))
        #expect(error.message.hasSuffix("."))
    }
}
