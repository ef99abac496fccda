internal import LayerTree
internal import TextLayers
internal import TextRendering
internal import VectorDrawing

extension Demo {
    /// A layer keeps values of the app: the type of a key finds them again.
    static let customValue = Demo("custom-value", "A layer keeps a value of the app") { stage in
        let layer = Layer()
        layer[ItemNumber.self] = 50
        let found = layer[ItemNumber.self].map { "item \($0)" } ?? "no item"
        let label = TextLayer(
            found, style: TextStyle(font: TextFont(size: 30), color: .black), drawing: DemoStage.text)
        label.position = Point(x: 90, y: 95)
        layer.addSublayer(label)
        stage.root.addSublayer(layer)
    }
}

/// The number of the item that a layer shows.
private enum ItemNumber: LayerValueKey {
    typealias Value = Int
}
