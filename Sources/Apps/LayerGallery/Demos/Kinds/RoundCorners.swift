internal import LayerTree
internal import VectorDrawing

extension Demo {
    /// Three of the four corners are round, with a radius of 20 points.
    static let threeRoundCorners = Demo("three-round-corners", "A rectangle with three round corners") { stage in
        let shape = ShapeLayer()
        shape.path = Path(
            roundedRect: Rect(x: 60, y: 50, width: 200, height: 140),
            radii: CornerRadii(topLeft: 0, topRight: 20, bottomRight: 20, bottomLeft: 20))
        shape.fillColor = DemoColors.blue
        stage.root.addSublayer(shape)
    }

    /// The same outline, stroked.
    static let strokedRectangle = Demo("stroked-rectangle", "An outline of 5 points, not filled") { stage in
        let shape = ShapeLayer()
        shape.path = Path(
            roundedRect: Rect(x: 60, y: 50, width: 200, height: 140),
            radii: CornerRadii(topLeft: 0, topRight: 20, bottomRight: 20, bottomLeft: 20))
        shape.fillColor = nil
        shape.strokeColor = DemoColors.red
        shape.lineWidth = 5
        shape.lineJoin = .round
        shape.lineCap = .round
        stage.root.addSublayer(shape)
    }

    /// A rounded rectangle as a shape: sharp at any scale, without an image.
    static let roundedShape = Demo("rounded-shape", "A rounded rectangle as a shape") { stage in
        for (x, scale) in [(80.0, 1.0), (220, 2)] {
            let shape = ShapeLayer()
            shape.position = Point(x: x, y: 120)
            shape.path = Path(roundedRect: Rect(x: -30, y: -30, width: 60, height: 60), radius: 20)
            shape.fillColor = DemoColors.green
            shape.affineTransform = AffineTransform(scaleX: scale, y: scale)
            stage.root.addSublayer(shape)
        }
    }
}
