import TestLimits
import Testing
import TilePyramid

import VectorDrawing
@testable import LayerTree

@MainActor
@Suite(.timeLimited) struct ShapeLayerTests {
    private static let red = Color(red: 1, green: 0, blue: 0)
    private static let square = Path(Rect(x: 10, y: 10, width: 40, height: 40))

    private func shown(_ set: (ShapeLayer) -> Void = { _ in }) -> (Stage, ShapeLayer) {
        let stage = Stage()
        let layer = ShapeLayer()
        layer.frame = Rect(x: 0, y: 0, width: 100, height: 100)
        set(layer)
        stage.root.addSublayer(layer)
        stage.frame(at: 0)
        return (stage, layer)
    }

    private func shapes(_ tree: RenderTree) -> [RenderShape] {
        tree.items.compactMap { if case .shape(let shape) = $0 { shape } else { nil } }
    }

    @Test func `by default there is no path, the fill is black, and the line has no color and a width of 1`() {
        let layer = ShapeLayer()
        #expect(layer.path == nil && layer.fillColor == .black && layer.strokeColor == nil && layer.lineWidth == 1)
        #expect(layer.fillRule == .nonZero && layer.lineCap == .butt && layer.lineJoin == .miter)
        #expect(layer.miterLimit == 10 && layer.lineDashPattern.isEmpty && layer.lineDashPhase == 0)
        #expect(layer.strokeStart == 0 && layer.strokeEnd == 1 && !layer.hitTestsPath)
    }

    @Test func `the fill is below the stroke, each one shape, and neither takes a bitmap`() {
        let (stage, layer) = shown {
            $0.path = Self.square
            $0.strokeColor = Self.red
        }
        let shapes = shapes(stage.frame(at: 0))
        #expect(shapes.map(\.fill) == [.color(.black), .color(Self.red)])
        for step in 0..<1000 { layer.position.x = Double(step) }
        stage.frame(at: 1)
        #expect(layer.contents == nil && layer.displayState == nil)
    }

    @Test func `nothing is drawn without a path, a color, a width, or a length`() {
        for set: (ShapeLayer) -> Void in [
            { $0.path = nil }, { $0.path = Path() }, { $0.strokeColor = nil }, { $0.strokeColor = .clear },
            { $0.lineWidth = 0 }, { $0.lineWidth = -3 }, { $0.strokeStart = 1 }, { $0.strokeEnd = 0 },
            {
                $0.strokeStart = 0.7; $0.strokeEnd = 0.3
            },
        ] {
            let (stage, _) = shown {
                $0.path = Self.square
                $0.fillColor = nil
                $0.strokeColor = Self.red
                set($0)
            }
            #expect(stage.frame(at: 0).items.isEmpty)
        }
    }

    @Test func `an outline is computed once for a scale, and again when the line changes`() throws {
        let (stage, layer) = shown {
            $0.path = Path(ellipseIn: Rect(x: 0, y: 0, width: 80, height: 80))
            $0.fillColor = nil
            $0.strokeColor = Self.red
            $0.actions = .none
        }
        let first = try #require(shapes(stage.frame(at: 0)).first)
        layer.position.x += 3.3
        let moved = try #require(shapes(stage.frame(at: 0)).first)
        #expect(moved.path == first.path)
        layer.lineWidth = 2
        let wider = try #require(shapes(stage.frame(at: 0)).first)
        #expect(wider.path != first.path)
        layer.transform = Transform3D(scaleX: 8, y: 8)
        let larger = try #require(shapes(stage.frame(at: 0)).first)
        #expect(larger.path != wider.path)
    }

    @Test func `all numbers, colors and dashes are animated implicitly; the path and shapes of lines change at once`() {
        let (stage, layer) = shown {
            $0.path = Self.square
            $0.strokeColor = .black
            $0.lineDashPattern = [2, 4]
        }
        Transaction.run(duration: 1, timingFunction: .linear) {
            layer.path = Path(Rect(x: 20, y: 10, width: 40, height: 60))
            layer.fillColor = Self.red
            layer.strokeColor = Self.red
            layer.lineWidth = 3
            layer.miterLimit = 4
            layer.lineDashPattern = [4, 8]
            layer.lineDashPhase = 6
            layer.strokeStart = 0.5
            layer.strokeEnd = 0.8
            layer.lineCap = .round
            layer.lineJoin = .bevel
            layer.fillRule = .evenOdd
        }
        stage.frame(at: 0.5)
        let shown = layer.presented
        #expect(layer.animationKeys.count == 8)
        #expect(shown.path == Path(Rect(x: 20, y: 10, width: 40, height: 60)))
        #expect(shown.fillColor == Color(red: 0.5, green: 0, blue: 0) && shown.strokeColor == shown.fillColor)
        #expect(shown.lineWidth == 2 && shown.miterLimit == 7 && shown.lineDashPattern == [3, 6])
        #expect(shown.lineDashPhase == 3 && shown.strokeStart == 0.25 && shown.strokeEnd == 0.9)
        #expect(shown.lineCap == .round && shown.lineJoin == .bevel && shown.fillRule == .evenOdd)
        stage.frame(at: 1)
        #expect(layer.presented == layer.properties && !stage.scene.needsFrame)
    }

    @Test func `a line that a finger draws reaches the finger in each frame`() {
        let (stage, layer) = shown {
            $0.fillColor = nil
            $0.strokeColor = Self.red
            $0.lineWidth = 4
        }
        var path = Path()
        path.move(to: Point(x: 0, y: 10))
        layer.path = path
        for step in 1...120 {
            path.addLine(to: Point(x: Double(step) * 2, y: 10))
            layer.path = path
            let shape = shapes(stage.frame(at: Double(step) / 60)).first
            #expect(shape?.pixelBounds.columns.contains(min(step * 2, 200) - 1) == true)
            #expect(layer.animationKeys.isEmpty)
        }
    }

    @Test func `a path is animated explicitly, and by an action that is chosen for all changes`() {
        let (stage, layer) = shown { $0.path = Self.square }
        let larger = Path(Rect(x: 20, y: 10, width: 40, height: 60))
        var change = BasicAnimation(\.path, from: Self.square, to: larger)
        change.timing.duration = 1
        layer.addAnimation(change, forKey: "path")
        stage.frame(at: 0)
        #expect(stage.presented(layer, at: 0.5).path == Path(Rect(x: 15, y: 10, width: 40, height: 50)))
        layer.removeAllAnimations()
        layer.actions = LayerActions(others: .run(ImplicitAnimation(duration: 1, timingFunction: .linear)))
        layer.path = larger
        #expect(stage.presented(layer, at: 1).path == Path(Rect(x: 15, y: 10, width: 40, height: 50)))
    }

    @Test func `dashes of another count change at once, also during an animation`() {
        let (stage, layer) = shown { $0.lineDashPattern = [2, 4] }
        Transaction.run(duration: 1, timingFunction: .linear) { layer.lineDashPattern = [4, 8] }
        #expect(stage.presented(layer, at: 0.5).lineDashPattern == [3, 6])
        layer.lineDashPattern = [5]
        #expect(layer.animationKeys.isEmpty)
        #expect(stage.presented(layer, at: 0.5).lineDashPattern == [5])
    }

    @Test func `paths with other elements change halfway in an explicit animation`() throws {
        let (stage, layer) = shown { $0.path = Self.square }
        let round = Path(ellipseIn: Rect(x: 0, y: 0, width: 10, height: 10))
        var change = BasicAnimation(\.path, from: Self.square, to: round)
        change.timing.duration = 1
        layer.addAnimation(change, forKey: "path")
        stage.frame(at: 0)
        stage.frame(at: 0.49)
        #expect(layer.presented.path == Self.square)
        stage.frame(at: 0.51)
        #expect(layer.presented.path == round)
    }

    @Test func `the layer is hit in its bounds or, if wanted, where the path is drawn`() {
        let (stage, layer) = shown {
            $0.path = Self.square
            $0.strokeColor = Self.red
            $0.lineWidth = 10
        }
        #expect(stage.root.hitTest(Point(x: 80, y: 80)) === layer)
        layer.hitTestsPath = true
        #expect(stage.root.hitTest(Point(x: 80, y: 80)) === stage.layer)
        #expect(stage.root.hitTest(Point(x: 30, y: 30)) === layer)
        #expect(stage.root.hitTest(Point(x: 53, y: 30)) === layer)
        #expect(layer.pathContains(Point(x: 53, y: 30)) && !layer.pathContains(Point(x: 57, y: 30)))
        Transaction.run(disablesActions: true) { layer.fillColor = nil }
        #expect(!layer.pathContains(Point(x: 30, y: 30)) && layer.pathContains(Point(x: 13, y: 30)))
        #expect(stage.root.hitTest(Point(x: 30, y: 30)) === stage.layer)
    }

    @Test(arguments: [Double.nan, .infinity, -.infinity, -1, 1e300])
    func `numbers that are not finite, negative or huge are harmless`(number: Double) {
        let paths: [WritableKeyPath<LayerProperties, Double>] = [
            \.lineWidth, \.miterLimit, \.lineDashPhase, \.strokeStart, \.strokeEnd,
        ]
        for path in paths {
            let (stage, layer) = shown {
                $0.path = Self.square
                $0.strokeColor = Self.red
                $0.properties[keyPath: path] = number
            }
            #expect(stage.frame(at: 0).items.count >= 1)
            _ = layer.pathContains(.zero)
        }
        let (stage, layer) = shown {
            $0.path = Path(polygon: [.zero, Point(x: number, y: 5), Point(x: 9, y: number)])
            $0.strokeColor = Self.red
            $0.lineDashPattern = [number, 1]
        }
        _ = stage.frame(at: 1)
        _ = layer.pathContains(Point(x: number, y: number))
    }
}
