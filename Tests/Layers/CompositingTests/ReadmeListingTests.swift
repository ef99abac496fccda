import Compositing
import Foundation
import LayerTree
import Testing
import TilePyramid

/// The README's listing about layers, as it is there.
@MainActor
private func drawAsInTheReadme() -> (before: PixelBuffer, onItsWay: PixelBuffer) {
    let root = Layer()
    root.frame = Rect(x: 0, y: 0, width: 640, height: 400)
    let square = Layer()
    square.frame = Rect(x: 40, y: 40, width: 100, height: 100)
    square.backgroundColor = Color(red: 1, green: 0.5, blue: 0)
    root.addSublayer(square)

    let scene = LayerScene(root: root, size: PixelSize(width: 640, height: 400), background: .black)
    let compositor = Compositor()
    let before = compositor.draw(scene.frame())
    square.position = Point(x: 500, y: 300)
    square.transform.rotation.z = Double.pi / 4
    // A quarter of a second later the square is there, and turned; until then each frame shows it on its way.
    let onItsWay = compositor.draw(scene.frame())
    return (before, onItsWay)
}

@MainActor
@Suite struct ReadmeListingTests {
    @Test func `the README's listing draws an orange square that has not jumped to its new position`() {
        let images = drawAsInTheReadme()
        #expect(images.before[90, 90] == 0xFFFF_8000)
        #expect(images.before[20, 20] == 0xFF00_0000)
        #expect(images.onItsWay[500, 300] == 0xFF00_0000)
    }

    @Test func `each line of the README's listing is in this file`() throws {
        let file = URL(fileURLWithPath: #filePath)
        let readme = try String(
            contentsOf: file.deletingLastPathComponent().appending(path: "../../../README.md"), encoding: .utf8)
        let listing = try #require(
            readme.components(separatedBy: "```swift\n").dropFirst().map { $0.components(separatedBy: "```")[0] }
                .first { $0.contains("import Compositing") })
        func lines(_ text: String) -> [String] {
            text.split(separator: "\n").map { $0.trimmingCharacters(in: .whitespaces) }
        }
        let known = Set(lines(try String(contentsOf: file, encoding: .utf8)))
        #expect(lines(listing).count > 12)
        for line in lines(listing) {
            #expect(known.contains(line))
        }
    }
}
