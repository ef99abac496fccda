import TestLimits
import Testing
import TilePyramid

import VectorDrawing
@testable import LayerTree

/// The list of sublayers, set as a whole.
@MainActor
@Suite(.timeLimited) struct SublayerListTests {
    private func named(_ name: String) -> Layer {
        let layer = Layer()
        layer.name = name
        return layer
    }

    private func names(_ layer: Layer) -> [String?] { layer.sublayers.map(\.name) }

    @Test func `it keeps common layers, removes others, and has the order of the array`() {
        let parent = Layer()
        let layers = ["a", "b", "c", "d", "e"].map(named)
        parent.sublayers = Array(layers[0...2])
        #expect(names(parent) == ["a", "b", "c"])
        parent.sublayers = [layers[4], layers[2], layers[0], layers[3]]
        #expect(names(parent) == ["e", "c", "a", "d"])
        #expect(layers[1].superlayer == nil)
        #expect(parent.sublayers.allSatisfy { $0.superlayer === parent })
        parent.sublayers.append(layers[1])
        parent.sublayers.swapAt(0, 4)
        #expect(names(parent) == ["b", "c", "a", "d", "e"])
        parent.sublayers = []
        #expect(parent.sublayers.isEmpty && layers.allSatisfy { $0.superlayer == nil })
    }

    @Test func `layers of other superlayers, and the mask, move to it`() {
        let first = Layer()
        let second = Layer()
        let layers = ["a", "b"].map(named)
        first.sublayers = layers
        second.mask = named("mask")
        let mask = second.mask
        second.sublayers = [layers[1], mask].compactMap(\.self)
        #expect(names(first) == ["a"] && names(second) == ["b", "mask"] && second.mask == nil)
        #expect(mask?.superlayer === second)
    }

    @Test func `a repeated layer counts once, and the layer itself, a superlayer or a root is left out`() {
        let outer = named("outer")
        let middle = named("middle")
        outer.addSublayer(middle)
        let root = named("root")
        let scene = LayerScene(root: root, size: PixelSize(width: 1, height: 1))
        let a = named("a")
        let b = named("b")
        middle.sublayers = [a, outer, b, a, middle, root, b]
        #expect(names(middle) == ["a", "b"])
        #expect(outer.superlayer == nil && middle.superlayer === outer && root.scene === scene)
        #expect(names(outer) == ["middle"])
    }

    @Test func `layers that stay keep their animations, others lose them, and all are in the scene or not`() {
        let stage = Stage()
        let layers = ["a", "b", "c"].map(named)
        stage.root.sublayers = [layers[0], layers[1]]
        #expect(stage.layer.scene == nil)
        stage.frame(at: 0)
        layers[0].opacity = 0
        layers[1].opacity = 0
        stage.root.sublayers = [layers[2], layers[0]]
        #expect(layers[0].animationKeys == ["opacity"] && layers[1].animationKeys.isEmpty)
        #expect(layers[0].scene === stage.scene && layers[2].scene === stage.scene && layers[1].scene == nil)
        #expect(stage.scene.needsFrame)
    }

    @Test func `an equal array changes nothing, and another one runs the action of the list once`() {
        @MainActor
        final class Log { var count = 0 }
        struct Counting: LayerAction {
            let log: Log

            func run(for key: ActionKey, on layer: Layer, from previous: LayerProperties) { log.count += 1 }
        }
        let log = Log()
        let stage = Stage()
        let layers = ["a", "b", "c"].map(named)
        stage.root.sublayers = layers
        stage.frame(at: 0)
        stage.root.actions[.sublayers] = .run(Counting(log: log))
        stage.root.sublayers = layers
        #expect(log.count == 0 && !stage.scene.needsFrame)
        stage.root.sublayers = [layers[2], layers[1], named("d")]
        #expect(log.count == 1)
        stage.root.sublayers = [layers[1], layers[2]]
        #expect(log.count == 2)
    }

    @Test func `layers that are new fade in, and removed ones fade out in their places`() {
        let stage = Stage()
        stage.root.actions = LayerActions()
        let layers = ["a", "b", "c", "d"].map(named)
        for (index, layer) in layers.enumerated() {
            layer.frame = Rect(x: Double(index) * 10, y: 0, width: 10, height: 10)
            layer.backgroundColor = .black
        }
        Transaction.run(disablesActions: true) { stage.root.sublayers = Array(layers[0...2]) }
        stage.frame(at: 0)
        Transaction.run(timingFunction: .linear) { stage.root.sublayers = [layers[2], layers[3], layers[0]] }
        #expect(stage.root.shownSublayers.map(\.backgroundColor).count == 4)
        #expect(layers[3].animationKeys == ["onOrderIn"] && layers[0].animationKeys.isEmpty)
        // c, d, and a with b above it.
        let quads = stage.frame(at: 0.125).items.compactMap(\.quad)
        #expect(quads.map(\.pixelBounds.x) == [20, 30, 0, 10])
        #expect(quads.map(\.opacity) == [1, 0.5, 1, 0.5])
        #expect(stage.frame(at: 0.25).items.compactMap { $0.quad?.pixelBounds.x } == [20, 30, 0])
    }
}
