import LayerKinds
import LayerTree
import TestLimits
import Testing
import VectorDrawing

@MainActor
@Suite(.timeLimited) struct GradientLayerTests {
    private static let red = Color(red: 1, green: 0, blue: 0)
    private static let blue = Color(red: 0, green: 0, blue: 1)

    private func shown(_ set: (GradientLayer) -> Void) -> (KindStage, GradientLayer) {
        let stage = KindStage(200, 100)
        let layer = GradientLayer()
        layer.frame = Rect(x: 0, y: 0, width: 100, height: 50)
        set(layer)
        stage.root.addSublayer(layer)
        stage.frame(at: 0)
        return (stage, layer)
    }

    @Test func `by default there are no colors, and the gradient runs from the top to the bottom`() {
        let layer = GradientLayer()
        #expect(layer.colors.isEmpty && layer.locations == nil && layer.gradientKind == .axial)
        #expect(layer.startPoint == Point(x: 0.5, y: 0) && layer.endPoint == Point(x: 0.5, y: 1))
    }

    @Test func `a gradient is one quad, or one shape if corners are rounded, without a group`() throws {
        let (stage, layer) = shown { $0.colors = [Self.red, Self.blue] }
        var tree = stage.frame(at: 1)
        let quad = try #require(tree.items.last?.quad)
        guard case .gradient(let gradient) = quad.fill else { throw UnexpectedFill() }
        #expect(gradient.stops == [GradientStop(Self.red, at: 0), GradientStop(Self.blue, at: 1)])
        #expect(gradient.projection.project(.zero) == Point(x: 50, y: 0))
        #expect(gradient.projection.project(Point(x: 1, y: 0)) == Point(x: 50, y: 50))
        Transaction.run(disablesActions: true) { layer.cornerRadius = 10 }
        tree = stage.frame(at: 2)
        guard case .shape = tree.items.last else { throw UnexpectedFill() }
    }

    private struct UnexpectedFill: Error {}

    @Test func `colors, locations and points are animated implicitly`() {
        let (stage, layer) = shown {
            $0.colors = [Self.red, .black]
            $0.locations = [0, 1]
        }
        Transaction.run(duration: 1, timingFunction: .linear) {
            layer.colors = [Self.blue, .black]
            layer.locations = [0.5, 1]
            layer.startPoint = Point(x: 0, y: 0)
            layer.endPoint = Point(x: 1, y: 1)
        }
        stage.frame(at: 0.5)
        #expect(layer.animationKeys.count == 4)
        #expect(layer.presented.colors == [Color(red: 0.5, green: 0, blue: 0.5), .black])
        #expect(layer.presented.locations == [0.25, 1])
        #expect(layer.presented.startPoint == Point(x: 0.25, y: 0))
        #expect(layer.presented.endPoint == Point(x: 0.75, y: 1))
        stage.frame(at: 1)
        #expect(layer.presented.colors == [Self.blue, .black] && !stage.scene.needsFrame)
    }

    @Test func `colors and locations of another count are set at once, also during an animation`() {
        let (stage, layer) = shown { $0.colors = [Self.red, .black] }
        Transaction.run(duration: 1, timingFunction: .linear) { layer.colors = [Self.blue, .black] }
        stage.frame(at: 0.5)
        layer.colors = [Self.red, Self.blue, .black]
        layer.locations = [0, 0.25, 1]
        #expect(layer.animationKeys.isEmpty)
        stage.frame(at: 0.5)
        #expect(layer.presented.colors == [Self.red, Self.blue, .black])
        #expect(layer.presented.locations == [0, 0.25, 1])
        Transaction.run(duration: 1, timingFunction: .linear) { layer.locations = [0, 0.75, 1] }
        stage.frame(at: 1)
        #expect(layer.presented.locations == [0, 0.5, 1])
        layer.locations = nil
        #expect(layer.animationKeys.isEmpty && layer.presented.locations == nil)
    }

    @Test func `explicitly, colors of another count change halfway, as do locations that are set or removed`() throws {
        let (stage, layer) = shown { $0.colors = [Self.red] }
        var colors = BasicAnimation(\.colors, from: [Self.red], to: [Self.red, Self.blue])
        colors.timing.duration = 1
        var locations = BasicAnimation(\.locations, from: nil, to: [0, 0.5])
        locations.timing.duration = 1
        layer.addAnimation(colors, forKey: "colors")
        layer.addAnimation(locations, forKey: "locations")
        stage.frame(at: 0.25)
        #expect(layer.presented.colors.count == 1 && layer.presented.locations == nil)
        stage.frame(at: 0.75)
        #expect(layer.presented.colors.count == 2 && layer.presented.locations == [0, 0.5])
    }

    @Test func `the kind changes at once`() {
        let (stage, layer) = shown { $0.colors = [Self.red] }
        layer.gradientKind = .radial
        stage.frame(at: 0.01)
        #expect(layer.animationKeys.isEmpty && layer.presented.gradientKind == .radial)
    }
}
