import Foundation
import LayerTree
import TestSupport
import Testing
import VectorDrawing

extension ExampleWindowTests {
    private static let background = 0xFF17_171A as UInt32
    private static let black = 0xFF00_0000 as UInt32

    /// Photos of 1200 × 800 pixels, each of one color, in the order of their names.
    private func writePhotos() throws {
        for (name, color) in [("1.jpg", Color.red), ("2.jpg", .green), ("10.jpg", .blue)] {
            try folder.write(TestImage.solid(1200, 800, color), to: "photos/\(name)")
        }
        try folder.write(Data("no image".utf8), to: "photos/11.jpg")
        try folder.write(TestImage.noise(640, 480).dropLast(100_000), to: "photos/12.jpg")
    }

    private typealias Color = TestImage.Solid

    @Test func `a photo opens from its thumbnail, swipes, zooms, and closes`() throws {
        try writePhotos()
        let (program, _) = try start("photodemo", ["photos"], titled: "^Photos")
        // Six thumbnails of 207 points fit in a row, from 8 points on.
        try expect(Color.red.argb, at: [(20, 20), (200, 200)])
        try expect(Color.green.argb, at: [(240, 100)])
        try expect(Color.blue.argb, at: [(440, 100)])
        try expect(Self.background, at: [(640, 500), (4, 4)])
        try screen.runXdotool("mousemove 100 100 click 1")
        // 1200 × 800 points in 1280 × 800.
        try expect(Color.red.argb, at: [(50, 10), (1230, 700), (640, 400)])
        try expect(Self.black, at: [(20, 400), (1270, 400)])
        // More than half a page, which turns it even if xdotool has to wait before the release.
        try screen.runXdotool(
            "mousemove 1000 400 mousedown 1 mousemove 900 400 mousemove 600 400 mousemove 200 400 mouseup 1")
        try expect(Color.green.argb, at: [(50, 10), (1230, 700)])
        try screen.runXdotool("key Right")
        try expect(Color.blue.argb, at: [(50, 10), (1230, 700)])
        try screen.runXdotool("mousemove 640 400 click --repeat 2 --delay 30 1")
        try expect(Color.blue.argb, at: [(2, 10), (1277, 400)])
        // It is panned before it hands over: its right edge first.
        try screen.runXdotool("key 0")
        try expect(Self.black, at: [(20, 400), (1270, 400)])
        try screen.runXdotool("key Left")
        try expect(Color.green.argb, at: [(50, 10)])
        // The button at the lower left.
        try screen.runXdotool("mousemove 60 768 click 1")
        try expect(Self.background, at: [(640, 500), (100, 768)])
        try expect(Color.green.argb, at: [(240, 100)])
        try screen.runXdotool("key Escape")
        program.waitUntilExit()
        #expect(program.terminationStatus == 0)
    }

    @Test func `keys alone open a photo, show slides and lead back, and a damaged file is said to be so`() throws {
        try writePhotos()
        let (program, window) = try start("photodemo", ["photos"], titled: "^Photos")
        try expect(Color.red.argb, at: [(20, 20)])
        try screen.runXdotool("key Down key Right key Return")
        try expect(Color.green.argb, at: [(50, 10), (1230, 700)])
        try screen.runXdotool("key Escape key Return key space")
        // The slide show begins while the photo still flies. The third one follows after three seconds, without the bar.
        try expect(Color.blue.argb, at: [(50, 10), (640, 770)])
        // The show may have gone on to another one by now, so the next one is opened from the grid.
        try screen.runXdotool("key Escape key Escape")
        try expect(Self.background, at: [(640, 500), (100, 768)])
        try expect(Color.red.argb, at: [(20, 20)])
        try screen.runXdotool("key Home key Right key Right key Right key Return")
        // Text in the middle of a black page.
        try expect(Self.black, at: [(50, 10), (640, 600)])
        try eventually("a message") { try screen.screenshot(Self.screenSize).hasText(in: 380..<420) ? true : nil }
        // What is damaged after its header has a message of its own.
        let former = try screen.screenshot(Self.screenSize)
        try screen.runXdotool("key Right")
        try eventually("another message") {
            let picture = try screen.screenshot(Self.screenSize)
            let isOther = (380..<420).contains { y in (0..<1280).contains { picture[$0, y] != former[$0, y] } }
            return isOther && picture.hasText(in: 380..<420) && picture[50, 10] == Self.black ? true : nil
        }
        try screen.runXdotool("windowsize \(window) 800 600")
        try screen.runXdotool("key Escape")
        try expect(Self.background, at: [(400, 500)])
        try expect(Color.red.argb, at: [(20, 20)])
        // What is closed while it opens leaves nothing.
        try screen.runXdotool("key Return key Escape")
        try expect(Self.background, at: [(400, 500), (60, 568)])
        try expect(Color.red.argb, at: [(20, 20)])
        try screen.runXdotool("key Escape")
        program.waitUntilExit()
        #expect(program.terminationStatus == 0)
    }

    @Test func `a title beyond ASCII is shown as it is`() throws {
        try folder.write(TestImage.solid(120, 80, .red), to: "Fotos für Ωmega/1.jpg")
        let (program, _) = try start("photodemo", ["Fotos für Ωmega"], titled: "^Photos – Fotos für Ωmega$")
        try screen.runXdotool("key Escape")
        program.waitUntilExit()
        #expect(program.terminationStatus == 0)
    }

    @Test(arguments: [
        ("empty", "empty: there are no images in this folder. Name one that has some.\n"),
        ("missing", "missing: no such folder. Check the spelling.\n"),
    ])
    func `what is not a folder of photos is said to be none`(name: String, message: String) throws {
        try folder.write(Data(), to: "empty/notes.txt")
        #expect(try BuiltTool.run([name], in: folder, tool: "photodemo").output == message)
    }

    @Test func `without an argument the folder of sample images is shown, if there is one`() throws {
        let outcome = try BuiltTool.run([], in: folder, tool: "photodemo")
        #expect(outcome.output == "SampleImages: no such folder. Check the spelling.\n")
    }
}

extension PixelBuffer {
    /// Whether there is anything but black in these rows.
    fileprivate func hasText(in rows: Range<Int>) -> Bool {
        rows.contains { y in (100..<1200).contains { x in self[x, y] & 0xFF_FFFF > 0x404040 } }
    }
}
