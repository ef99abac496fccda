internal import LayerTree
internal import TextLayers
internal import TextRendering
internal import VectorDrawing

extension Demo {
    /// A text of 15 points, wrapped and justified within a frame.
    ///
    /// A text layer draws at the scale of its scene: it needs no contentsScale.
    static let wrappedText = Demo("wrapped-text", "Wrapped and justified text") { stage in
        var style = TextStyle(font: TextFont(size: 15), color: .black)
        style.alignment = .justified
        style.lineLimit = nil
        let label = TextLayer(
            "Tiles are cut ahead of time, so that a viewer reads only what it shows. The rest stays on the disk.",
            style: style, frame: Rect(x: 50, y: 50, width: 220, height: 140), drawing: DemoStage.text)
        stage.root.addSublayer(label)
    }

    /// Six letters of a wrapped and justified text are red and underlined.
    ///
    /// Also for rich text in general: any range may have a font, a color and lines of its own.
    static let attributedText = Demo("attributed-text", "A few letters in red, underlined") { stage in
        var text = AttributedText(
            "Large images in small tiles: viewers read only what they show, and the rest stays on the disk.")
        var attributes = TextAttributes()
        attributes.color = Color(red: 1, green: 0, blue: 0)
        attributes.underline = .single
        text.setAttributes(attributes, in: 6..<12)
        let style = TextStyle(font: TextFont(size: 15), color: .black, lineLimit: nil, alignment: .justified)
        let label = TextLayer(
            text, style: style, frame: Rect(x: 50, y: 50, width: 220, height: 140), drawing: DemoStage.text)
        stage.root.addSublayer(label)
    }

    /// A label of a given width, wrapped and left-aligned, and one on a panel that fits its text.
    ///
    /// Also for labels of an interface: a text layer is all that a label needs.
    static let label = Demo("label", "A label of 18 points, and one on a panel") { stage in
        let orange = Color(red: 1, green: 0.5, blue: 0)
        let wrapped = TextLayer(
            "Zugspitze, the highest mountain of the Wetterstein",
            style: TextStyle(font: TextFont(size: 18), color: orange, lineLimit: nil, alignment: .leading),
            frame: Rect(x: 30, y: 50, width: 220, height: 60), drawing: DemoStage.text)
        var style = TextStyle(font: TextFont(size: 18), color: .white)
        style.panel = TextStyle.Panel(color: DemoColors.blue)
        let panel = TextLayer("2962 m", style: style, drawing: DemoStage.text)
        panel.position = Point(x: 30, y: 120)
        for label in [wrapped, panel] { stage.root.addSublayer(label) }
    }
}
