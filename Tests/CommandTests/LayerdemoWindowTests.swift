import VectorDrawing
import Foundation
import LayerTree
import TestLimits
import TestSupport
import Testing
import TilePyramid

/// The gallery in a real window, with simulated input.
@Suite(
    .timeLimited, .serialized,
    .enabled(if: VirtualScreen.isAvailable, "needs Xvfb and xdotool: Tools/setup --virtual-screen"))
struct LayerdemoWindowTests {
    private let folder: ScratchFolder
    private let screen: VirtualScreen

    init() throws {
        folder = try ScratchFolder()
        screen = try VirtualScreen(PixelSize(width: 1200, height: 800))
    }

    @Test func `a click opens a program, Esc leads back, the wheel and keys scroll, and q closes the window`() throws {
        let gallery = try open("layerdemo")
        try eventually("the thumbnails") { try isWall() }
        // The fifth of the second row, which draws text in the middle of red.
        try click("780 200", opens: "centered-text")
        try eventually("its picture") { try pixel(300, 250) == red && pixel(100, 100) == 0xFFFF_FFFF }
        try screen.runXdotool("key Escape")
        try eventually("the thumbnails again") { try screen.window(titled: "^layerdemo$") != nil && isWall() }
        // Two notches scroll by a row, and so does an arrow key.
        try screen.runXdotool("click --repeat 2 --delay 5 5")
        try eventually("the thumbnails from the second row on") { try pixel(730, 45) == red }
        try screen.runXdotool("key Up")
        try eventually("the first thumbnails") { try isWall() }
        try screen.runXdotool("key End")
        try eventually("the last thumbnails") { try !isWall() }
        try screen.runXdotool("key Home")
        try eventually("the first thumbnails once more") { try isWall() }
        let window = try #require(screen.window(titled: "^layerdemo$"))
        try screen.runXdotool("windowsize --sync \(window) 700 600")
        try eventually("the thumbnails of a narrow window") {
            try pixel(800, 100) == 0xFF00_0000 && pixel(92, 66) == 0xFF1A_4DE6 && pixel(9, 9) == 0xFFDE_DED9
        }
        // With four columns, the same program is the third of the third row.
        try click("440 350", opens: "centered-text")
        try screen.runXdotool("key q")
        try eventually("the thumbnails once more") { screen.window(titled: "^layerdemo$") }
        try screen.runXdotool("key q")
        #expect(try status(of: gallery) == 0)
    }

    @Test func `a program that is named fills its window, and Esc closes it`() throws {
        let program = try open("centered-text", "centered-text")
        try eventually("its picture") { try pixel(100, 140) == red && pixel(40, 60) == 0xFFFF_FFFF }
        try screen.runXdotool("key Escape")
        #expect(try status(of: program) == 0)
    }

    /// Clicks at a position until a program has opened; SDL may take a click for one that only focuses the window.
    private func click(_ position: String, opens name: String) throws {
        try eventually("the program \(name)") {
            try screen.runXdotool("mousemove \(position) click 1")
            return screen.window(titled: "^\(name)$")
        }
    }

    /// The ground of the program.
    private let red: UInt32 = 0xFFD9_4033

    /// Whether the first thumbnail is at its place: blue in white, on gray.
    private func isWall() throws -> Bool {
        try pixel(86, 66) == 0xFF1A_4DE6 && pixel(20, 20) == 0xFFFF_FFFF && pixel(3, 3) == 0xFFDE_DED9
    }

    private func pixel(_ column: Int, _ row: Int) throws -> UInt32 {
        try screen.screenshot(PixelSize(width: column + 1, height: row + 1))[column, row]
    }

    /// Opens a window, and waits until it is visible and has the keyboard focus.
    private func open(_ title: String, _ arguments: String...) throws -> Process {
        let process = BuiltTool.process(arguments, in: folder, tool: "layerdemo")
        process.environment?["DISPLAY"] = screen.name
        process.standardInput = FileHandle.nullDevice
        try process.run()
        let window = try eventually("a window with the title \(title)") { screen.window(titled: "^\(title)$") }
        // There is no window manager that would focus it.
        try screen.runXdotool("windowfocus --sync \(window)")
        return process
    }

    private func status(of process: Process) throws -> Int32 {
        try eventually("the end of the program") { !process.isRunning }
        return process.terminationReason == .exit ? process.terminationStatus : -process.terminationStatus
    }
}
