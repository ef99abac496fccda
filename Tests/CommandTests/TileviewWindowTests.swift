import Foundation
import LayerTree
import TestSupport
import Testing
import TilePyramid

/// The viewer in a real window, moved as a hand does it.
@Suite(
    .timeLimit(.minutes(60)), .serialized,
    .enabled(if: VirtualScreen.isAvailable, "needs Xvfb and xdotool: Tools/setup --virtual-screen"))
struct TileviewWindowTests {
    private static let size = PixelSize(width: 400, height: 300)
    /// How much a pixel of the window may differ from the picture without one, of 255.
    ///
    /// Both are drawn by the compositor; a view that was reached in steps has other last digits than the one that is
    /// asked for.
    private static let tolerance = 8

    private let folder: ScratchFolder
    private let screen: VirtualScreen

    init() throws {
        folder = try ScratchFolder()
        screen = try VirtualScreen(PixelSize(width: 640, height: 480))
        try folder.write(TestImage.jpeg(1200, 900), to: "big.jpg")
        #expect(try BuiltTool.run(["big.jpg", "--quiet", "--format", "png"], in: folder).status == 0)
    }

    @Test func `The wheel, a drag and keys show what a picture without a window shows of the same view`() throws {
        let viewer = try open("big.dzi", "--view", "600,450,1")
        try expectView("600,450,1")
        // Four notches are an octave about the pointer, which is 100 pixels left of the middle and 50 above it.
        try screen.runXdotool("mousemove 100 100 click 4 click 4 click 4 click 4")
        try expectView("550,425,2")
        // As much as a hand moves, the place under it moves: 60 and 40 pixels.
        try screen.runXdotool("mousemove 150 200 mousedown 1 mousemove 180 210 mousemove 210 240 mouseup 1")
        try expectView("520,405,2")
        try screen.runXdotool("key r")
        try expectView("520,405,2,90")
        // Home shows all of the image, turned as it is.
        try screen.runXdotool("key shift+r key Home")
        try expectView(nil)
        #expect(try end(viewer) == 0)
    }

    @Test func `SIGTERM closes the window also while tiles are being loaded`() throws {
        let viewer = try open("big.dzi", "--latency", "60000")
        #expect(try end(viewer) == 0)
        #expect(screen.window(titled: "^tileview") == nil)
    }

    @Test func `q closes the window`() throws {
        let viewer = try open("big.dzi")
        try screen.runXdotool("key q")
        #expect(try status(of: viewer) == 0)
    }

    // MARK: Running it

    /// Opens a window, and waits until it can be seen and has the keyboard.
    private func open(_ arguments: String...) throws -> Process {
        let viewer = BuiltTool.process(
            arguments + ["--size", "\(Self.size.width)x\(Self.size.height)", "--plain", "--reduced-motion"],
            in: folder, tool: "tileview", shell: #"exec env --default-signal=INT,HUP,TERM "$@""#)
        viewer.environment?["DISPLAY"] = screen.name
        viewer.environment?["XDG_CACHE_HOME"] = folder("cache")
        viewer.standardInput = FileHandle.nullDevice
        try viewer.run()
        let window = try waitFor("a window with the program's name") { screen.window(titled: "^tileview") }
        // There is no window manager to do so.
        try screen.runXdotool("windowfocus --sync \(window)")
        return viewer
    }

    private func end(_ viewer: Process) throws -> Int32 {
        viewer.terminate()
        return try status(of: viewer)
    }

    /// The status it ends with, negative for a signal that killed it.
    private func status(of viewer: Process) throws -> Int32 {
        try waitFor("an end of the viewer") { viewer.isRunning ? nil : true }
        return viewer.terminationReason == .exit ? viewer.terminationStatus : -viewer.terminationStatus
    }

    /// Waits until the window shows a view as a picture without a window does; nil is all of the image.
    private func expectView(_ link: String?) throws {
        let outcome = try BuiltTool.run(
            ["big.dzi", "--size", "\(Self.size.width)x\(Self.size.height)", "--plain", "--screenshot", "view.png"]
                + (link.map { ["--view", $0] } ?? []),
            in: folder, tool: "tileview")
        #expect(outcome.status == 0, "\(outcome.messages)")
        let expected = try PixelBuffer.read(folder("view.png"))
        try waitFor("the picture of the view \(link ?? "of all")") {
            try SnapshotDifference(screen.screenshot(Self.size), expected).greatest <= Self.tolerance ? true : nil
        }
    }

    /// Looks again and again, for a minute at most, until there is something.
    @discardableResult
    private func waitFor<Value>(_ what: String, _ look: () throws -> Value?) throws -> Value {
        let deadline = Date(timeIntervalSinceNow: 60)
        while Date() < deadline {
            if let value = try look() { return value }
            // What is waited for needs the processor more.
            Thread.sleep(forTimeInterval: 0.01)
        }
        throw VirtualScreen.Failure("there was not \(what) within a minute")
    }
}
