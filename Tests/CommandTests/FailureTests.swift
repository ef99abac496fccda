import Foundation
import TestSupport
import TestLimits
import Testing

@Suite(.timeLimited) struct `Failures of tilecut` {
    let folder: ScratchFolder

    init() throws {
        folder = try ScratchFolder()
        try folder.write(TestImage.jpeg(300, 200), to: "big.jpg")
    }

    private func expect(
        _ arguments: [String], status: Int32, message: String, sourceLocation: SourceLocation = #_sourceLocation
    ) throws {
        let before = try folder.names()
        let outcome = try BuiltTool.run(arguments, in: folder)
        #expect(
            outcome == BuiltTool.Outcome(status: status, output: "", messages: "tilecut: \(message)\n"),
            sourceLocation: sourceLocation)
        #expect(try folder.names() == before, "no file is left over", sourceLocation: sourceLocation)
    }

    // MARK: Input

    @Test func `A missing image is named`() throws {
        try expect(["nope.jpg"], status: 66, message: "nope.jpg: no such file. Check the spelling and the folder.")
        try expect(
            ["big.jpg/nope.jpg"], status: 66,
            message: "big.jpg/nope.jpg: no such file. Check the spelling and the folder.")
    }

    @Test func `A name in other case is named`() throws {
        try expect(["BIG.JPG"], status: 66, message: "BIG.JPG: no such file. Did you mean big.jpg?")
        try expect(["./Big.jpg"], status: 66, message: "./Big.jpg: no such file. Did you mean ./big.jpg?")
        try expect(
            ["info", folder("Big.jpg")], status: 66,
            message: "\(folder("Big.jpg")): no such file or folder. Did you mean \(folder("big.jpg"))?")
    }

    @Test func `An image that cannot be opened is named with the reason`() throws {
        // Permissions would not stop root.
        try FileManager.default.createSymbolicLink(atPath: folder("loop.jpg"), withDestinationPath: "loop.jpg")
        try expect(
            ["loop.jpg"], status: 66, message: "loop.jpg: cannot be opened: Too many levels of symbolic links."
        )
    }

    /// Runs the tool with an empty file in place of libvips.
    private static let withoutLibvips = #": > libvips.so.42; LD_LIBRARY_PATH="$PWD:$LD_LIBRARY_PATH" exec "$@""#

    @Test func `JPEG and TIFF are cut without libvips`() throws {
        for (image, output) in [("big.jpg", "p.tif"), ("p.tif", "q.szi"), ("p.tif", "r.pmtiles")] {
            let outcome = try BuiltTool.run([image, "-q", "-o", output], in: folder, shell: Self.withoutLibvips)
            #expect(outcome == BuiltTool.Outcome(status: 0, output: "", messages: ""), "\(output)")
        }
    }

    @Test func `Without libvips JPEGs are cut, and other kinds fail with the package to install`() throws {
        try folder.write(TestImage.jpeg(300, 200, profile: ProfileFixture.sRGB.bytes), to: "usual.jpg")
        try folder.write(TestImage.jpeg(300, 200, profile: ProfileFixture.adobeRGB.bytes), to: "wide.jpg")
        try folder.write(Data("GIF89a".utf8), to: "small.gif")
        for name in ["usual.jpg", "wide.jpg"] {
            #expect(try BuiltTool.run([name, "-q"], in: folder, shell: Self.withoutLibvips).status == 0)
        }
        let outcome = try BuiltTool.run(["small.gif"], in: folder, shell: Self.withoutLibvips)
        #expect(
            outcome.messages == """
                tilecut: small.gif: the imaging library libvips, which it needs, cannot be loaded \
                (\(folder.path)/libvips.so.42: file too short). Install it: libvips42.

                """)
        #expect(outcome.status == 65)
    }

    @Test func `A folder is not accepted as an image`() throws {
        try FileManager.default.createDirectory(atPath: folder("sub"), withIntermediateDirectories: false)
        let outcome = try BuiltTool.run(["sub", "-o", "p"], in: folder)
        #expect(outcome.status == 66)
        #expect(outcome.messages.hasPrefix("tilecut: sub: "))
        #expect(try folder.names() == ["big.jpg", "sub"])
    }

    @Test func `A VIPSHOME that does not exist disables no formats`() throws {
        // Python's libvips passes one to its child processes.
        #expect(try BuiltTool.run(["big.jpg", "--layout", "flat", "--format", "jxl", "-q"], in: folder).status == 0)
        let outcome = try BuiltTool.run(
            ["big_00_00.jxl", "-q", "-o", "p"], in: folder, shell: #"VIPSHOME=/nowhere exec "$@""#)
        #expect(outcome == BuiltTool.Outcome(status: 0, output: "", messages: ""))
    }

    @Test func `A format that the installed libvips does not read is named`() throws {
        #expect(try BuiltTool.run(["big.jpg", "--layout", "flat", "--format", "avif", "-q"], in: folder).status == 0)
        // A folder that exists but lacks the modules with the loaders.
        let outcome = try BuiltTool.run(
            ["big_00_00.avif", "-q", "-o", "p"], in: folder, shell: #"VIPSHOME="$PWD" exec "$@""#)
        #expect(outcome.status == 65)
        #expect(
            outcome.messages == "tilecut: big_00_00.avif: this looks like AVIF, which the libvips installed here "
                + "does not read. Install one that does, or convert the image.\n")
    }

    @Test(arguments: ["", "x", "This is plain text and nothing else.\n"])
    func `A file that is not an image is refused`(content: String) throws {
        try folder.write(Data(content.utf8), to: "text.jpg")
        let outcome = try BuiltTool.run(["text.jpg"], in: folder)
        #expect(outcome.status == 65)
        #expect(outcome.output.isEmpty)
        #expect(outcome.messages.hasPrefix("tilecut: text.jpg: "))
        #expect(outcome.messages.split(separator: "\n").count == 1)
        #expect(try folder.names() == ["big.jpg", "text.jpg"])
    }

    @Test func `The output of a decoder about a damaged image is discarded`() throws {
        #expect(
            try BuiltTool.run(["big.jpg", "-q", "-o", "p", "--format", "jxl", "--levels", "1"], in: folder).status == 0)
        var damaged = try folder.bytes("p_files/9/0_0.jxl")
        for index in 20..<60 {
            damaged[index] = 0xFF
        }
        try folder.write(damaged, to: "damaged.jxl")
        let outcome = try BuiltTool.run(["damaged.jxl"], in: folder)
        #expect(outcome.status == 65)
        #expect(outcome.messages.hasPrefix("tilecut: damaged.jxl: the image is "))
        #expect(outcome.messages.split(separator: "\n").count == 1)
    }

    @Test(arguments: [2, 3, 20, 200, 620, 700, 1000, -1000, -100, -3])
    func `A truncated JPEG is refused at any length`(length: Int) throws {
        let whole = try folder.bytes("big.jpg")
        #expect(whole.count > 4000)
        try folder.write(length > 0 ? whole.prefix(length) : whole.dropLast(-length), to: "cut.jpg")
        let outcome = try BuiltTool.run(["cut.jpg", "-q"], in: folder)
        #expect(outcome.status == 65)
        #expect(outcome.output.isEmpty)
        #expect(outcome.messages.hasPrefix("tilecut: cut.jpg: "))
        #expect(outcome.messages.split(separator: "\n").count == 1)
        #expect(try folder.names() == ["big.jpg", "cut.jpg"])
    }

    @Test func `The readable part of a truncated JPEG is cut with --allow-truncated`() throws {
        let whole = try folder.bytes("big.jpg")
        try folder.write(whole.prefix(whole.count / 2), to: "half.jpg")
        let outcome = try BuiltTool.run(["half.jpg", "--allow-truncated"], in: folder)
        #expect(outcome.status == 0)
        #expect(outcome.messages.contains("tilecut: half.jpg: warning: the file ends before row "))
        #expect(try folder.names("half_files/9") == ["0_0.jpg", "1_0.jpg"])
    }

    /// Every way to read an image names the same row.
    @Test(arguments: Libjpeg.Storage.all.filter { !$0.name.contains("odd factors") })
    func `A truncated JPEG has one message`(storage: Libjpeg.Storage) throws {
        let whole = Libjpeg.encode(width: 300, height: 200, as: storage)
        try folder.write(Data(whole.prefix(whole.count * 3 / 5)), to: "cut.jpg")
        let ways = [[], ["--lossless", "never"], ["--format", "png"], ["--overlap", "1"]]
        var rows: Set<Substring> = []
        for way in ways {
            let refused = try BuiltTool.run(["cut.jpg", "-q", "-o", "refused"] + way, in: folder)
            #expect(refused.status == 65)
            rows.formUnion(refused.messages.matches(of: #/the file ends before row [0-9]+ of 200/#).map(\.output))
            let cut = try BuiltTool.run(
                ["cut.jpg", "-q", "-o", "cut", "--force", "--allow-truncated"] + way, in: folder)
            #expect(cut.status == 0 && cut.messages.contains("warning"), "damage is worth a warning in quiet runs too")
            rows.formUnion(cut.messages.matches(of: #/the file ends before row [0-9]+ of 200/#).map(\.output))
        }
        #expect(rows.count == 1, "\(rows)")
    }

    @Test func `A page that does not exist is refused`() throws {
        let outcome = try BuiltTool.run(["big.jpg", "--page", "2"], in: folder)
        #expect(outcome.status == 64)
        #expect(outcome.messages.hasPrefix("tilecut: big.jpg: "))
        #expect(try folder.names() == ["big.jpg"])
    }

    // MARK: Output

    @Test func `An existing pyramid is left unchanged`() throws {
        #expect(try BuiltTool.run(["big.jpg", "-q"], in: folder).status == 0)
        let before = try folder.tree("big_files")
        try expect(
            ["big.jpg", "--tile-size", "64"], status: 73,
            message: "big.dzi: this exists already. Replace it with --force, or choose another --output.")
        #expect(try folder.tree("big_files") == before)
    }

    @Test func `Force replaces the whole pyramid`() throws {
        #expect(try BuiltTool.run(["big.jpg", "-q", "--tile-size", "32"], in: folder).status == 0)
        #expect(try BuiltTool.run(["big.jpg", "-q", "-o", "fresh"], in: folder).status == 0)
        #expect(try BuiltTool.run(["big.jpg", "-q", "--force"], in: folder).status == 0)
        #expect(try folder.tree("big_files") == folder.tree("fresh_files"))
        #expect(try folder.bytes("big.dzi") == folder.bytes("fresh.dzi"))
        #expect(try folder.names() == ["big.dzi", "big.jpg", "big_files", "fresh.dzi", "fresh_files"])
    }

    @Test func `A damaged image with --force leaves the old pyramid unchanged`() throws {
        #expect(try BuiltTool.run(["big.jpg", "-q"], in: folder).status == 0)
        let before = try folder.tree("big_files")
        let whole = try folder.bytes("big.jpg")
        try folder.write(whole.prefix(whole.count / 2), to: "big.jpg")
        #expect(try BuiltTool.run(["big.jpg", "-q", "--force"], in: folder).status == 65)
        #expect(try folder.tree("big_files") == before)
        #expect(try folder.names() == ["big.dzi", "big.jpg", "big_files"])
    }

    @Test func `A file in place of the output folder is refused`() throws {
        try expect(
            ["big.jpg", "-o", "big.jpg/p"], status: 73,
            message: "big.jpg: this is a file, and an output cannot lie in it. Choose another --output.")
        try expect(
            ["big.jpg", "-o", "big.jpg/"], status: 73,
            message: "big.jpg: this is a file, and an output cannot lie in it. Choose another --output.")
    }

    @Test func `The folder created for a pyramid is removed if cutting fails`() throws {
        let whole = try folder.bytes("big.jpg")
        try folder.write(whole.prefix(whole.count / 2), to: "half.jpg")
        #expect(try BuiltTool.run(["half.jpg", "-q", "-o", "new/deep/"], in: folder).status == 65)
        #expect(try folder.names() == ["big.jpg", "half.jpg"])
    }

    @Test func `A summary that cannot be written is reported as a failure`() throws {
        let outcome = try BuiltTool.run(["big.jpg", "--json", "-q"], in: folder, shell: #"exec "$@" >/dev/full"#)
        #expect(outcome.status == 74)
        #expect(
            outcome.messages
                == "tilecut: standard output: writing failed: No space left on device. The pyramid is complete.\n")
    }

    // MARK: Several images

    @Test func `After a failed image the others are still cut`() throws {
        try folder.write(Data("no image".utf8), to: "bad.jpg")
        try folder.write(TestImage.jpeg(20, 20), to: "small.jpg")
        let outcome = try BuiltTool.run(["bad.jpg", "big.jpg", "nope.jpg", "small.jpg", "-q"], in: folder)
        #expect(outcome.status == 65, "the status of the first failure")
        let lines = outcome.messages.split(separator: "\n").map(String.init)
        try #require(lines.count == 5)
        #expect(lines[0].hasPrefix("tilecut: bad.jpg: "))
        #expect(lines[1] == "tilecut: nope.jpg: no such file. Check the spelling and the folder.")
        #expect(lines[2] == "tilecut: 2 of 4 images failed:")
        #expect(lines[3] == "  " + lines[0].dropFirst("tilecut: ".count))
        #expect(lines[4] == "  nope.jpg: no such file. Check the spelling and the folder.")
        #expect(
            try folder.names() == [
                "bad.jpg", "big.dzi", "big.jpg", "big_files", "small.dzi", "small.jpg", "small_files",
            ])
    }
}
