import LayerTree
import TestSupport
import TilePyramid
import VectorDrawing

/// A layer whose changes show at once.
class StillLayer: Layer {
    override class func defaultAction(for key: ActionKey) -> LayerActionResult { .none }
}

/// Layers and images for tests.
@MainActor
enum TestLayers {
    static let white = Color.white
    static let red = Color(red: 1, green: 0, blue: 0)
    static let green = Color(red: 0, green: 1, blue: 0)
    static let blue = Color(red: 0, green: 0, blue: 1)

    static func layer(
        _ x: Double, _ y: Double, _ width: Double, _ height: Double, _ color: Color? = nil, in parent: Layer? = nil
    ) -> Layer {
        let layer = StillLayer()
        layer.frame = Rect(x: x, y: y, width: width, height: height)
        layer.backgroundColor = color
        parent?.addSublayer(layer)
        return layer
    }

    /// A scene with a root that fills it, on a manual clock.
    static func scene(
        _ width: Int, _ height: Int, _ color: Color? = nil, clock: ManualClock = ManualClock()
    ) -> LayerScene {
        LayerScene(
            root: layer(0, 0, Double(width), Double(height), color), size: PixelSize(width: width, height: height),
            clock: clock)
    }

    /// An opaque image in which every pixel differs from its neighbors.
    static func image(_ width: Int, _ height: Int) -> PixelBuffer {
        PixelBuffer(size: PixelSize(width: width, height: height), isOpaque: true) { pixels in
            for index in pixels.indices {
                pixels[index] = 0xFF00_0000 | UInt32(index % width) << 16 | UInt32(index / width) << 8 | 0x80
            }
        }
    }
}
