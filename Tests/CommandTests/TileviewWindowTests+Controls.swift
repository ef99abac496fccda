import Foundation
import LayerTree
import TestSupport
import Testing
import TilePyramid
import VectorDrawing

extension TileviewWindowTests {
    @Test func `the menu opens by a right click and by its keys, and does what is chosen`() throws {
        let viewer = try open("big.dzi", "--view", "600,450,2")
        try expectView("600,450,2")
        // With another file, two commands lead to it.
        try expectTitle("big.dzi", 1, of: 2)
        // Open, next, previous, files, larger, smaller, fit, actual size; by a key the first one is chosen at once.
        try screen.runXdotool("mousemove 100 100 click 3 key Down Down Down Down Down Down Down Down Return")
        try expectView("600,450,1")
        try screen.runXdotool("key Menu key Down Down Down Down Down Down Return")
        try expectView(nil)
        try screen.runXdotool("key 1")
        try expectView("600,450,1")
        let image = try screen.screenshot(Self.size)
        try screen.runXdotool("key shift+F10")
        try eventually("the menu") {
            try SnapshotDifference(screen.screenshot(Self.size), image).greatest > 64 ? true : nil
        }
        try screen.runXdotool("key Escape")
        try expectView("600,450,1")
        #expect(try end(viewer) == 0)
    }

    @Test func `a button appears when the pointer moves, and a click opens a file`() throws {
        try folder.write(TestImage.jpeg(300, 200), to: "photo.jpg")
        try writeDialog("printf '%s\n' '\(folder("photo.jpg"))'")
        let viewer = try open("big.dzi", isPlain: false)
        try eventually("the image") { screen.window(titled: "^big.dzi") }
        // The fifth of six buttons of 34 points in the middle of the left edge.
        try eventually("photo.jpg") {
            try screen.runXdotool("mousemove 200 150 mousemove 30 201 click 1")
            return screen.window(titled: "^photo.jpg")
        }
        try eventually("the note of the first start") { try? folder.bytes("state/tilekit/started") }
        #expect(try end(viewer) == 0)
    }

    @Test(.enabled(if: ScreenCursor.isReadable, "needs libXfixes"))
    func `the pointer is a hand over the image, arrows during a drag, and a cross with Shift`() throws {
        let viewer = try open("big.dzi", "--view", "600,450,1")
        try expectView("600,450,1")
        try screen.runXdotool("mousemove 200 150 mousemove 210 150")
        try expectCursor("hand2")
        try screen.runXdotool("mousedown 1 mousemove 240 150")
        try expectCursor("fleur")
        try screen.runXdotool("mouseup 1")
        try expectCursor("hand2")
        try screen.runXdotool("keydown shift")
        try expectCursor("tcross")
        try screen.runXdotool("keyup shift")
        try expectCursor("hand2")
        #expect(try end(viewer) == 0)
    }

    @Test func `a number that is typed into a field of the panel of colors is the new value`() throws {
        let size = PixelSize(width: 640, height: 480)
        let gray = PNGFixture(width: size.width, height: size.height) { _, _, _ in 153 }
        try folder.write(Data(gray.encoded()), to: "gray.png")
        let viewer = try open("gray.png", size: "640x480")
        try expectColor(0x999999, x: 584, y: 96, in: size)
        try screen.runXdotool("key a")
        // The panel is drawn in the background. Before it is seen, a click at the field of the black point is one on the image.
        try eventually("the field") { try screen.screenshot(size)[560, 96] & 255 < 64 }
        // Of the values from 51 to 255, 153 is in the middle.
        for (number, color) in [("51", 0x808080), ("0", 0x999999)] as [(String, UInt32)] {
            try screen.runXdotool("mousemove 584 96 click 1")
            try screen.runXdotool("type \(number)")
            try screen.runXdotool("key Return")
            try expectColor(color, x: 20, y: 300, in: size)
        }
        #expect(try end(viewer) == 0)
    }

    private func expectCursor(_ name: String) throws {
        try eventually("the pointer \(name)") { ScreenCursor.name(on: screen.name) == name ? true : nil }
    }
}

/// The pointer's shape on a screen, read with libXfixes, which SDL uses too.
private enum ScreenCursor {
    private typealias OpenDisplay = @convention(c) (UnsafePointer<CChar>?) -> OpaquePointer?
    private typealias CloseDisplay = @convention(c) (OpaquePointer) -> CInt
    private typealias CursorImage = @convention(c) (OpaquePointer) -> UnsafeMutableRawPointer?
    private typealias Free = @convention(c) (UnsafeMutableRawPointer) -> CInt

    static var isReadable: Bool { function("libX11.so.6", "XOpenDisplay") != nil && function(fixes, image) != nil }

    private static let fixes = "libXfixes.so.3"
    private static let image = "XFixesGetCursorImage"
    /// The offset of the name in an `XFixesCursorImage` of a 64-bit machine, after six short and four long numbers.
    private static let nameOffset = 40

    private static func function(_ library: String, _ name: String) -> UnsafeMutableRawPointer? {
        dlopen(library, RTLD_NOW).flatMap { dlsym($0, name) }
    }

    /// The name of the cursor that is shown; nil if it has none.
    static func name(on display: String) -> String? {
        guard let open = function("libX11.so.6", "XOpenDisplay"), let close = function("libX11.so.6", "XCloseDisplay"),
            let free = function("libX11.so.6", "XFree"), let read = function(fixes, image),
            let connection = unsafeBitCast(open, to: OpenDisplay.self)(display)
        else { return nil }
        defer { _ = unsafeBitCast(close, to: CloseDisplay.self)(connection) }
        guard let cursor = unsafeBitCast(read, to: CursorImage.self)(connection) else { return nil }
        defer { _ = unsafeBitCast(free, to: Free.self)(cursor) }
        let name = cursor.load(fromByteOffset: nameOffset, as: UnsafePointer<CChar>?.self)
        return name.map { String(cString: $0) }
    }
}
