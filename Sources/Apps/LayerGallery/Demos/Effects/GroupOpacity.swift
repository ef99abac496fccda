internal import LayerTree
internal import TextLayers
internal import TextRendering
internal import VectorDrawing

extension Demo {
    /// A button of 50 % opacity fades as a whole: its label does not show through the button.
    static let groupOpacity = Demo("group-opacity", "A faded layer fades with its sublayers as one") { stage in
        stage.scene.background = DemoColors.gray
        for (x, opacity) in [(30.0, 1.0), (170, 0.5)] {
            let button = Layer()
            button.frame = Rect(x: x, y: 90, width: 120, height: 60)
            button.backgroundColor = .white
            button.cornerRadius = 10
            button.opacity = opacity
            var style = TextStyle(font: TextFont(size: 24), color: .black)
            style.alignment = .center
            style.verticalAlignment = .center
            button.addSublayer(TextLayer("Hello", style: style, frame: button.bounds, drawing: DemoStage.text))
            stage.root.addSublayer(button)
        }
    }
}
