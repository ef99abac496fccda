import LayerKinds
import LayerTree
import TestLimits
import Testing
import TilePyramid
import VectorDrawing

@testable import SDLPresenter

/// Layers of a space that cut each other, drawn by SDL's renderer.
@MainActor
@Suite(.serialized, .withAcceleratedRenderer, .timeLimited) struct DividedLayersAgreementTests {
    private let soft = buffer(96, 80) { x, y in
        0xFF00_0000 | UInt32(40 + 2 * x) << 16 | UInt32(40 + 2 * y) << 8 | UInt32(100 + x)
    }

    /// A tilted layer with contents and a sublayer, cut by planes of a color.
    private func tree(_ color: Color?, filter: ContentsFilter, opacity: Double = 1) -> RenderTree {
        let root = Layer()
        root.frame = rect(0, 0, 160, 120)
        root.sublayerTransform = Transform3D(perspectiveDistance: 300)
        let scene = LayerScene(
            root: root, size: PixelSize(width: 160, height: 120), background: .white, clock: ManualClock())
        let space = TransformLayer()
        space.frame = root.bounds
        root.addSublayer(space)
        let layer = Layer()
        layer.frame = rect(32, 20, 96, 80)
        layer.contents = soft
        layer.minificationFilter = filter
        layer.magnificationFilter = filter
        layer.opacity = opacity
        layer.transform = Transform3D(rotation: 0.5, x: 0.3, y: 1, z: 0.2)
        space.addSublayer(layer)
        let inner = Layer()
        inner.frame = rect(60, 50, 50, 20)
        inner.backgroundColor = Color(red: 0.2, green: 0.4, blue: 0.9)
        layer.addSublayer(inner)
        for (angle, tilt) in [(0.7, 1.0), (-0.9, -0.4)] {
            guard let color else { break }
            let plane = Layer()
            plane.frame = rect(-170, -190, 500, 500)
            plane.backgroundColor = color
            plane.transform = Transform3D(rotation: angle, x: tilt, y: 1, z: 0)
            space.addSublayer(plane)
        }
        return scene.frame()
    }

    @Test(arguments: [ContentsFilter.nearest, .linear, .trilinear, .supersampled])
    func `layers that cut each other look as the compositor draws them`(filter: ContentsFilter) throws {
        let tree = tree(Color(red: 0, green: 0.5, blue: 0, alpha: 0.4), filter: filter)
        #expect(tree.items.count > 6)
        try expectAgreement(tree, as: "divided-\(filter)", tolerance: filter == .trilinear ? 3 : 2)
    }

    @Test(arguments: [1.0, 0.5])
    func `no seam is seen between the parts of a layer`(opacity: Double) throws {
        let undivided = tree(nil, filter: .linear, opacity: opacity)
        // Planes that divide the layer but are too transparent to be seen.
        let divided = tree(Color(red: 0, green: 0, blue: 0, alpha: 0.001), filter: .linear, opacity: opacity)
        #expect(divided.items.count > undivided.items.count + 3)
        let window = try acceleratedWindow(width: 160, height: 120)
        let first = try window.snapshot(of: undivided).withPixels { Array($0) }
        let second = try window.snapshot(of: divided).withPixels { Array($0) }
        func differs(_ one: UInt32, _ other: UInt32) -> Bool {
            for shift: UInt32 in [0, 8, 16] {
                let sample = Int(one >> shift & 255)
                let otherSample = Int(other >> shift & 255)
                if abs(sample - otherSample) > 2 { return true }
            }
            return false
        }
        let differing = zip(first, second).filter { differs($0, $1) }.count
        // A corner where a cut leaves the layer is rounded, which may move the edge by a pixel.
        #expect(differing <= 4)
    }
}
