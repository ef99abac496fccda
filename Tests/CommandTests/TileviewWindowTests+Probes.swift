import Foundation
import LayerTree
import TestSupport
import TilePyramid
import VectorDrawing

/// The state of the viewer, as its title, its messages, its links and its pixels show it.
extension TileviewWindowTests {
    /// The center and the zoom of a view, in the numbers of a link.
    struct LinkedView: Equatable {
        var x: Double
        var y: Double
        var zoom: Double
    }

    /// A failure to read the state.
    struct ProbeFailure: Error, CustomStringConvertible {
        var description: String
    }

    /// The lines that the viewer has written so far.
    func messages() throws -> [Substring] {
        // The last piece is not complete.
        String(decoding: try folder.bytes("messages"), as: UTF8.self).split(
            separator: "\n", omittingEmptySubsequences: false
        ).dropLast()
    }

    /// Waits until the viewer has written a line that contains a text.
    func expectMessage(_ text: String) throws {
        try eventually("the message \"\(text)\"") { try messages().contains { $0.contains(text) } }
    }

    /// Waits until the title matches a regular expression.
    func expectTitle(_ pattern: String) throws {
        try eventually("the title \(pattern)") { screen.window(titled: pattern) }
    }

    /// The link that `c` copies, after all input so far: the viewer handles input in its order.
    @discardableResult
    func copiedLink() throws -> Substring {
        func links() throws -> [Substring] { try messages().filter { $0.contains(": Copied: tileview ") } }
        let count = try links().count
        try screen.runXdotool("key c")
        return try eventually("a link") {
            let all = try links()
            return all.count > count ? all.last : nil
        }
    }

    /// The view after all input so far.
    func copiedView() throws -> LinkedView {
        let link = try copiedLink()
        let numbers = link.split(separator: " ").drop { $0 != "--view" }.dropFirst().first.map {
            $0.split(separator: ",").compactMap { Double($0) }
        }
        guard let numbers, numbers.count == 3 else { throw ProbeFailure(description: "\(link) has no upright view") }
        return LinkedView(x: numbers[0], y: numbers[1], zoom: numbers[2])
    }

    /// Waits until the view is as described.
    func expectView(_ description: String, _ isExpected: (LinkedView) -> Bool) throws {
        try eventually("a view \(description)") { try isExpected(copiedView()) }
    }

    /// Waits until a pixel of the screen has a color, 0xRRGGBB, up to a few digits.
    func expectColor(_ color: UInt32, x: Int, y: Int, in size: PixelSize = size) throws {
        try eventually("the color \(String(color, radix: 16)) at (\(x), \(y))") {
            let pixel = try screen.screenshot(size)[x, y]
            return [0, 8, 16].allSatisfy { shift in
                abs(Int(pixel >> shift & 255) - Int(color >> shift & 255)) <= Self.tolerance
            }
        }
    }

    /// Waits until the window looks like an image of its size.
    func expectPicture(_ expected: PixelBuffer, _ description: String) throws {
        try eventually(description) {
            try SnapshotDifference(screen.screenshot(expected.size), expected).greatest <= Self.tolerance
        }
    }

    /// Waits until part of the window looks different from an image of the window.
    func expectChange(since former: PixelBuffer, _ description: String) throws {
        try eventually(description) {
            try SnapshotDifference(screen.screenshot(former.size), former).greatest > 64
        }
    }
}
