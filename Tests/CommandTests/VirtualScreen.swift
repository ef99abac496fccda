import Foundation
import LayerTree
import TestSupport
import TilePyramid
import VectorDrawing

/// A screen in memory for one test, with a pointer and a keyboard that the test moves, by Xvfb and xdotool.
///
/// No real screen, pointer or keyboard is touched.
final class VirtualScreen {
    /// Whether this machine has the tools; `Tools/setup --virtual-screen` installs them.
    static let isAvailable = ["Xvfb", "xdotool"].allSatisfy { tool in
        FileManager.default.isExecutableFile(atPath: "/usr/bin/\(tool)")
    }

    /// Whether tests can use the clipboard as well.
    static let hasClipboard = FileManager.default.isExecutableFile(atPath: "/usr/bin/xclip")

    /// The name of the display, as in `DISPLAY`.
    let name: String
    private let server = Process()
    private let folder: ScratchFolder

    /// Starts the screen, and waits until programs can use it.
    init(_ size: PixelSize) throws {
        folder = try ScratchFolder()
        try folder.write(Data(), to: "display")
        // Threads of tests may block signals, and the processes that they start would inherit that.
        server.executableURL = URL(fileURLWithPath: "/usr/bin/env")
        // Xvfb takes a free display number, writes it when it is ready, and keeps its pixels in a file. The number goes to a file
        // as well: reading it from a pipe could wait forever, which no limit of a test would end.
        server.arguments = [
            "--default-signal=TERM", "/usr/bin/Xvfb", "-displayfd", "1", "-fbdir", folder.path, "-screen", "0",
            "\(size.width)x\(size.height)x24", "-nocursor",
            "-noreset", "-nolisten", "tcp",
        ]
        server.standardInput = FileHandle.nullDevice
        server.standardOutput = try FileHandle(forWritingTo: URL(fileURLWithPath: folder("display")))
        server.standardError = FileHandle.nullDevice
        try server.run()
        let number = try eventually("the number of Xvfb's display") { [folder, server] () throws -> Substring? in
            guard server.isRunning else { throw Failure("Xvfb ended without writing its display number") }
            let line = String(decoding: try folder.bytes("display"), as: UTF8.self)
            return line.hasSuffix("\n") ? line.dropLast() : nil
        }
        name = ":\(number)"
    }

    deinit {
        server.terminate()
        // A server that does not end, or whose end Foundation does not notice, must not hold up the tests that follow.
        if (try? eventually("the end of Xvfb") { server.isRunning ? nil : true }) == nil {
            kill(server.processIdentifier, SIGKILL)
        }
    }

    /// A failure of the screen.
    struct Failure: Error, CustomStringConvertible {
        var description: String

        init(_ description: String) {
            self.description = description
        }
    }

    /// Runs commands of xdotool, which simulate input; returns its output.
    @discardableResult
    func runXdotool(_ commands: String) throws -> String {
        let outcome = try BuiltTool.run(
            [], in: folder, shell: "DISPLAY=\(name) exec /usr/bin/xdotool \(commands)")
        guard outcome.status == 0 else { throw Failure("xdotool \(commands): \(outcome.messages)") }
        return outcome.output
    }

    /// The identifier of a visible window whose title matches a regular expression; nil if there is none.
    ///
    /// Titles are what window managers show (_NET_WM_NAME): xdotool searches in an older property, which loses titles beyond ASCII.
    func window(titled pattern: String) -> String? {
        guard let visible = try? runXdotool("search --onlyvisible --class .") else { return nil }
        return visible.split(separator: "\n").map(String.init).first { window in
            guard let title = try? runXdotool("getwindowname \(window)").trimmingCharacters(in: .newlines) else {
                return false
            }
            return title.range(of: pattern, options: .regularExpression) != nil
        }
    }

    /// The pixels in the upper left corner of the screen.
    func screenshot(_ size: PixelSize) throws -> PixelBuffer {
        // An XWD file (X11/XWDFile.h): a header of 25 big-endian numbers of four bytes, a name, a color table with 12
        // bytes per entry, and the rows, with pixels in the machine's byte order.
        let bytes = try folder.bytes("Xvfb_screen0")
        func number(_ index: Int) -> Int {
            bytes.dropFirst(4 * index).prefix(4).reduce(0) { $0 << 8 | Int($1) }
        }
        let header = number(0)
        let width = number(4)
        let height = number(5)
        let rowBytes = number(12)
        let colors = number(19)
        guard number(1) == 7, number(11) == 32, width >= size.width, height >= size.height else {
            throw Failure("the screen's pixels have an unexpected format")
        }
        let start = header + 12 * colors
        return bytes.withUnsafeBytes { bytes in
            PixelBuffer(size: size, isOpaque: true) { pixels in
                for y in 0..<size.height {
                    for x in 0..<size.width {
                        let pixel = bytes.loadUnaligned(
                            fromByteOffset: start + y * rowBytes + 4 * x, as: UInt32.self)
                        pixels[y * size.width + x] = UInt32(littleEndian: pixel) | 0xFF00_0000
                    }
                }
            }
        }
    }
}
