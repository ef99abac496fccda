import TilePyramid

import VectorDrawing
@testable import LayerTree

/// A scene of 200 × 100 pixels with a manual clock, and a layer in it that has been shown.
///
/// Layers that are added to the root or the layer, or removed from them, appear and disappear at once.
@MainActor
struct Stage {
    let clock = ManualClock()
    let root = Layer()
    let layer = Layer()
    let scene: LayerScene

    /// - Parameter configure: configures the layer, 100 × 100 points at the upper left, before it is shown.
    init(_ configure: (Layer) -> Void = { _ in }) {
        root.anchorPoint = .zero
        root.bounds = Rect(x: 0, y: 0, width: 200, height: 100)
        layer.anchorPoint = .zero
        layer.bounds = Rect(x: 0, y: 0, width: 100, height: 100)
        for layer in [root, layer] { layer.actions[.sublayers] = .none }
        configure(layer)
        root.addSublayer(layer)
        scene = LayerScene(root: root, size: PixelSize(width: 200, height: 100), clock: clock)
        _ = scene.frame()
    }

    /// Advances the clock to a time and makes its frame.
    @discardableResult
    func frame(at time: Double) -> RenderTree {
        clock.advance(by: time - clock.now)
        return scene.frame()
    }

    /// The presented values of the layer in the frame at a time.
    func presentation(at time: Double) -> LayerProperties { presented(layer, at: time) }

    /// The presented values of a layer in the frame at a time.
    func presented(_ layer: Layer, at time: Double) -> LayerProperties {
        frame(at: time)
        return layer.presented
    }
}

/// An image of one premultiplied color, 0xAARRGGBB.
func image(_ color: UInt32, width: Int = 10, height: Int = 10) -> PixelBuffer {
    PixelBuffer(size: PixelSize(width: width, height: height), isOpaque: color >> 24 == 255) {
        $0.update(repeating: color)
    }
}

extension RenderItem {
    /// The quad, if it is one.
    var quad: RenderQuad? {
        if case .quad(let quad) = self { quad } else { nil }
    }

    /// The group, if it is one.
    var group: RenderGroup? {
        if case .group(let group) = self { group } else { nil }
    }
}

extension RenderQuad {
    /// Its color, if it has one.
    var color: Color? {
        if case .color(let color) = fill { color } else { nil }
    }

    /// Its image, if it has one.
    var buffer: PixelBuffer? {
        if case .contents(let contents) = fill { contents.buffer } else { nil }
    }
}

/// Whether two numbers are equal up to rounding errors.
func isClose(_ a: Double, _ b: Double, within tolerance: Double = 1e-9) -> Bool { abs(a - b) <= tolerance }
