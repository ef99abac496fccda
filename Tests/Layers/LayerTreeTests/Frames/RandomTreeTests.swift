import LayerTree
import TestLimits
import TestSupport
import Testing
import TilePyramid
import VectorDrawing

/// Conversion, hit-testing and drawing are three ways through the same tree; in random trees they must agree.
@MainActor
@Suite(.timeLimited) struct RandomTreeTests {
    /// The kind of the layers' transforms.
    enum Kind: CaseIterable {
        /// Translated, scaled, mirrored and rotated in the plane.
        case flat
        /// Also tilted, with perspective.
        case tilted
        /// Tilted so far and seen from so near that parts are behind the viewer.
        case near
    }

    @MainActor
    private struct Tree {
        let scene = TestLayers.scene(100, 100)
        /// All layers but the root, in drawing order.
        private(set) var layers: [Layer] = []
        private var generator: SeededRandom
        private let kind: Kind

        init(_ kind: Kind, seed: UInt64, alpha: Double) {
            self.kind = kind
            generator = SeededRandom(seed: seed)
            grow(scene.root, depth: 0, alpha: alpha)
        }

        mutating func number(_ low: Double, _ high: Double) -> Double {
            Double.random(in: low...high, using: &generator)
        }

        private mutating func chance(_ probability: Double) -> Bool { number(0, 1) < probability }

        private mutating func grow(_ parent: Layer, depth: Int, alpha: Double) {
            for _ in 0..<(depth == 0 ? 3 : 2) {
                let layer = Layer()
                layers.append(layer)
                // The color encodes the layer's number.
                layer.backgroundColor = Color(red: Double(layers.count) / 255, green: 0, blue: 0, alpha: alpha)
                layer.bounds = Rect(
                    x: number(-20, 20), y: number(-20, 20), width: number(20, 90), height: number(20, 90))
                layer.anchorPoint = Point(x: number(-0.5, 1.5), y: number(-0.5, 1.5))
                layer.position = Point(x: number(0, 80), y: number(0, 80))
                layer.masksToBounds = chance(0.3)
                layer.isGeometryFlipped = chance(0.2)
                layer.transform = transform()
                if chance(0.2) {
                    layer.sublayerTransform = transform()
                }
                parent.addSublayer(layer)
                if depth < 2 {
                    grow(layer, depth: depth + 1, alpha: alpha)
                }
            }
        }

        private mutating func transform() -> Transform3D {
            let scale = (number(0.6, 1.6), number(0.6, 1.6))
            let flat = Transform3D(scaleX: chance(0.2) ? -scale.0 : scale.0, y: scale.1)
                .rotated(chance(0.5) ? 0 : number(-3, 3), x: 0, y: 0, z: 1)
            guard kind != .flat, chance(0.5) else { return flat }
            let (distance, tilt) = kind == .near ? (60.0, 1.5) : (500, 0.6)
            return flat.followed(
                by: Transform3D(rotation: number(-tilt, tilt), x: number(-1, 1), y: number(-1, 1), z: 0)
            )
            .followed(by: Transform3D(perspectiveDistance: distance))
        }
    }

    /// Whether a point of the root is in a layer and in all layers that clip it.
    private func shows(_ layer: Layer, at point: Point) -> Bool {
        guard let own = layer.convert(point, from: nil), layer.contains(own) else { return false }
        return sequence(first: layer, next: \.superlayer).dropFirst().allSatisfy { outer in
            guard outer.masksToBounds else { return true }
            return outer.convert(point, from: nil).map { outer.contains($0) } ?? false
        }
    }

    /// The same, or nil if a point next to it differs, as on an edge.
    private func clearlyShows(_ layer: Layer, at point: Point) -> Bool? {
        let here = shows(layer, at: point)
        let around = [(-0.03, 0.0), (0.03, 0), (0, -0.03), (0, 0.03)]
        let isSame = around.allSatisfy { shows(layer, at: point + Point(x: $0.0, y: $0.1)) == here }
        return isSame ? here : nil
    }

    @Test(arguments: Kind.allCases)
    func `the layer that is hit is the last one that contains the point`(kind: Kind) {
        for seed in UInt64(25)..<40 {
            var tree = Tree(kind, seed: seed, alpha: 1)
            for _ in 0..<12 {
                let point = Point(x: tree.number(0, 100), y: tree.number(0, 100))
                var expected: Layer? = tree.scene.root
                var isClear = true
                for layer in tree.layers {
                    switch clearlyShows(layer, at: point) {
                    case true: expected = layer
                    case false: break
                    default: isClear = false
                    }
                }
                if isClear {
                    #expect(tree.scene.root.hitTest(point) === expected, "tree \(seed) at \(point)")
                }
            }
        }
    }

    @Test(arguments: Kind.allCases)
    func `a pixel of a layer is drawn once if the layer contains its center`(kind: Kind) {
        for seed in UInt64(100)..<110 {
            var tree = Tree(kind, seed: seed, alpha: 0.5)
            // Layers that cut others have several.
            let quads = Dictionary(grouping: tree.scene.frame().quads) { Int((($0.color?.red ?? 0) * 255).rounded()) }
            for _ in 0..<12 {
                let pixel = (Int(tree.number(0, 99)), Int(tree.number(0, 99)))
                let point = Point(x: Double(pixel.0) + 0.5, y: Double(pixel.1) + 0.5)
                for (index, layer) in tree.layers.enumerated() {
                    guard let isShown = clearlyShows(layer, at: point) else { continue }
                    let count = quads[index + 1, default: []].count { $0.covers(pixel.0, pixel.1) }
                    #expect(count == (isShown ? 1 : 0), "tree \(seed), layer \(index) at \(point)")
                }
            }
        }
    }

    @Test func `in flat trees the color of a pixel is that of the layer that is hit`() {
        for seed in UInt64(200)..<206 {
            let tree = Tree(.flat, seed: seed, alpha: 1)
            let image = ReferenceFrame(tree.scene.frame())
            for row in stride(from: 0, to: 100, by: 7) {
                for column in stride(from: 0, to: 100, by: 7) {
                    let point = Point(x: Double(column) + 0.5, y: Double(row) + 0.5)
                    guard tree.layers.allSatisfy({ clearlyShows($0, at: point) != nil }) else { continue }
                    let color = tree.scene.root.hitTest(point)?.backgroundColor?.red ?? 0
                    #expect(image[column, row] == UInt32((color * 255).rounded()) << 16)
                }
            }
        }
    }

    @Test func `converting to another layer and back gives the same point`() {
        for seed in UInt64(300)..<340 {
            var tree = Tree(.tilted, seed: seed, alpha: 1)
            for _ in 0..<12 {
                let from = Int(tree.number(0, 20))
                let to = Int(tree.number(0, 20))
                let point = Point(x: tree.number(-20, 70), y: tree.number(-20, 70))
                guard let there = tree.layers[from].convert(point, to: tree.layers[to]),
                    let back = tree.layers[to].convert(there, to: tree.layers[from])
                else { continue }
                #expect(abs(back.x - point.x) < 1e-6 && abs(back.y - point.y) < 1e-6)
            }
        }
    }
}
