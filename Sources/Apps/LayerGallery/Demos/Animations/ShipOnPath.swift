internal import Glibc
internal import LayerTree
internal import VectorDrawing

extension Demo {
    /// A ship follows a curve and turns once about itself, again and again.
    static let shipOnPath = Demo("ship-on-path", "A ship sails along a curve and turns", times: [1, 2, 3]) { stage in
        let ship = Layer()
        ship.bounds = Rect(x: 0, y: 0, width: 60, height: 60)
        ship.contents = DemoImages.ship
        stage.root.addSublayer(ship)
        var path = CubicPath(start: Point(x: 30, y: 160))
        path.addCurve(to: Point(x: 290, y: 90), controls: Point(x: 100, y: 0), Point(x: 200, y: 240))
        let turn = BasicAnimation(\.transform.rotation.z, by: 2 * Double.pi)
        var group = AnimationGroup([PathAnimation(path), turn])
        group.timing.duration = 4
        group.timing.repeatCount = .infinity
        ship.addAnimation(group, forKey: "voyage")
    }
}
