internal import LayerTree
internal import TextLayers
internal import TextRendering
internal import VectorDrawing

extension Demo {
    /// A text of 15 points, wrapped and justified within a frame.
    static let wrappedText = Demo("wrapped-text", "Wrapped and justified text") { stage in
        var style = TextStyle(font: TextFont(size: 15), color: .black)
        style.alignment = .justified
        style.lineLimit = nil
        let label = TextLayer(
            "Tiles are cut ahead of time, so that a viewer reads only what it shows. The rest stays on the disk.",
            style: style, frame: Rect(x: 50, y: 50, width: 220, height: 140), drawing: DemoStage.text)
        stage.root.addSublayer(label)
    }

    /// Six letters are red and underlined.
    ///
    /// Also for rich text in general: any range may have a font, a color and lines of its own.
    static let attributedText = Demo("attributed-text", "A few letters in red, underlined") { stage in
        var text = AttributedText("Large images in small tiles")
        var attributes = TextAttributes()
        attributes.color = Color(red: 1, green: 0, blue: 0)
        attributes.underline = .single
        text.setAttributes(attributes, in: 6..<12)
        let label = TextLayer(
            text, style: TextStyle(font: TextFont(size: 20), color: .black), drawing: DemoStage.text)
        label.position = Point(x: 30, y: 100)
        stage.root.addSublayer(label)
    }

    /// A layer that fits its text, left-aligned, and one on a panel.
    ///
    /// Also for labels of an interface: a text layer is all that a label needs.
    static let label = Demo("label", "A label of 18 points, and one on a panel") { stage in
        let plain = TextLayer(
            "Zugspitze", style: TextStyle(font: TextFont(size: 18), color: .black), drawing: DemoStage.text)
        plain.position = Point(x: 30, y: 60)
        var style = TextStyle(font: TextFont(size: 18), color: .white)
        style.panel = TextStyle.Panel(color: DemoColors.blue)
        let panel = TextLayer("2962 m", style: style, drawing: DemoStage.text)
        panel.position = Point(x: 30, y: 120)
        for label in [plain, panel] { stage.root.addSublayer(label) }
    }
}
