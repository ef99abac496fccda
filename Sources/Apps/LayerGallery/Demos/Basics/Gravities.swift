internal import LayerTree
internal import VectorDrawing

extension Demo {
    /// The same image of 40 pixels in twelve layers, one for each gravity.
    static let gravities = Demo("gravities", "The twelve ways of placing contents in a layer") { stage in
        for (index, gravity) in ContentsGravity.allCases.enumerated() {
            let cell = Layer()
            let column = Double(index % 4)
            let row = Double(index / 4)
            cell.frame = Rect(x: 8 + 77 * column, y: 12 + 75 * row, width: 72, height: 66)
            cell.backgroundColor = Color(red: 0.9, green: 0.9, blue: 0.85)
            cell.contents = DemoImages.disc
            cell.contentsGravity = gravity
            cell.masksToBounds = true
            stage.root.addSublayer(cell)
        }
    }
}
