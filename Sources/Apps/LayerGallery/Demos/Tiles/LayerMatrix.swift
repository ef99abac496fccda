internal import LayerTree
internal import TextLayers
internal import TextRendering
internal import VectorDrawing

extension Demo {
    /// 100 × 100 × 10 squares in space, of which only those in view are layers; a pool gives them out again.
    static let layerMatrix = Demo("layer-matrix", "100,000 squares in space, few of them layers", times: [0.1, 1]) {
        stage in
        let space = Layer()
        space.frame = stage.root.bounds
        space.sublayerTransform = Transform3D(perspectiveDistance: 500)
        stage.root.addSublayer(space)
        let label = TextLayer("", style: TextStyle(font: TextFont(size: 13), color: .black), drawing: DemoStage.text)
        label.position = Point(x: 8, y: 4)
        stage.root.addSublayer(label)
        var offset = Point.zero
        let pool = LayerPool<SIMD3<Int>>(in: space) {
            Layer()
        } configure: { layer, cell in
            layer.bounds = Rect(x: 0, y: 0, width: 100, height: 100)
            layer.backgroundColor = Color(
                red: 1 - Double(cell.z) / 12, green: 1 - Double(cell.z) / 12, blue: 0.9, alpha: 1)
            layer.zPosition = -150 * Double(cell.z)
        }
        stage.onFrame = { time in
            offset = Point(x: 3000 * min(1, time), y: 3000 * min(1, time))
            let cells = (0..<10).reversed().flatMap { depth -> [SIMD3<Int>] in
                // What is farther away is seen smaller, so more of it fits.
                let scale = (500 + 150 * Double(depth)) / 500
                let half = Size(width: 160 * scale + 50, height: 120 * scale + 50)
                let x = offset.x + 160
                let y = offset.y + 120
                func range(_ center: Double, _ reach: Double) -> Range<Int> {
                    let first = max(0, Int(((center - reach) / 150).rounded(.up)))
                    return first..<max(first, min(100, Int(((center + reach) / 150).rounded(.down)) + 1))
                }
                return range(y, half.height).flatMap { row in
                    range(x, half.width).map { SIMD3($0, row, depth) }
                }
            }
            Transaction.run(disablesActions: true) {
                let update = pool.show(cells)
                for cell in cells {
                    pool.layer(for: cell)?.position = Point(
                        x: 150 * Double(cell.x) - offset.x, y: 150 * Double(cell.y) - offset.y)
                }
                label.text = "\(update.shown) of 100000 shown, \(update.recycled) recycled"
            }
        }
    }
}
