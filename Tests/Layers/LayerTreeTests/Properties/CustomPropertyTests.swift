import TestLimits
import Testing

import VectorDrawing
@testable import LayerTree

private enum Zoom: LayerPropertyKey {
    static let defaultValue = 1.0
    static let needsDisplay = true
}

private enum Center: LayerPropertyKey {
    static let defaultValue = Point.zero
}

extension LayerProperties {
    fileprivate var zoom: Double {
        get { self[Zoom.self] }
        set { self[Zoom.self] = newValue }
    }
}

@MainActor
@Suite(.timeLimited) struct CustomPropertyTests {
    /// Records the zooms with which it was displayed.
    private final class Map: Layer {
        var zooms: [Double] = []

        override func display() { zooms.append(presented.zoom) }
    }

    private func shownMap() -> (Stage, Map) {
        let stage = Stage()
        let map = Map()
        stage.root.addSublayer(map)
        stage.frame(at: 0)
        return (stage, map)
    }

    @Test func `a custom property has its default until it is set, and is part of the properties`() {
        let layer = Layer()
        #expect(layer.zoom == 1 && layer[Center.self] == .zero)
        layer.zoom = 3
        layer[Center.self] = Point(x: 1, y: 2)
        #expect(layer.zoom == 3 && layer[Zoom.self] == 3 && layer.properties.zoom == 3)
        #expect(layer[Center.self] == Point(x: 1, y: 2))
        var other = LayerProperties()
        #expect(layer.properties != other)
        other.zoom = 3
        other[Center.self] = Point(x: 1, y: 2)
        #expect(layer.properties == other && layer.properties.hashValue == other.hashValue)
        other.zoom = 1
        other[Center.self] = .zero
        #expect(other == LayerProperties())
    }

    private enum Paint: LayerPropertyKey {
        static let defaultValue: Color? = .black
    }

    @Test func `the default of an optional value counts until it is set, to nil too`() {
        let layer = Layer()
        #expect(layer[Paint.self] == .black)
        layer[Paint.self] = nil
        #expect(layer[Paint.self] == nil)
        layer[Paint.self] = .white
        #expect(layer[Paint.self] == .white)
    }

    @Test func `a zoom from 1 to 2 in 1 s is 1.5 after half of it, and the layer is redrawn in each frame`()
        throws
    {
        let (stage, map) = shownMap()
        var zoom = BasicAnimation(\.zoom, from: 1, to: 2)
        zoom.timing.duration = 1
        Transaction.run(disablesActions: true) { map.zoom = 2 }
        map.addAnimation(zoom, forKey: "zoom")
        for quarter in 0...6 {
            stage.frame(at: Double(quarter) / 4)
            if quarter == 2 { #expect(map.presentation?.zoom == 1.5) }
        }
        #expect(map.zooms == [1, 1.25, 1.5, 1.75, 2])
        #expect(map.zoom == 2)
        #expect(!stage.scene.needsFrame)
    }

    @Test func `setting a custom property animates it and redraws the layer in each frame`() {
        let (stage, map) = shownMap()
        Transaction.run(duration: 1, timingFunction: .linear) { map.zoom = 2 }
        #expect(map.animationKeys.count == 1)
        #expect(map.animation(forKey: ActionKey(Zoom.self).name) != nil)
        for quarter in 0...5 { stage.frame(at: Double(quarter) / 4) }
        #expect(map.zooms == [1.25, 1.5, 1.75, 2])
    }

    @Test func `set without actions, the layer is redrawn once`() {
        let (stage, map) = shownMap()
        Transaction.run(disablesActions: true) {
            map.zoom = 3
            map.zoom = 2
        }
        stage.frame(at: 0)
        stage.frame(at: 1)
        #expect(map.zooms == [2])
    }

    @Test func `removing an animation shows the model again, and redraws the layer`() throws {
        let (stage, map) = shownMap()
        var zoom = BasicAnimation(\.zoom, to: 2)
        zoom.timing.duration = 1
        map.addAnimation(zoom, forKey: "zoom")
        stage.frame(at: 0)
        stage.frame(at: 0.5)
        map.removeAnimation(forKey: "zoom")
        stage.frame(at: 0.5)
        stage.frame(at: 1)
        #expect(map.zooms == [1.5, 1])
    }

    @Test func `a property without needsDisplay redraws nothing, and its action can be chosen`() {
        let (stage, map) = shownMap()
        map[Center.self] = Point(x: 10, y: 0)
        stage.frame(at: 0)
        stage.frame(at: 0.125)
        #expect(isClose(map.presented[Center.self].x, 10 * TimingFunction.default(0.5)))
        stage.frame(at: 1)
        #expect(map.zooms.isEmpty)
        map.actions[ActionKey(Center.self)] = .none
        map[Center.self] = Point(x: 20, y: 0)
        #expect(map.animationKeys.isEmpty)
    }
}
