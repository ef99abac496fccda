import Compositing
import LayerTree
import TestLimits
import TestSupport
import Testing
import TextLayers
import TextRendering
import TilePyramid
import VectorDrawing

/// Texts as people see them, at one and two pixels for each point.
@MainActor
@Suite(.timeLimited, .enabled(if: hasDejaVu, "DejaVu Sans is not installed"))
struct TextGoldenTests {
    private let drawing = TextDrawing(queue: DrawingQueue(mode: .immediate))
    private let lorem =
        "Lorem ipsum dolor sit amet, consectetur adipiscing elit. Quisque massa arcu, eleifend vel varius in, facilisis"
        + " pulvinar leo. Nunc quis nunc at mauris pharetra condimentum ut ac neque."
    private let family = "DejaVu Sans"

    /// A white scene of layers.
    private func picture(_ size: Size, scale: Double, _ layers: [Layer]) -> PixelBuffer {
        let root = Layer()
        root.frame = Rect(origin: .zero, size: size)
        for layer in layers {
            root.addSublayer(layer)
        }
        let pixels = PixelSize(width: Int(size.width * scale), height: Int(size.height * scale))
        let scene = LayerScene(root: root, size: pixels, scale: scale, background: .white, clock: ManualClock())
        return Compositor(workerCount: 1).draw(scene.frame())
    }

    private func expect(_ picture: PixelBuffer, matches name: String) throws {
        try expectSnapshot(picture.quartered, matches: name, tolerance: PixelBuffer.textTolerance)
    }

    @Test(arguments: [1, 2])
    func `a justified label, a rich one, and a larger one at the left`(scale: Int) throws {
        let style = TextStyle(font: TextFont(family: family, size: 15), lineLimit: nil, alignment: .justified)
        var rich = AttributedText(lorem)
        rich.updateAttributes(in: 6..<11) {
            $0.color = Color(red: 1, green: 0, blue: 0)
            $0.underline = .single
        }
        let orange = TextStyle(
            font: TextFont(family: family, size: 18), color: Color(red: 1, green: 0.5, blue: 0), lineLimit: nil,
            alignment: .left)
        let layers = [
            TextLayer(lorem, style: style, frame: Rect(x: 12, y: 12, width: 200, height: 216), drawing: drawing),
            TextLayer(rich, style: style, frame: Rect(x: 224, y: 12, width: 200, height: 216), drawing: drawing),
            TextLayer(lorem, style: orange, frame: Rect(x: 436, y: 12, width: 200, height: 204), drawing: drawing),
        ]
        try expect(
            picture(Size(width: 648, height: 240), scale: Double(scale), layers), matches: "labels-at-\(scale)")
    }

    @Test(arguments: [1, 2])
    func `a layer draws centered text on red, inset by (10, 20)`(scale: Int) throws {
        let layer = LimitsLayer()
        layer.frame = Rect(x: 0, y: 0, width: 240, height: 80)
        layer.contentsScale = Double(scale)
        layer.setNeedsDisplay()
        try expect(picture(Size(width: 240, height: 80), scale: Double(scale), [layer]), matches: "limits-at-\(scale)")
    }

    @Test(arguments: [1, 2])
    func `each attribute, and scripts in both directions`(scale: Int) throws {
        var text: AttributedText = ""
        text.append("bold ") { $0.weight = .bold }
        text.append("italic ") { $0.isItalic = true }
        text.append("Serif ") { $0.family = "DejaVu Serif" }
        text.append("large ") { $0.size = 28 }
        text.append("marked\n") { $0.backgroundColor = Color(red: 1, green: 0.9, blue: 0.3) }
        text.append("double") {
            $0.underline = .init(.double, color: Color(red: 0, green: 0, blue: 1))
        }
        text.append(" ")
        text.append("struck") { $0.strikethrough = .single }
        text.append(" wide ") { $0.letterSpacing = 4 }
        text.append("E=mc")
        text.append("2\n") {
            $0.size = 11
            $0.baselineOffset = 8
        }
        text.append("שלום עולם e\u{301}\u{323} ☺\ta\tb") { $0.lineHeight = 1.6 }
        let style = TextStyle(
            font: TextFont(family: family, size: 18), lineLimit: nil, verticalAlignment: .center,
            panel: TextStyle.Panel(
                color: Color(red: 0.9, green: 0.95, blue: 1), radius: 12, horizontalPadding: 12, verticalPadding: 8))
        let label = TextLayer(text, style: style, frame: Rect(x: 8, y: 8, width: 384, height: 144), drawing: drawing)
        try expect(
            picture(Size(width: 400, height: 160), scale: Double(scale), [label]), matches: "attributes-at-\(scale)")
    }
}

/// A layer that is red, with text in its center.
private final class LimitsLayer: Layer {
    override func draw(in context: inout PixelContext) {
        context.fillColor = Color(red: 1, green: 0, blue: 0)
        context.fill(self.bounds)
        let inner = Rect(
            x: self.bounds.minX + 10, y: self.bounds.minY + 20, width: self.bounds.size.width - 20,
            height: self.bounds.size.height - 40)
        let style = TextStyle(font: TextFont(family: "DejaVu Sans", size: 17), alignment: .center)
        _ = try? context.draw("Push the Limits", in: inner, style: style)
    }
}

/// A missing font is replaced, and its serif variant by the same one, so that both draw the same.
private let hasDejaVu: Bool = {
    func mask(_ family: String) -> TextMask? {
        try? TextRenderer.draw("Rag 109", font: TextFont(family: family, size: 20))
    }
    return mask("DejaVu Sans") != mask("DejaVu Serif")
}()
