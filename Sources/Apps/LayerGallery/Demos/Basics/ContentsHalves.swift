internal import LayerTree
internal import VectorDrawing

extension Demo {
    /// The upper and the lower half of one image in two layers.
    static let contentsHalves = Demo("contents-halves", "Two layers show the halves of one image") { stage in
        for (index, y) in [0.0, 0.5].enumerated() {
            let half = Layer()
            half.frame = Rect(x: 80, y: 65 + 60 * Double(index), width: 160, height: 50)
            half.contents = DemoImages.landscape
            // Where the gravity scales, contentsScale changes nothing.
            half.contentsGravity = .resizeAspect
            half.masksToBounds = true
            half.contentsRect = Rect(x: 0, y: y, width: 1, height: 0.5)
            stage.root.addSublayer(half)
        }
    }
}
