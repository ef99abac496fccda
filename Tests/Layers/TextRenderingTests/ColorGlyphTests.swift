import Foundation
import TestLimits
import Testing
import TextRendering
import TilePyramid
import VectorDrawing

/// Emoji and other glyphs that have colors of their own.
@Suite(.timeLimited, .enabled(if: hasColorFont, "no color font is installed, such as fonts-noto-color-emoji"))
struct ColorGlyphTests {
    /// The pixels of a text in a size of its own, and its line box.
    private func draw(
        _ text: AttributedText, size: Double = 40, color: Color = .black, clip: Rect? = nil
    ) throws -> (buffer: PixelBuffer, box: PixelRect) {
        var box = PixelRect(x: 0, y: 0, width: 0, height: 0)
        let buffer = try PixelBuffer.drawn(size: PixelSize(width: 200, height: 80), scale: 2) { context throws in
            if let clip { context.clip(to: clip) }
            try TextRenderer.withLayout(text, font: TextFont(size: size), layout: TextLayoutOptions()) {
                $0?.draw(in: &context, column: 0, row: 0, color: color)
                box = $0?.metrics.lineBox ?? box
            }
        }
        return (buffer, box)
    }

    /// The pixels of a region that are neither gray nor transparent.
    private func colored(_ buffer: PixelBuffer, columns: Range<Int> = 0..<200) -> Int {
        var count = 0
        for row in 0..<buffer.size.height {
            for column in columns {
                let pixel = buffer[column, row]
                let samples = [pixel >> 16, pixel >> 8, pixel].map { $0 & 255 }
                count += samples.max().map { $0 - (samples.min() ?? 0) > 40 } == true ? 1 : 0
            }
        }
        return count
    }

    @Test(arguments: [12.0, 40, 60])
    func `an emoji has its own colors, and fills a good part of its box`(size: Double) throws {
        let (buffer, box) = try draw("😀", size: size)
        let count = colored(buffer)
        #expect(Double(count) > 0.25 * size * size && Double(count) < 2 * size * size)
        #expect(colored(buffer, columns: min(box.columns.upperBound + 2, 200)..<200) == 0)
    }

    @Test func `letters beside an emoji have the color of the text`() throws {
        let (buffer, _) = try draw("A😀", color: Color(red: 0, green: 0, blue: 1))
        #expect(buffer.withPixels { $0.contains(0xFF00_00FF) })
        let (plain, box) = try draw("A")
        #expect(colored(plain) == 0)
        #expect(colored(buffer, columns: box.columns.upperBound..<200) > 400)
    }

    @Test func `an emoji does not depend on the color of the text`() throws {
        let black = try draw("😀").buffer
        #expect(try black.withPixels { Array($0) } == draw("😀", color: .white).buffer.withPixels { Array($0) })
    }

    @Test func `nothing is drawn outside the clip`() throws {
        let clipped = try draw("😀", clip: Rect(x: 0, y: 0, width: 10, height: 40)).buffer
        #expect(colored(clipped, columns: 20..<200) == 0 && colored(clipped) > 0)
    }
}

/// Whether Fontconfig knows a font with colored glyphs.
private let hasColorFont: Bool = {
    let process = Process()
    process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
    process.arguments = ["fc-list", ":color=true:lang=und-zsye"]
    let output = Pipe()
    process.standardOutput = output
    process.standardError = FileHandle.nullDevice
    guard (try? process.run()) != nil else { return false }
    let list = output.fileHandleForReading.readDataToEndOfFile()
    process.waitUntilExit()
    return process.terminationStatus == 0 && !list.isEmpty
}()
