import Foundation
import ImageCodecs
import ImageMetadata
import ImageSources
import PixelKernels
import Sandboxing
import TestLimits
import TestSupport
import Testing
import TilePyramid

/// The program `hostiledecoder` decodes images in a decoder process that does what they say.
@Suite(.timeLimited) struct `Decoders in a sandbox` {
    let folder: ScratchFolder

    init() throws { folder = try ScratchFolder() }

    private static let hasLandlock = SandboxSupport.current.landlockVersion != nil
    private static let hasFilter = SandboxSupport.current.filtersSystemCalls
    private static let noLandlock: Comment = "this kernel has no Landlock, or a container forbids it"
    private static let noFilter: Comment = "this kernel cannot filter system calls, or a container forbids it"

    /// The outcome of an act in a decoder process.
    private func outcome(_ act: String) throws -> String {
        try folder.write(Data("hostile: \(act)\n".utf8), to: "act")
        let outcome = try BuiltTool.run(["act"], in: folder, tool: "hostiledecoder")
        #expect(outcome.status == 0 && outcome.messages.isEmpty, "\(outcome)")
        return outcome.output.trimmingCharacters(in: .newlines)
    }

    private static let ended =
        "the decoder was ended because it tried what no image needs: to start a program, to open a connection, or to reach "
        + "another process. Do not trust this file: get it from somewhere else."

    @Test(
        .enabled(if: hasFilter, noFilter),
        arguments: [
            "socket", "unix-socket", "exec /bin/true", "spawn /bin/true", "kill-parent", "limit-parent",
        ])
    func `A decoder that starts a program, opens a socket or reaches another process is ended`(act: String) throws {
        #expect(try outcome(act) == Self.ended)
    }

    @Test(.enabled(if: hasFilter, noFilter), arguments: [425, 434, 435, 438, 9999])
    func `System calls that are newer than the libraries do not exist`(number: Int) throws {
        #expect(try outcome("call \(number)") == "call: Function not implemented")
    }

    #if arch(x86_64)
        /// The numbers of fork, vfork, ptrace, process_vm_readv, shmget, sendmsg, mount, bpf, keyctl, perf_event_open and
        /// userfaultfd, and of execve and getpid among those of x32.
        private static let endingCalls = [
            57, 58, 101, 310, 29, 46, 165, 321, 250, 298, 323, 1 << 30 | 520, 1 << 30 | 39,
        ]
    #else
        private static let endingCalls = [117, 270, 194, 211, 40, 280, 219, 241, 282]
    #endif

    @Test(.enabled(if: hasFilter, noFilter), arguments: endingCalls)
    func `System calls that reach beyond the process end it`(number: Int) throws {
        #expect(try outcome("call \(number)") == Self.ended)
    }

    @Test(.enabled(if: hasLandlock, noLandlock), arguments: ["open", "open-in-thread", "list"])
    func `A decoder reads no other file or folder`(act: String) throws {
        try folder.write(Data("secret".utf8), to: "other")
        for path in ["/etc/passwd", folder("other"), "/proc/self/environ", "/proc/self/mem"] where act != "list" {
            #expect(try outcome("\(act) \(path)") == "\(act): Permission denied", "\(path)")
        }
        for path in ["/", "/etc", folder.path] where act == "list" {
            #expect(try outcome("\(act) \(path)") == "\(act): Permission denied", "\(path)")
        }
    }

    @Test(
        .enabled(if: hasLandlock || hasFilter, noLandlock),
        arguments: ["create new", "append other", "truncate other", "remove other", "rename other", "create other"])
    func `A decoder changes no file`(act: String) throws {
        try folder.write(Data("secret".utf8), to: "other")
        let words = act.split(separator: " ")
        #expect(try outcome("\(words[0]) \(folder(String(words[1])))") == "\(words[0]): Permission denied")
        #expect(try folder.names() == ["act", "other"])
        #expect(try folder.bytes("other") == Data("secret".utf8))
    }

    @Test(.enabled(if: hasFilter, noFilter))
    func `A decoder changes no mode of a file`() throws {
        try folder.write(Data("secret".utf8), to: "other")
        #expect(try outcome("chmod \(folder("other"))") == "chmod: Permission denied")
    }

    @Test func `A decoder opens its image again, and may still crash`() throws {
        #expect(try outcome("open act") == "open: done")
        #expect(try outcome("abort").hasPrefix("the decoder crashed (Aborted)."))
    }

    // MARK: Formats

    /// Decodes a file in a decoder process, and in this one.
    private func expectSamePixels(_ name: String, _ bytes: some DataProtocol, kind: String) throws {
        try folder.write(bytes, to: name)
        let image = try DecodedImage(openImage(.file(folder(name))))
        var hash: UInt64 = 0xCBF2_9CE4_8422_2325
        for byte in image.samples { hash = (hash ^ UInt64(byte)) &* 0x0000_0100_0000_01B3 }
        #expect(image.info.container == kind)
        let outcome = try BuiltTool.run([name], in: folder, tool: "hostiledecoder")
        #expect(outcome.output == "\(kind) \(image.info.size) \(String(hash, radix: 16))\n", "\(outcome.messages)")
    }

    private func encoded(_ format: TileFormat) throws -> Data {
        var encoding = TileEncoding()
        encoding.format = format
        let size = PixelSize(width: 64, height: 48)
        let samples = (0..<size.area * 3).map { UInt8(truncatingIfNeeded: $0 &* $0 >> 5) }
        var result = Data()
        let encoder = try encoding.makeEncoder(for: PixelLayout(.rgb))
        try samples.withUnsafeBytes { samples in
            guard let base = samples.baseAddress else { return }
            try (0..<size.height).map { base + $0 * size.width * 3 }.withUnsafeBufferPointer { rows in
                try encoder.encode(TilePixels(size: size, layout: PixelLayout(.rgb), rows: rows)) { bytes in
                    bytes.withUnsafeBytes { result = Data($0) }
                }
            }
        }
        return result
    }

    @Test func `AVIF, JPEG XL and WebP have the pixels of decoding without one`() throws {
        try expectSamePixels("a.webp", encoded(.webp), kind: "WebP")
        try expectSamePixels("a.avif", encoded(.avif), kind: "AVIF")
        try expectSamePixels("a.jxl", encoded(.jxl), kind: "JPEG XL")
    }

    @Test func `HEIF has the pixels of decoding without one`() throws {
        try expectSamePixels("a.heic", #require(Data(base64Encoded: SmallImages.heic)), kind: "HEIF")
    }

    @Test func `GIF, Netpbm, Radiance HDR and FITS have the pixels of decoding without one`() throws {
        try expectSamePixels("a.gif", #require(Data(base64Encoded: SmallImages.gif)), kind: "GIF")
        try expectSamePixels("a.ppm", Data("P3 2 1 255 1 2 3 250 251 252\n".utf8), kind: "Netpbm")
        try expectSamePixels("a.hdr", SmallImages.radiance, kind: "Radiance HDR")
        // Its library opens the file by a name.
        try expectSamePixels("a.fits", SmallImages.fits, kind: "FITS")
    }

    @Test(arguments: ["sans-serif", "serif", "monospace", "no such font"])
    func `SVG has its text, in fonts of the system`(font: String) throws {
        let svg = """
            <svg xmlns="http://www.w3.org/2000/svg" width="300" height="80">
            <text x="9" y="50" font-family="\(font)" font-size="40">Tile Ω ж</text></svg>
            """
        try expectSamePixels("a.svg", Data(svg.utf8), kind: "SVG")
        let blank = svg.replacingOccurrences(of: "Tile Ω ж", with: "")
        try folder.write(Data(blank.utf8), to: "blank.svg")
        let lines = try BuiltTool.run(["a.svg", "blank.svg"], in: folder, tool: "hostiledecoder").output
            .split(separator: "\n")
        #expect(lines.count == 2 && lines.first != lines.last)
    }

    @Test func `SVG has the images that are in it`() throws {
        let png = Data(PNGFixture(width: 8, height: 8) { x, y, _ in 30 * x + y }.encoded()).base64EncodedString()
        try expectSamePixels(
            "a.svg",
            Data(
                """
                <svg xmlns="http://www.w3.org/2000/svg" width="64" height="64">
                <image width="64" height="64" href="data:image/png;base64,\(png)"/></svg>
                """.utf8), kind: "SVG")
    }

    @Test(arguments: TextPDF.Font.allCases)
    func `PDF has its text, whether fonts are embedded or not`(font: TextPDF.Font) throws {
        try expectSamePixels("a.pdf", TextPDF.bytes(font), kind: "PDF")
        let blank = try DecodedImage(openImage(.file(folder("a.pdf"))))
        #expect(blank.samples.contains { $0 < 128 }, "the text is black")
    }

    // MARK: Channels

    /// The pixels and errors of images that are shown by their channels, with more options.
    private func channels(_ arguments: String...) throws -> String {
        let outcome = try BuiltTool.run(["--channels"] + arguments, in: folder, tool: "hostiledecoder")
        #expect(outcome.status == 0 && outcome.messages.isEmpty, "\(outcome)")
        return outcome.output
    }

    @Test func `Images of many channels have the same pixels if a decoder reads their samples`() throws {
        try folder.write(ChannelFiles.slide, to: "slide.ome.tif")
        try folder.write(ChannelFiles.scene(), to: "scene.tif")
        try folder.write(TestImage.jpeg(90, 70), to: "photo.jpg")
        let files = ["slide.ome.tif", "scene.tif", "photo.jpg"]
        for file in files {
            let expected = try channels(file)
            #expect(try channels("--isolate", file) == expected)
            #expect(expected.hasPrefix(file == "photo.jpg" ? "JPEG " : "TIFF "), "\(expected)")
        }
    }

    @Test func `Planes in other files are refused by name, as a decoder reads one file`() throws {
        let parts = ["one.ome.tif", "two.ome.tif"]
        let data = parts.enumerated().map {
            #"<TiffData FirstC="\#($0)" IFD="0" PlaneCount="1"><UUID FileName="\#($1)">urn:uuid:\#($0)</UUID></TiffData>"#
        }.joined()
        let text =
            #"<OME xmlns="http://www.openmicroscopy.org/Schemas/OME/2016-06" UUID="urn:uuid:0"><Image ID="Image:0">"#
            + #"<Pixels ID="Pixels:0" DimensionOrder="XYCZT" Type="uint16" SizeX="40" SizeY="30" SizeC="2" SizeZ="1" SizeT="1">"#
            + #"<Channel ID="Channel:0:0" SamplesPerPixel="1"/><Channel ID="Channel:0:1" SamplesPerPixel="1"/>"#
            + data + "</Pixels></Image></OME>"
        for (index, part) in parts.enumerated() {
            var page = TIFFFixture(width: 40, height: 30) { x, y, _ in UInt64(x * 9 + y + 100 * index) }
            page.bits = 16
            page.tags[270] = .text(text)
            try folder.write(page.encoded(), to: part)
        }
        #expect(try channels("one.ome.tif").hasPrefix("TIFF 40×30 "))
        #expect(
            try channels("--isolate", "one.ome.tif")
                == "some of its planes are in the file “two.ome.tif”, and a decoder process may read no other file. Convert it "
                + "to one file, or decode it in this process.\n")
    }

    // MARK: What the tools say

    @Test func `--version --verbose names the means of the kernel`() throws {
        let outcome = try BuiltTool.run(["--version", "--verbose"], in: folder)
        #expect(outcome.output.hasSuffix("\nsandbox of decoders: \(SandboxSupport.current)\n"))
    }
}
