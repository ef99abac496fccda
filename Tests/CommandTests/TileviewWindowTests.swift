import Foundation
import LayerTree
import TestSupport
import TestLimits
import Testing
import TilePyramid

/// The viewer in a real window, with simulated input.
@Suite(
    .timeLimited, .serialized,
    .enabled(if: VirtualScreen.isAvailable, "needs Xvfb and xdotool: Tools/setup --virtual-screen"))
struct TileviewWindowTests {
    private static let size = PixelSize(width: 400, height: 300)
    /// How much a pixel of the window may differ from the screenshot, of 255.
    ///
    /// The compositor draws both; a view that was reached in steps differs in its last digits from one that is given.
    private static let tolerance = 8

    private let folder: ScratchFolder
    private let screen: VirtualScreen

    init() throws {
        folder = try ScratchFolder()
        screen = try VirtualScreen(PixelSize(width: 640, height: 480))
        try folder.write(TestImage.jpeg(1200, 900), to: "big.jpg")
        #expect(try BuiltTool.run(["big.jpg", "--quiet", "--format", "png"], in: folder).status == 0)
    }

    @Test func `The wheel, a drag and keys lead to views that look like screenshots of them`() throws {
        let viewer = try open("big.dzi", "--view", "600,450,1")
        try expectView("600,450,1")
        // Four notches zoom by an octave at the pointer, which is 100 pixels left of the center and 50 above it.
        try screen.runXdotool("mousemove 100 100 click 4 click 4 click 4 click 4")
        try expectView("550,425,2")
        // The image follows the pointer: 60 pixels across and 40 down.
        try screen.runXdotool("mousemove 150 200 mousedown 1 mousemove 180 210 mousemove 210 240 mouseup 1")
        try expectView("520,405,2")
        try screen.runXdotool("key r")
        try expectView("520,405,2,90")
        // Home fits the whole image and keeps its rotation.
        try screen.runXdotool("key shift+r key Home")
        try expectView(nil)
        #expect(try end(viewer) == 0)
    }

    @Test func `SIGTERM closes the window even while tiles are being loaded`() throws {
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

    /// Opens a window, and waits until it is visible and has the keyboard focus.
    private func open(_ arguments: String...) throws -> Process {
        let viewer = BuiltTool.process(
            arguments + ["--size", "\(Self.size.width)x\(Self.size.height)", "--plain", "--reduced-motion"],
            in: folder, tool: "tileview", shell: #"exec env --default-signal=INT,HUP,TERM "$@""#)
        viewer.environment?["DISPLAY"] = screen.name
        viewer.environment?["XDG_CACHE_HOME"] = folder("cache")
        viewer.standardInput = FileHandle.nullDevice
        try viewer.run()
        let window = try waitFor("a window with the program's name") { screen.window(titled: "^tileview") }
        // There is no window manager that would focus it.
        try screen.runXdotool("windowfocus --sync \(window)")
        return viewer
    }

    private func end(_ viewer: Process) throws -> Int32 {
        viewer.terminate()
        return try status(of: viewer)
    }

    /// The exit status, negative for a signal that ended the process.
    private func status(of viewer: Process) throws -> Int32 {
        try waitFor("the end of the viewer") { viewer.isRunning ? nil : true }
        return viewer.terminationReason == .exit ? viewer.terminationStatus : -viewer.terminationStatus
    }

    /// Waits until the window shows a view as a screenshot does; nil is the view of the whole image.
    private func expectView(_ link: String?) throws {
        let outcome = try BuiltTool.run(
            [
                "big.dzi", "--size", "\(Self.size.width)x\(Self.size.height)", "--plain", "--force",
                "--screenshot", "view.png",
            ]
                + (link.map { ["--view", $0] } ?? []),
            in: folder, tool: "tileview")
        #expect(outcome.status == 0, "\(outcome.messages)")
        let expected = try PixelBuffer.read(folder("view.png"))
        try waitFor("the view \(link ?? "of the whole image")") {
            try SnapshotDifference(screen.screenshot(Self.size), expected).greatest <= Self.tolerance ? true : nil
        }
    }

    /// Polls until there is a value, for a minute at most.
    @discardableResult
    private func waitFor<Value>(_ event: String, _ look: () throws -> Value?) throws -> Value {
        let deadline = Date(timeIntervalSinceNow: 60)
        while Date() < deadline {
            if let value = try look() { return value }
            // The viewer needs the processor more.
            Thread.sleep(forTimeInterval: 0.01)
        }
        throw VirtualScreen.Failure("\(event) did not happen within a minute")
    }
}
