internal import Glibc
internal import LayerTree
internal import VectorDrawing

extension Demo {
    /// A ship follows a curve and its direction, and turns once about itself, again and again.
    static let shipOnPath = Demo("ship-on-path", "A ship sails along a curve and turns", times: [1, 2, 3]) { stage in
        let curve = DemoCurve(
            start: Point(x: 30, y: 160), end: Point(x: 290, y: 90), first: Point(x: 100, y: 0),
            second: Point(x: 200, y: 240))
        stage.root.addSublayer(curve.line())
        let ship = Layer()
        ship.bounds = Rect(x: 0, y: 0, width: 60, height: 60)
        ship.position = curve.start
        ship.contents = DemoImages.ship
        stage.root.addSublayer(ship)
        let turn = BasicAnimation(\.transform.rotation.z, by: 2 * Double.pi)
        var group = AnimationGroup([PathAnimation(curve.path, rotatesAlongPath: true), turn])
        group.timing.duration = 4
        group.timing.repeatDuration = .infinity
        ship.addAnimation(group, forKey: "voyage")
    }
}
