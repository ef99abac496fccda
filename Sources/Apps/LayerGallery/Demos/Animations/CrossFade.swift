internal import LayerTree
internal import VectorDrawing

extension Demo {
    /// New contents fade in over the old ones: a slower fade than the default action of the contents.
    ///
    /// A `Transition` does the same for any change, as in `cross-fade-tree`.
    static let crossFade = Demo("cross-fade", "An image fades into the next one", times: [0, 0.6, 1.5, 2.1]) { stage in
        let layer = Layer()
        layer.frame = Rect(x: 60, y: 20, width: 200, height: 200)
        layer.contents = DemoImages.landscape
        layer.contentsGravity = .resizeAspectFill
        layer.masksToBounds = true
        layer.actions[.contents] = .run(ContentsFade(duration: 0.8))
        stage.root.addSublayer(layer)
        for (index, image) in [DemoImages.dial, DemoImages.cone, DemoImages.landscape].enumerated() {
            stage.at(0.2 + 1.5 * Double(index)) { layer.contents = image }
        }
    }
}
