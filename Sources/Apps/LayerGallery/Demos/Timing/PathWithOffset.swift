internal import LayerTree
internal import VectorDrawing

extension Demo {
    /// The same path of eight seconds: as it is, and at twice the speed with an offset of three seconds.
    static let pathWithOffset = Demo("path-with-offset", "The speed and offset of an animation", times: [0, 1, 2]) {
        stage in
        for (index, (speed, offset)) in [(1.0, 0.0), (2, 3)].enumerated() {
            let y = 70 + 100 * Double(index)
            let curve = DemoCurve(
                start: Point(x: 30, y: y), end: Point(x: 290, y: y), first: Point(x: 110, y: y - 90),
                second: Point(x: 210, y: y + 90))
            stage.root.addSublayer(curve.line())
            let ship = Layer()
            ship.bounds = Rect(x: 0, y: 0, width: 50, height: 50)
            ship.position = curve.start
            ship.contents = DemoImages.ship
            stage.root.addSublayer(ship)
            var voyage = PathAnimation(curve.path, rotatesAlongPath: true)
            voyage.timing.duration = 8
            voyage.timing.repeatCount = .infinity
            voyage.timing.speed = speed
            voyage.timing.timeOffset = offset
            ship.addAnimation(voyage, forKey: "voyage")
        }
    }
}
