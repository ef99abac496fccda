internal import LayerTree
internal import VectorDrawing

extension Demo {
    /// An image is turned over like a card, and the next one is uncovered like a page.
    static let pageTurns = Demo("page-turns", "Transitions that flip and curl", times: [0.5, 0.9, 2]) { stage in
        for (index, kind) in [Transition.Kind.flip, .curlUp].enumerated() {
            let page = Layer()
            page.frame = Rect(x: 20 + 150 * Double(index), y: 50, width: 130, height: 140)
            page.contents = DemoImages.landscape
            page.contentsGravity = .resizeAspectFill
            page.masksToBounds = true
            stage.root.addSublayer(page)
            stage.at(0.2) {
                page.addAnimation(Transition(kind, from: .right, duration: 1), forKey: Transition.key)
                Transaction.run(disablesActions: true) { page.contents = DemoImages.dial }
            }
        }
    }
}
