import LayerTree
import TestLimits
import TestSupport
import Testing
import TilePyramid
import VectorDrawing

@MainActor
@Suite(.timeLimited) struct ShapeLayerSnapshotTests {
    private static let red = Color(red: 1, green: 0, blue: 0)

    private static var stickFigure: Path {
        var path = Path(ellipseIn: Rect(x: 125, y: 75, width: 50, height: 50))
        path.move(to: Point(x: 150, y: 125))
        path.addLine(to: Point(x: 150, y: 175))
        path.addLine(to: Point(x: 125, y: 225))
        path.move(to: Point(x: 150, y: 175))
        path.addLine(to: Point(x: 175, y: 225))
        path.move(to: Point(x: 100, y: 150))
        path.addLine(to: Point(x: 200, y: 150))
        return path
    }

    private func add(_ path: Path, to stage: KindStage, _ set: (ShapeLayer) -> Void = { _ in }) -> ShapeLayer {
        let layer = stage.add(ShapeLayer(), .zero)
        layer.actions = .none
        layer.path = path
        set(layer)
        return layer
    }

    @Test(arguments: [1.0, 2])
    func `a stick figure looks as recorded`(scale: Double) throws {
        let stage = KindStage(300, 300, scale: scale)
        _ = add(Self.stickFigure, to: stage) {
            $0.fillColor = nil
            $0.strokeColor = Self.red
            $0.lineWidth = 5
            $0.lineCap = .round
            $0.lineJoin = .round
        }
        try expectSnapshot(stage.snapshot(), matches: "stick-figure-\(Int(scale))x")
    }

    @Test(arguments: [1.0, 2])
    func `three round corners, dashes, parts, rules and perspective look as recorded`(scale: Double) throws {
        let stage = KindStage(320, 220, scale: scale)
        let corners = CornerRadii(topLeft: 0, topRight: 20, bottomRight: 20, bottomLeft: 20)
        _ = add(Path(roundedRect: Rect(x: 10, y: 10, width: 90, height: 80), radii: corners), to: stage) {
            $0.strokeColor = Self.red
            $0.lineWidth = 5
            $0.fillColor = Color(red: 1, green: 1, blue: 0.6)
        }
        let circle = Path(ellipseIn: Rect(x: 120, y: 10, width: 80, height: 80))
        _ = add(circle, to: stage) {
            $0.fillColor = nil
            $0.strokeColor = .black
            $0.lineWidth = 6
            $0.lineCap = .round
            $0.lineDashPattern = [0, 10]
        }
        _ = add(circle, to: stage) {
            $0.fillColor = nil
            $0.strokeColor = Color(red: 0, green: 0.4, blue: 0.9, alpha: 0.6)
            $0.lineWidth = 14
            $0.strokeStart = 0.25
            $0.strokeEnd = 0.625
        }
        let star = Path(polygon: [
            Point(x: 40, y: 0), Point(x: 64, y: 76), Point(x: 0, y: 29), Point(x: 80, y: 29), Point(x: 16, y: 76),
        ])
        for (x, rule) in [(220.0, FillRule.nonZero), (20, .evenOdd)] {
            _ = add(star, to: stage) {
                $0.fillRule = rule
                $0.fillColor = Color(red: 0.2, green: 0.6, blue: 0.3)
                $0.position = Point(x: x, y: rule == .nonZero ? 10 : 120)
            }
        }
        _ = add(star, to: stage) {
            $0.strokeColor = Self.red
            $0.lineWidth = 3
            $0.lineDashPattern = [9, 4]
            $0.position = Point(x: 160, y: 120)
            $0.transform = Transform3D(rotation: 0.9, x: 0, y: 1, z: 0)
                .followed(by: Transform3D(perspectiveDistance: 120))
        }
        try expectSnapshot(stage.snapshot(), matches: "shapes-\(Int(scale))x")
    }

    @Test func `a line drawn in 1,000 moves of a finger takes no bitmap, and looks as recorded`() throws {
        let stage = KindStage(200, 150)
        var line = Path()
        line.move(to: Point(x: 100, y: 75))
        let layer = add(line, to: stage) {
            $0.fillColor = nil
            $0.strokeColor = Self.red
            $0.lineWidth = 5
            $0.lineCap = .round
            $0.lineJoin = .round
        }
        var drawn = FrameStatistics()
        for move in 1...1000 {
            // A spiral that opens from the center.
            let angle = Double(move) / 30
            let radius = Double(move) / 15
            line.addLine(to: Point(x: 100 + radius * cosine(angle), y: 75 + radius * cosine(angle - .pi / 2)))
            layer.path = line
            _ = stage.scene.frame()
            drawn += stage.scene.statistics
        }
        #expect(drawn.stages.render == 1000 && drawn.drawnLayers == 0 && drawn.drawnPixels == 0)
        #expect(layer.contents == nil)
        try expectSnapshot(stage.snapshot(), matches: "finger-drawing")
    }

    private func cosine(_ angle: Double) -> Double { AffineTransform(rotation: angle).a }

    @Test func `a path outside the bounds of the layer is drawn`() {
        let stage = KindStage(100, 100)
        let layer = add(Path(Rect(x: 20, y: 30, width: 40, height: 10)), to: stage)
        #expect(stage.snapshot().pixels.count { $0 == 0xFF00_0000 } == 400)
        layer.masksToBounds = true
        #expect(stage.snapshot().count(otherThan: 0xFFFF_FFFF) == 0)
    }

    @Test func `at 8 times the scale an edge is as sharp as before: one or two pixels between the colors`() {
        let stage = KindStage(200, 200)
        let layer = add(Path(ellipseIn: Rect(x: 2, y: 2, width: 20, height: 20)), to: stage)
        layer.transform = Transform3D(scaleX: 8, y: 8)
        let snapshot = stage.snapshot()
        for row in stride(from: 60, to: 140, by: 5) {
            let between = (0..<200).count { ![0xFF00_0000, 0xFFFF_FFFF].contains(snapshot[$0, row]) }
            #expect(between <= 4)
        }
        #expect(abs(Double(snapshot.pixels.count { $0 == 0xFF00_0000 }) - .pi * 6400) < 600)
    }

    @Test func `a rounded rectangle of radius 20 is that of a layer with this corner radius`() {
        let stage = KindStage(120, 120)
        let layer = add(Path(roundedRect: Rect(x: 10, y: 10, width: 100, height: 100), radius: 20), to: stage)
        let shape = stage.snapshot()
        layer.removeFromSuperlayer()
        stage.add(Layer(.black), Rect(x: 10, y: 10, width: 100, height: 100)).cornerRadius = 20
        #expect(SnapshotDifference(stage.snapshot(), shape).greatest <= 1)
    }

    @Test func `half of a line is drawn when the end of the stroke is at half of it`() throws {
        let stage = KindStage(100, 20)
        var line = Path()
        line.move(to: Point(x: 10, y: 10))
        line.addLine(to: Point(x: 90, y: 10))
        let layer = add(line, to: stage) {
            $0.fillColor = nil
            $0.strokeColor = .black
            $0.lineWidth = 10
        }
        var drawing = BasicAnimation(\.strokeEnd, from: 0, to: 1)
        drawing.timing.duration = 1
        _ = stage.snapshot()
        layer.addAnimation(drawing, forKey: "drawing")
        _ = stage.snapshot()
        #expect(stage.snapshot(at: 0.5).pixels.count { $0 == 0xFF00_0000 } == 400)
        layer.removeAllAnimations()
        layer.lineDashPattern = [5]
        #expect(stage.snapshot(at: 1).pixels.count { $0 == 0xFF00_0000 } == 400)
    }
}
