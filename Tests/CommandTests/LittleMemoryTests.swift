import Foundation
import TestLimits
import Testing

/// Runs of the tools with little address space (`ulimit -v`).
@Suite(.timeLimited) struct `Little memory` {
    let folder: ScratchFolder

    init() throws {
        folder = try ScratchFolder()
        try folder.write(TestImage.noise(1200, 900), to: "noise.jpg")
    }

    @Test(arguments: [60, 90, 150, 240], ["p.dzi", "p.szi", "p.tif"])
    func `A cut succeeds or says that memory is missing, and can be repeated without the limit`(
        megabytes: Int, output: String
    ) throws {
        let arguments = ["noise.jpg", "-q", "-o", output]
        let outcome = try BuiltTool.run(arguments, in: folder, shell: "ulimit -v \(megabytes)000; exec \"$@\"")
        // Where not even the libraries can be mapped, the loader ends with 127.
        #expect([0, 74, 127].contains(outcome.status), "\(outcome.messages)")
        #expect(outcome.messages.split(separator: "\n").count <= 2)
        if outcome.status == 74 { #expect(outcome.messages.contains("enough memory")) }
        guard outcome.status != 0 else { return }
        let again = try BuiltTool.run(arguments, in: folder)
        #expect(again.status == 0, "\(again.messages)")
    }

    @Test(arguments: [100, 130, 160, 190, 220])
    func `An image that libvips decodes is never called damaged for want of memory`(megabytes: Int) throws {
        try BuiltTool.run(["noise.jpg", "-q", "--tile-size", "1200", "--format", "webp", "-o", "w.dzi"], in: folder)
        let outcome = try BuiltTool.run(
            ["w_files/11/0_0.webp", "-q", "-o", "p.dzi"], in: folder, shell: "ulimit -v \(megabytes)000; exec \"$@\"")
        #expect([0, 74, 127].contains(outcome.status), "\(outcome.messages)")
        if outcome.status == 74 { #expect(outcome.messages.contains("enough memory")) }
    }

    @Test func `A BigTIFF of 600 megapixels is cut within 512 MiB of address space`() throws {
        try writeSparseBigTIFF(30_000, 20_000, to: "big.tif")
        let outcome = try BuiltTool.run(
            ["big.tif", "-q", "--threads", "2", "-o", "big.szi"], in: folder,
            shell: "export MALLOC_ARENA_MAX=2; ulimit -v 524288; exec \"$@\"")
        #expect(outcome == BuiltTool.Outcome(status: 0, output: "", messages: ""))
        let described = try BuiltTool.run(["info", "big.szi"], in: folder)
        #expect(described.output.contains("30000×20000"), "\(described.output)")
    }

    /// Writes a gray image in one strip of a BigTIFF, all of it a hole of the file.
    private func writeSparseBigTIFF(_ width: UInt64, _ height: UInt64, to name: String) throws {
        let pixels: UInt64 = 4096
        // Width, height, bits, compression, interpretation, offset of the strip, samples, rows of the strip, its bytes.
        let tags: [(UInt16, UInt64)] = [
            (256, width), (257, height), (258, 8), (259, 1), (262, 1), (273, pixels), (277, 1), (278, height),
            (279, width * height),
        ]
        var bytes: [UInt8] = []
        func append(_ value: some FixedWidthInteger) { withUnsafeBytes(of: value.littleEndian) { bytes += $0 } }
        bytes += "II".utf8
        append(UInt16(43))
        append(UInt16(8))
        append(UInt16(0))
        append(UInt64(16))
        append(UInt64(tags.count))
        for (tag, value) in tags {
            append(tag)
            // A number of 64 bits, and one of it.
            append(UInt16(16))
            append(UInt64(1))
            append(value)
        }
        append(UInt64(0))
        try folder.write(bytes, to: name)
        let file = try FileHandle(forWritingTo: URL(fileURLWithPath: folder(name)))
        try file.truncate(atOffset: pixels + width * height)
        try file.close()
    }
}
