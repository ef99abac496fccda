import Foundation
import TestSupport
import Testing
import TilePyramid
import VectorDrawing

/// The clipboard of the desktop, which xclip reads and writes as other programs do.
extension TileviewWindowTests {
    @Test(.enabled(if: VirtualScreen.hasClipboard, "needs xclip: Tools/setup --virtual-screen"))
    func `pictures of the view and of a selection are copied, and another viewer pastes them later`() throws {
        let viewer = try open("big.dzi", "--view", "600,450,1")
        try expectView("600,450,1")
        let view = try screen.screenshot(Self.size)
        try screen.runXdotool("key Return")
        try screen.runXdotool("type 470,380,60x40")
        try screen.runXdotool("key Return key ctrl+c")
        try expectMessage("The picture was copied.")
        #expect(try copiedPicture().size == PixelSize(width: 60, height: 40))
        try screen.runXdotool("key Escape key ctrl+c")
        let copy = try eventually("a picture of the view") {
            let picture = try copiedPicture()
            return picture.size == Self.size ? picture : nil
        }
        #expect(SnapshotDifference(copy, view).greatest <= Self.tolerance)
        #expect(try end(viewer) == 0)
        let other = try open()
        try screen.runXdotool("key ctrl+v")
        try expectTitle("^clipboard.png - tileview$")
        try expectPicture(view, "the pasted picture")
        #expect(try end(other) == 0)
    }

    @Test(.enabled(if: VirtualScreen.hasClipboard, "needs xclip: Tools/setup --virtual-screen"))
    func `a path on the clipboard is opened, and a link is copied there`() throws {
        try folder.write(TestImage.jpeg(300, 200), to: "photos/a b.jpg")
        try folder.write(Data(folder("photos/a b.jpg").utf8), to: "text")
        try runXclip("-i text")
        let viewer = try open()
        try screen.runXdotool("key ctrl+v")
        try expectTitle("^a b.jpg - tileview$")
        try screen.runXdotool("key 1")
        try copiedLink()
        try runXclip("-o >link")
        #expect(
            try String(decoding: folder.bytes("link"), as: UTF8.self)
                == "tileview '\(folder("photos/a b.jpg"))' --view 150,100,1")
        #expect(try end(viewer) == 0)
    }

    /// The picture on the clipboard.
    private func copiedPicture() throws -> PixelBuffer {
        try runXclip("-t image/png -o >copied.png")
        return try PixelBuffer.read(folder("copied.png"))
    }

    /// Runs xclip; what it has copied is there until the screen ends.
    private func runXclip(_ arguments: String) throws {
        let outcome = try BuiltTool.run(
            [], in: folder, shell: "DISPLAY=\(screen.name) /usr/bin/xclip -selection clipboard \(arguments)")
        guard outcome.status == 0 else { throw ProbeFailure(description: "xclip \(arguments): \(outcome.messages)") }
    }
}
