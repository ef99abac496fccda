import Foundation
import LayerTree
import TilePyramid

/// A screen in memory of a test's own, with a pointer and a keyboard that the test moves: Xvfb and xdotool.
///
/// Nobody's real screen, pointer or keyboard is touched.
final class VirtualScreen {
    /// Whether this machine has what it takes; `Tools/setup --virtual-screen` installs it.
    static let isAvailable = ["Xvfb", "xdotool"].allSatisfy { tool in
        FileManager.default.isExecutableFile(atPath: "/usr/bin/\(tool)")
    }

    /// What programs find it by, as in `DISPLAY`.
    let name: String
    private let server = Process()
    private let folder: ScratchFolder

    /// Starts the screen, and waits until programs can use it.
    init(_ size: PixelSize) throws {
        folder = try ScratchFolder()
        let pipe = Pipe()
        // Threads of tests may hold back signals, and what they start would too.
        server.executableURL = URL(fileURLWithPath: "/usr/bin/env")
        // It takes a number that nobody has, writes it when it is ready, and keeps its pixels in a file.
        server.arguments = [
            "--default-signal=TERM", "/usr/bin/Xvfb", "-displayfd", "1", "-fbdir", folder.path, "-screen", "0",
            "\(size.width)x\(size.height)x24", "-nocursor",
            "-noreset", "-nolisten", "tcp",
        ]
        server.standardOutput = pipe
        server.standardError = FileHandle.nullDevice
        try server.run()
        var line = ""
        while !line.hasSuffix("\n") {
            let data = pipe.fileHandleForReading.availableData
            guard !data.isEmpty else { throw Failure("Xvfb has ended without telling its number") }
            line += String(decoding: data, as: UTF8.self)
        }
        name = ":\(line.dropLast())"
    }

    deinit {
        server.terminate()
        server.waitUntilExit()
    }

    /// What went wrong with the screen.
    struct Failure: Error, CustomStringConvertible {
        var description: String

        init(_ description: String) {
            self.description = description
        }
    }

    /// Runs xdotool, which sends what it is told as if a hand did it; returns what it says.
    @discardableResult
    func runXdotool(_ commands: String) throws -> String {
        let outcome = try BuiltTool.run(
            [], in: folder, shell: "DISPLAY=\(name) exec /usr/bin/xdotool \(commands)")
        guard outcome.status == 0 else { throw Failure("xdotool \(commands): \(outcome.messages)") }
        return outcome.output
    }

    /// The number of a window whose title is described by a regular expression; nil while none is seen.
    func window(titled pattern: String) -> String? {
        try? runXdotool("search --onlyvisible --name '\(pattern)'").split(separator: "\n").first.map(String.init)
    }

    /// What is seen in the upper left corner.
    func screenshot(_ size: PixelSize) throws -> PixelBuffer {
        // An XWD file (X11/XWDFile.h): a header of 25 numbers of four bytes, the highest first, a name, a table of colors
        // of 12 bytes each, and then the rows, with pixels as the machine has them.
        let bytes = try folder.bytes("Xvfb_screen0")
        func number(_ index: Int) -> Int {
            bytes.dropFirst(4 * index).prefix(4).reduce(0) { $0 << 8 | Int($1) }
        }
        let (header, width, height, rowBytes, colors) = (number(0), number(4), number(5), number(12), number(19))
        guard number(1) == 7, number(11) == 32, width >= size.width, height >= size.height else {
            throw Failure("the screen's pixels are not kept as expected")
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
