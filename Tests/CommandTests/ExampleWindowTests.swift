import VectorDrawing
import Foundation
import LayerTree
import TestLimits
import TestSupport
import Testing
import TilePyramid

/// The programs of the folder Tools/Examples, and the apps beside it, in a real window with simulated input.
@Suite(
    .timeLimited, .serialized,
    .enabled(if: VirtualScreen.isAvailable, "needs Xvfb and xdotool: Tools/setup --virtual-screen"))
struct ExampleWindowTests {
    static let screenSize = PixelSize(width: 1300, height: 820)

    let folder: ScratchFolder
    let screen: VirtualScreen

    init() throws {
        folder = try ScratchFolder()
        screen = try VirtualScreen(Self.screenSize)
    }

    @Test func `the viewer of the README follows the size of its window`() throws {
        // 24 megapixels, which are cut into the cache.
        try folder.write(TestImage.white(6000, 4000), to: "big.jpg")
        let (program, window) = try start("ViewerExample", titled: "^Big image")
        try expect(0xFFFF_FFFF, at: [(640, 400), (45, 400), (1235, 400)])
        try expect(0xFF00_0000, at: [(35, 400), (1245, 400)])
        // 400 points are 266.7 points of the image's height, of 300.
        try screen.runXdotool("windowsize \(window) 400 300")
        try expect(0xFFFF_FFFF, at: [(1, 150), (398, 150), (200, 20), (200, 280)])
        try expect(0xFF00_0000, at: [(200, 13), (200, 286)])
        try screen.runXdotool("windowsize \(window) 900 700")
        try expect(0xFFFF_FFFF, at: [(1, 350), (898, 350), (450, 55), (450, 645)])
        try expect(0xFF00_0000, at: [(450, 45), (450, 655)])
        program.terminate()
        program.waitUntilExit()
    }

    @Test func `the viewer of the README says which file is missing`() throws {
        let outcome = try BuiltTool.run(
            [], in: folder, tool: "ViewerExample",
            shell: "XDG_CACHE_HOME=\(folder("cache")) DISPLAY=\(screen.name) exec \"$@\"")
        #expect(outcome.status == 0)
        #expect(outcome.output == "big.jpg: no such file or folder. Check the spelling.\n")
    }

    @Test func `a pin is clicked and dragged, its action awaits, and the image beneath stays`() throws {
        try folder.write(TestImage.white(1200, 900), to: "big.jpg")
        let (program, _) = try start("PinsExample", titled: "^Pins")
        let red = 0xFFFF_0000 as UInt32
        let green = 0xFF00_FF00 as UInt32
        // The image of 1200 × 900 pixels is 1067 points wide, and its middle is that of the window.
        try expect(red, at: [(632, 392), (648, 408)])
        try expect(0xFFFF_FFFF, at: [(628, 400), (110, 400), (1170, 400)])
        // A double click would zoom the image; on the pin it is two clicks.
        try screen.runXdotool("mousemove 640 400 click --repeat 2 --delay 30 1")
        try expect(green, at: [(632, 392), (648, 408)])
        try expect(0xFF00_0000, at: [(100, 400), (1180, 400)])
        try screen.runXdotool("mousemove 640 400 mousedown 1 mousemove 660 410 mousemove 740 420 mouseup 1")
        try expect(green, at: [(732, 412), (748, 428)])
        try expect(0xFF00_0000, at: [(100, 400), (1180, 400)])
        // Beside the pin a double click zooms by two, and the pin keeps its size.
        try screen.runXdotool("mousemove 640 400 click --repeat 2 --delay 30 1")
        try expect(green, at: [(832, 432), (848, 448)])
        try expect(0xFFFF_FFFF, at: [(828, 440), (852, 440), (10, 400), (1270, 400)])
        try screen.runXdotool("key Escape")
        program.waitUntilExit()
        #expect(program.terminationStatus == 0)
    }

    @Test func `the buttons of the kiosk zoom its picture and show a message`() throws {
        try folder.write(TestImage.white(1200, 900), to: "big.jpg")
        let (program, _) = try start("KioskExample", titled: "^Kiosk")
        let white = 0xFFFF_FFFF as UInt32
        // A dark panel over white, at the lower edge, and where a message will be.
        let panel = 0xFF2E_2E32 as UInt32
        try expect(panel, at: [(620, 750), (660, 750), (640, 786)])
        try expect(white, at: [(640, 728), (110, 400), (1170, 400)])
        try expect(0xFF00_0000, at: [(100, 400), (1180, 400)])
        try screen.runXdotool("mousemove 530 740 mousemove 535 768 click 1")
        try expect(white, at: [(100, 400), (1180, 400)])
        try screen.runXdotool("mousemove 605 768 click 1")
        try expect(0xFF00_0000, at: [(100, 400), (1180, 400)])
        try screen.runXdotool("mousemove 745 768 click 1")
        try expect(panel, at: [(620, 728), (660, 728)])
        // A click on the message removes it, and nothing below it moves.
        try screen.runXdotool("mousemove 640 715 click 1")
        try expect(white, at: [(620, 728), (660, 728), (110, 400)])
        // With the focus of the keyboard.
        try screen.runXdotool("key Tab key Tab key Tab key Tab key Return")
        try expect(panel, at: [(620, 728), (660, 728)])
        try screen.runXdotool("mousemove 640 715 click 1")
        try expect(white, at: [(620, 728), (660, 728)])
        // The tour flies to its first stop, where it shows a caption, and Esc leaves the picture there.
        try screen.runXdotool("mousemove 675 768 click 1")
        try expect(white, at: [(100, 400), (1180, 400)])
        try expect(panel, at: [(620, 728), (660, 728)])
        try screen.runXdotool("key Escape")
        try expect(white, at: [(620, 728), (660, 728), (100, 400)])
        program.terminate()
        program.waitUntilExit()
    }

    @Test func `keys switch a channel off and on, darken it, and go through the sections`() throws {
        let (program, _) = try start("ChannelsExample", titled: "^Channels")
        let blue = 0xFF00_00FF as UInt32
        let black = 0xFF00_0000 as UInt32
        // The image of 1024 pixels is 800 points high. Only the first disc has the pixel (262, 262), and only the second one
        // (762, 262).
        try expect(blue, at: [(445, 205)])
        try expect(0xFF00_FF00, at: [(835, 205)])
        try expect(black, at: [(250, 10), (230, 400)])
        try screen.runXdotool("key 1")
        try expect(black, at: [(445, 205)])
        try expect(0xFF00_FF00, at: [(835, 205)])
        try screen.runXdotool("key 1")
        try expect(blue, at: [(445, 205)])
        try screen.runXdotool("key comma")
        try expect(0xFF00_00CC, at: [(445, 205)])
        try screen.runXdotool("key period")
        try expect(blue, at: [(445, 205)])
        // The radius becomes 100 pixels, and the pixel is 141 from the middle of the disc.
        try screen.runXdotool("key" + String(repeating: " Next", count: 10))
        try expect(black, at: [(445, 205), (835, 205)])
        try expect(blue, at: [(523, 283)])
        program.terminate()
        program.waitUntilExit()
    }

    @Test func `a slide has a button for each channel, and two clicks measure`() throws {
        try folder.write(Data(ChannelFiles.slide), to: "slide.ome.tif")
        let (program, _) = try start("SlideExample", titled: "^Slide – slide.ome.tif$")
        // 300 × 200 pixels fill 1200 × 800 points. FITC is green and in the upper half.
        func pixel(_ x: Int, _ y: Int) throws -> UInt32 { try screen.screenshot(Self.screenSize)[x, y] }
        func green(_ x: Int, _ y: Int) throws -> UInt32 { try pixel(x, y) >> 8 & 255 }
        try eventually("the slide") { try green(100, 200) > 200 && pixel(20, 600) == 0xFF00_0000 ? true : nil }
        // The second of six buttons.
        try screen.runXdotool("mousemove 535 740 mousemove 535 768 click 1")
        try eventually("no FITC") { try green(100, 200) < 20 ? true : nil }
        try screen.runXdotool("mousemove 535 768 click 1")
        try eventually("FITC") { try green(100, 200) > 200 ? true : nil }
        // The fifth, then two places, at the second of which the length is written on black.
        try screen.runXdotool("mousemove 745 768 click 1 mousemove 240 600 click 1 mousemove 640 600 click 1")
        try eventually("a line") { try pixel(440, 600) & 0xFF_FFFF == 0xFF_FFFF ? true : nil }
        try eventually("a length") { try pixel(643, 603) == 0xFF00_0000 ? true : nil }
        program.terminate()
        program.waitUntilExit()
    }

    @Test func `the Mandelbrot set is computed where it is seen`() throws {
        let (program, _) = try start("MandelbrotExample", titled: "^Mandelbrot set$")
        // The square is 800 points high, and three wide: 0 is in the set, and 0.26 leaves the circle late.
        try eventually("the set") {
            let picture = try screen.screenshot(Self.screenSize)
            return picture[840, 400] == 0xFF00_0000 && picture[909, 400] & 255 > 60 ? true : nil
        }
        program.terminate()
        program.waitUntilExit()
    }

    @Test func `an app that awaits before its windows shows them one after the other`() throws {
        try folder.write(Data(), to: "output")
        let (program, _) = try start(
            "awaitingapp", titled: "^First$", output: FileHandle(forWritingTo: URL(fileURLWithPath: folder("output"))))
        try expect(0xFF00_FF00, at: [(100, 50)])
        try screen.runXdotool("key Escape")
        program.waitUntilExit()
        #expect(program.terminationStatus == 0)
        let refusal = "the loop of another window runs already. Open this window with open(): that loop serves both."
        #expect(
            String(decoding: try folder.bytes("output"), as: UTF8.self)
                == "\(refusal)\nfirst\nsecond\nCancellationError()\n")
    }

    // MARK: Running them

    func start(
        _ name: String, _ arguments: [String] = [], titled pattern: String, output: FileHandle? = nil
    ) throws -> (program: Process, window: String) {
        let program = BuiltTool.process(
            arguments, in: folder, tool: name, shell: #"exec env --default-signal=TERM "$@""#)
        program.environment?["DISPLAY"] = screen.name
        program.environment?["XDG_CACHE_HOME"] = folder("cache")
        program.standardInput = FileHandle.nullDevice
        if let output { program.standardOutput = output }
        try program.run()
        let window = try eventually("a window") { screen.window(titled: pattern) }
        // There is no window manager that would focus it.
        try screen.runXdotool("windowfocus --sync \(window)")
        return (program, window)
    }

    /// Waits until pixels of the screen have a color, to the last digits.
    func expect(_ color: UInt32, at positions: [(x: Int, y: Int)]) throws {
        func isNear(_ first: UInt32, _ second: UInt32) -> Bool {
            [0, 8, 16].allSatisfy { abs(Int(first >> $0 & 255) - Int(second >> $0 & 255)) <= 3 }
        }
        try eventually("the color \(String(color, radix: 16)) at \(positions)") {
            let picture = try screen.screenshot(Self.screenSize)
            return positions.allSatisfy { isNear(picture[$0.x, $0.y], color) } ? true : nil
        }
    }
}
