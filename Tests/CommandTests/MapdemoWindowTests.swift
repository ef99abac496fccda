import VectorDrawing
import Foundation
import LayerTree
import TestLimits
import TestSupport
import Testing
import TilePyramid

/// The map demo in a real window with simulated input.
@Suite(
    .timeLimited, .serialized,
    .enabled(if: VirtualScreen.isAvailable, "needs Xvfb and xdotool: Tools/setup --virtual-screen"))
struct MapdemoWindowTests {
    private static let screenSize = PixelSize(width: 1300, height: 820)
    private static let red: UInt32 = 0xFFDB_2929
    private static let white: UInt32 = 0xFFFF_FFFF
    // Colors of the sample maps at the positions where they are looked at: the first map beside the pin of Valmomar; both
    // maps where they differ.
    private static let forest: UInt32 = 0xFF34_4E35
    private static let meadow: UInt32 = 0xFFA3_B182
    private static let sea: UInt32 = 0xFF10_365B

    private let folder: ScratchFolder
    private let screen: VirtualScreen

    init() throws {
        folder = try ScratchFolder()
        screen = try VirtualScreen(Self.screenSize)
    }

    @Test func `the map is dragged and zoomed, a pin opens its callout, and the maps are switched`() throws {
        let samples = URL(fileURLWithPath: #filePath).deletingLastPathComponent().appending(path: "../../SampleImages")
        try FileManager.default.createSymbolicLink(
            atPath: folder("SampleImages"), withDestinationPath: samples.standardizedFileURL.path)
        let program = try start("mapdemo", titled: "^Maps$")

        // The sample map is 1200 points wide, and the tip of the pin of Valmomar at (839, 335).
        try expect(Self.red, at: [(832, 313), (846, 313)])
        try expect(Self.white, at: [(839, 313)])
        try expect(0xFF00_0000, at: [(20, 400), (1260, 400)])
        try keep("start")

        // Its callout is above it, and a click elsewhere closes it.
        try expect(Self.forest, at: [(760, 286)])
        try screen.runXdotool("mousemove 839 320 click 1")
        try expect(Self.white, at: [(760, 286), (910, 286), (839, 294)])
        try keep("callout")
        try screen.runXdotool("mousemove 300 600 click 1")
        try expect(Self.forest, at: [(760, 286)])

        // The other map fades in, and is blended with the first one.
        let place = (x: 374, y: 269)
        try expect(Self.meadow, at: [place])
        try screen.runXdotool("key m")
        try expect(Self.sea, at: [place])
        try keep("switched")
        try screen.runXdotool("key --delay 50 bracketleft bracketleft bracketleft bracketleft bracketleft")
        try expect(Self.mean(Self.meadow, Self.sea), at: [place])
        try keep("blended")
        try screen.runXdotool("key m")
        try expect(Self.meadow, at: [place])

        // A key flies to the pin, whose callout keeps its distance from it.
        try screen.runXdotool("key 2")
        try expect(Self.red, at: [(633, 378), (647, 378)])
        try expect(Self.white, at: [(560, 352), (720, 352)])
        try keep("flown")

        // Pin and callout follow a drag, which ends without a fling.
        try screen.runXdotool(
            "mousemove 300 600 mousedown 1 mousemove 320 600 sleep 0.1 mousemove 400 550 sleep 0.3 mouseup 1")
        try expect(Self.red, at: [(733, 328), (747, 328)])
        try expect(Self.white, at: [(660, 302), (820, 302)])
        try keep("dragged")

        // Esc closes the callout first.
        try screen.runXdotool("key Escape")
        try eventually("no callout") {
            let picture = try screen.screenshot(Self.screenSize)
            return picture[660, 302] != Self.white && picture[820, 302] != Self.white ? true : nil
        }
        try expect(Self.red, at: [(733, 328), (747, 328)])
        try screen.runXdotool("key Escape")
        program.waitUntilExit()
        #expect(program.terminationStatus == 0)
        #expect(try folder.names("cache/tilekit/pyramids") == ["terrain-alpha.pmtiles", "terrain.pmtiles"])
    }

    @Test func `the map of the README shows its pin in the middle, with the callout above it`() throws {
        try folder.write(TestImage.white(1200, 700), to: "alps.jpg")
        let cut = try BuiltTool.run(
            ["alps.jpg", "--bounds", "5,45,17,50", "--format", "png", "-o", "alps.pmtiles", "--quiet"],
            in: folder)
        #expect(cut.status == 0, "\(cut.messages)")
        let program = try start("MapExample", titled: "^Map$")
        try expect(Self.red, at: [(633, 378), (647, 378)])
        // The text of the callout is not white, nor is the shadow around it.
        try eventually("a callout") {
            let picture = try screen.screenshot(Self.screenSize)
            let isText = (560..<720).contains { x in
                (300..<356).contains { y in Self.difference(picture[x, y], 0xFF1A_1A1F) < 40 }
            }
            return isText ? true : nil
        }
        program.terminate()
        program.waitUntilExit()
    }

    @Test func `a file that is not a map is refused with the remedy`() throws {
        try folder.write(TestImage.white(300, 200), to: "photo.jpg")
        let outcome = try BuiltTool.run(
            ["photo.jpg"], in: folder, tool: "mapdemo",
            shell: "XDG_CACHE_HOME=\(folder("cache")) DISPLAY=\(screen.name) exec \"$@\"")
        #expect(outcome.status == 0)
        #expect(
            outcome.output
                == "photo.jpg: it has no place on the Earth. Cut it with its bounds, or open a map.\n")
    }

    // MARK: Running it

    private func start(_ name: String, titled pattern: String) throws -> Process {
        let program = BuiltTool.process([], in: folder, tool: name, shell: #"exec env --default-signal=TERM "$@""#)
        program.environment?["DISPLAY"] = screen.name
        program.environment?["XDG_CACHE_HOME"] = folder("cache")
        program.standardInput = FileHandle.nullDevice
        try program.run()
        let window = try eventually("a window") { screen.window(titled: pattern) }
        // There is no window manager that would focus it.
        try screen.runXdotool("windowfocus --sync \(window)")
        return program
    }

    /// Writes the picture of a moment into the folder that `TILEKIT_SCREENSHOTS` names, to be looked at.
    private func keep(_ name: String) throws {
        guard let path = ProcessInfo.processInfo.environment["TILEKIT_SCREENSHOTS"] else { return }
        try screen.screenshot(Self.screenSize).writePNG("\(path)/mapdemo-\(name).png")
    }

    private static func difference(_ first: UInt32, _ second: UInt32) -> Int {
        [0, 8, 16].map { abs(Int(first >> $0 & 255) - Int(second >> $0 & 255)) }.max() ?? 0
    }

    private static func mean(_ first: UInt32, _ second: UInt32) -> UInt32 {
        [0, 8, 16].reduce(0) { $0 | (((first >> $1 & 255) + (second >> $1 & 255)) / 2) << $1 }
    }

    /// Waits until pixels of the screen have a color, to the last digits.
    private func expect(_ color: UInt32, at positions: [(x: Int, y: Int)]) throws {
        try eventually("the color \(String(color, radix: 16)) at \(positions)") {
            let picture = try screen.screenshot(Self.screenSize)
            return positions.allSatisfy { Self.difference(picture[$0.x, $0.y], color) <= 3 } ? true : nil
        }
    }
}
