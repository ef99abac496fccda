internal import LayerTree
internal import TextLayers
internal import TextRendering
internal import VectorDrawing

extension Demo {
    /// Three answers of a layer that is asked for the action of a change: the default, none, or an action of its own.
    ///
    /// There are no views whose layers answer none outside of their animations; `actions = .none` is the same.
    static let actionLookup = Demo("action-lookup", "Where the action of a change comes from") { stage in
        let standard = Layer()
        let none = Layer()
        let own = Layer()
        none.actions = .none
        own.actions[.opacity] = .run(Transition(.push))
        let rows = [("default", standard), ("none", none), ("own", own)].map { name, layer in
            "\(name): \(describe(layer.action(for: .opacity)))"
        }
        for (index, row) in rows.enumerated() {
            let label = TextLayer(
                row, style: TextStyle(font: TextFont(size: 15), color: .black), drawing: DemoStage.text)
            label.position = Point(x: 30, y: 60 + 40 * Double(index))
            stage.root.addSublayer(label)
        }
    }

    private static func describe(_ result: LayerActionResult) -> String {
        switch result {
        case .unhandled: "not handled"
        case .none: "shows at once"
        case .run(let action): "runs \(type(of: action))"
        }
    }
}
