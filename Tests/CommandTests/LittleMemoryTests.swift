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
}
