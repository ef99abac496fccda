internal import LayerTree
internal import VectorDrawing

extension Demo {
    /// The corners of a button keep their size in layers of any size; only its middle is stretched.
    static let nineSlices = Demo("nine-slices", "A stretched image that keeps its corners") { stage in
        let sizes = [Size(width: 60, height: 60), Size(width: 200, height: 60), Size(width: 60, height: 110)]
        let origins = [Point(x: 20, y: 20), Point(x: 100, y: 20), Point(x: 20, y: 110)]
        for (origin, size) in zip(origins, sizes) {
            let button = Layer()
            button.frame = Rect(origin: origin, size: size)
            button.contents = DemoImages.button
            button.contentsScale = 2
            button.contentsCenter = Rect(x: 0.5, y: 0.5, width: 0, height: 0)
            stage.root.addSublayer(button)
        }
        let stretched = Layer()
        stretched.frame = Rect(x: 100, y: 110, width: 200, height: 110)
        stretched.contents = DemoImages.button
        stage.root.addSublayer(stretched)
    }
}
