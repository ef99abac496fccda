import Foundation
import LayerTree
import Testing
import TextLayers

/// The listings of the documentation, as they are printed there.
@MainActor
@Suite struct DocumentationTests {
    private func addLabel(to root: Layer) -> TextLayer {
        let style = TextStyle(font: TextFont(size: 14), color: .white)
        let label = TextLayer("Zugspitze", style: style)
        label.position = Point(x: 20, y: 12)
        root.addSublayer(label)
        return label
    }

    private func addLabel(_ style: TextStyle) -> TextLayer {
        let drawing = TextDrawing(queue: DrawingQueue(mode: .immediate))
        let label = TextLayer("Zugspitze", style: style, drawing: drawing)
        return label
    }

    private func addPanel(for label: Layer) -> PanelLayer {
        let panel = PanelLayer(color: Color(red: 0, green: 0, blue: 0, alpha: 0.75), radius: 8)
        panel.frame = Rect(x: 12, y: 12, width: 200, height: 32)
        panel.addSublayer(label)
        return panel
    }

    @Test func `the listings make the layers that they show`() {
        let root = Layer()
        let label = addLabel(to: root)
        #expect(root.sublayers.count == 1 && label.text == "Zugspitze" && label.position == Point(x: 20, y: 12))
        let panel = addPanel(for: addLabel(label.textStyle))
        #expect(panel.sublayers.count == 1 && panel.frame == Rect(x: 12, y: 12, width: 200, height: 32))
    }

    @Test(arguments: ["TextLayers/TextLayer", "TextLayers/TextDrawing", "LayerTree/Kinds/PanelLayer"])
    func `each line of a listing is one that compiles here`(name: String) throws {
        let file = URL(fileURLWithPath: #filePath)
        let source = try String(
            contentsOf: file.deletingLastPathComponent()
                .appending(path: "../../../Sources/Layers/\(name).swift"), encoding: .utf8)
        let compiled = try String(contentsOf: file, encoding: .utf8)
        func lines(_ text: String) -> [String] {
            text.split(separator: "\n").map { $0.trimmingCharacters(in: CharacterSet(charactersIn: " /")) }
        }
        let listing = try #require(source.components(separatedBy: "```swift\n").dropFirst().first)
            .components(separatedBy: "/// ```")[0]
        let known = Set(lines(compiled))
        #expect(lines(listing).count > 1)
        for line in lines(listing) {
            #expect(known.contains(line), "\(line)")
        }
    }
}
