import Foundation
import TestSupport
import Testing
import TilePyramid
import VectorDrawing

/// The clipboard of the desktop, which xclip reads and writes as other programs do.
extension TileviewWindowTests {
    @Test(.enabled(if: VirtualScreen.hasClipboard, "needs xclip: Tools/setup --virtual-screen"))
    func `pictures of the view and of a selection are copied, and another viewer pastes them later`() throws {
        let color: UInt32 = 0x2850C8
        let flat = PNGFixture(width: 400, height: 300) { _, _, channel in Int(color >> (16 - 8 * channel) & 255) }
        try folder.write(Data(flat.encoded()), to: "flat.png")
        let viewer = try open("flat.png")
        try expectColor(color, x: 200, y: 150)
        try screen.runXdotool("key Return")
        try screen.runXdotool("type 170,130,60x40")
        try screen.runXdotool("key Return key ctrl+c")
        try expectCopiedPicture(PixelSize(width: 60, height: 40), color)
        try screen.runXdotool("key Escape key ctrl+c")
        try expectCopiedPicture(Self.size, color)
        // The program that serves the picture goes on, and keeps nothing open that the viewer was started with.
        #expect(try end(viewer) == 0)
        let other = try open()
        try screen.runXdotool("key ctrl+v")
        try expectTitle("^clipboard.png")
        try expectColor(color, x: 200, y: 150)
        #expect(try end(other) == 0)
    }

    @Test(.enabled(if: VirtualScreen.hasClipboard, "needs xclip: Tools/setup --virtual-screen"))
    func `a path on the clipboard is opened, and a link is copied there`() throws {
        let path = folder("photos/a b.jpg")
        try folder.write(TestImage.jpeg(300, 200), to: "photos/a b.jpg")
        try folder.write(Data(path.utf8), to: "text")
        let owner = try startClipboard("text")
        try expectCopiedText(path)
        let viewer = try open()
        try screen.runXdotool("key ctrl+v")
        try expectTitle("^a b.jpg")
        try screen.runXdotool("key 1")
        try copiedLink()
        try expectCopiedText("tileview '\(path)' --view 150,100,1")
        #expect(try end(viewer) == 0)
        kill(owner.processIdentifier, SIGKILL)
        try eventually("the end of xclip") { !owner.isRunning }
    }

    @Test func `a program of the clipboard that hangs is ended by another paste and with the viewer`() throws {
        try folder.write(Data("#!/bin/sh\necho $$ >>'\(folder("programs"))'\nexec sleep 600\n".utf8), to: "bin/xclip")
        #expect(chmod(folder("bin/xclip"), 0o755) == 0)
        let viewer = try open("big.dzi")
        try screen.runXdotool("key ctrl+v")
        let first = try startedProgram(1)
        try screen.runXdotool("key ctrl+v")
        let second = try startedProgram(2)
        try eventually("the end of the first program") { kill(first, 0) != 0 }
        #expect(try end(viewer) == 0)
        #expect(kill(second, 0) != 0)
        let other = try open("big.dzi")
        try screen.runXdotool("key ctrl+c")
        let third = try startedProgram(3)
        #expect(try end(other) == 0)
        #expect(kill(third, 0) != 0)
    }

    // MARK: Other programs

    /// The number of the process of a program of the clipboard that was started, the first of them 1.
    private func startedProgram(_ number: Int) throws -> pid_t {
        try eventually("program \(number) of the clipboard") {
            guard let bytes = try? folder.bytes("programs"), bytes.last == UInt8(ascii: "\n") else { return nil }
            let lines = String(decoding: bytes, as: UTF8.self).split(separator: "\n")
            return lines.count == number ? lines.last.flatMap { pid_t($0) } : nil
        }
    }

    /// Starts a program that serves a text in a file, until it is killed or another program has copied something.
    ///
    /// It stays in the foreground: in the background it would keep open by what the test sees that a process has ended.
    private func startClipboard(_ name: String) throws -> Process {
        let owner = BuiltTool.process([], in: folder, shell: "exec \(xclip) -quiet -i \(name)")
        owner.standardInput = FileHandle.nullDevice
        owner.standardOutput = FileHandle.nullDevice
        owner.standardError = FileHandle.nullDevice
        owner.environment?["DISPLAY"] = screen.name
        try owner.run()
        return owner
    }

    /// Waits until the clipboard has a picture of a size, with one color, 0xRRGGBB.
    private func expectCopiedPicture(_ size: PixelSize, _ color: UInt32) throws {
        try eventually("a picture of \(size) on the clipboard") {
            guard try readClipboard("-t image/png") != nil else { return false }
            let picture = try PixelBuffer.read(folder("clipboard"))
            guard picture.size == size else { return false }
            #expect(picture.withPixels { Set($0) } == [0xFF00_0000 | color])
            return true
        }
    }

    /// Waits until the clipboard has a text.
    private func expectCopiedText(_ text: String) throws {
        try eventually("\"\(text)\" on the clipboard") { try readClipboard("") == Data(text.utf8) }
    }

    /// Writes what is on the clipboard to the file `clipboard`; returns it, or nil if there was no answer.
    ///
    /// A program that loses the clipboard just then never answers. So each attempt has a limit, and can be repeated.
    private func readClipboard(_ options: String) throws -> Data? {
        let outcome = try BuiltTool.run(
            [], in: folder,
            shell: "DISPLAY=\(screen.name) exec /usr/bin/timeout -s KILL 5 \(xclip) \(options) -o >clipboard")
        return outcome.status == 0 ? try folder.bytes("clipboard") : nil
    }

    private var xclip: String { "/usr/bin/xclip -selection clipboard" }
}
