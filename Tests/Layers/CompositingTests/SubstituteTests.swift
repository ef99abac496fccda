import Compositing
import LayerTree
import TestLimits
import TestSupport
import Testing
import TilePyramid
import VectorDrawing

/// Substitutes without an offscreen pass for properties that need one: both draw the same picture.
@MainActor
@Suite(.timeLimited) struct SubstituteTests {
    private static let red = Color(red: 1, green: 0, blue: 0)
    private static let blue = Color(red: 0, green: 0, blue: 1)
    private static let frame = Rect(x: 20, y: 30, width: 120, height: 80)
    private static let bounds = Rect(x: 0, y: 0, width: 120, height: 80)

    /// The picture of a layer, and the offscreen passes that it takes.
    private func draw(_ layer: Layer, _ set: (Layer) -> Void = { _ in }) -> (picture: PixelBuffer, passes: Int) {
        let stage = KindStage(160, 140)
        layer.actions = .none
        stage.add(layer, Self.frame)
        set(layer)
        let picture = stage.snapshot()
        return (picture, stage.scene.statistics.offscreenPasses)
    }

    /// The largest difference of any channel of any pixel.
    private func difference(_ first: PixelBuffer, _ second: PixelBuffer) -> Int {
        zip(first.pixels, second.pixels).reduce(0) { largest, pair in
            [0, 8, 16, 24].reduce(largest) { largest, shift in
                max(largest, abs(Int(pair.0 >> shift & 255) - Int(pair.1 >> shift & 255)))
            }
        }
    }

    @Test func `a rounded rectangle is the same clipped, as a shape, and stretched from nine parts of an image`() {
        // The corners of a layer that masks its sublayer to its bounds: one offscreen pass.
        let clipped = draw(Layer()) { layer in
            layer.cornerRadius = 20
            layer.masksToBounds = true
            let filling = Layer(Self.red, frame: Self.bounds)
            layer.addSublayer(filling)
        }
        #expect(clipped.passes == 1)
        let shape = draw(ShapeLayer()) { layer in
            guard let layer = layer as? ShapeLayer else { return }
            layer.path = Path(roundedRect: Self.bounds, radius: 20)
            layer.fillColor = Self.red
        }
        // A circle of 40 pixels, of which the two middle rows and columns are stretched.
        let circle = PixelBuffer.drawn(size: PixelSize(width: 42, height: 42)) { context in
            context.fillColor = Self.red
            context.fill(Path(roundedRect: Rect(x: 0, y: 0, width: 42, height: 42), radius: 20))
        }
        let stretched = draw(Layer()) { layer in
            layer.contents = circle
            layer.contentsCenter = Rect(x: 20.0 / 42, y: 20.0 / 42, width: 2.0 / 42, height: 2.0 / 42)
        }
        let rounded = draw(Layer()) { layer in
            layer.cornerRadius = 20
            layer.backgroundColor = Self.red
        }
        for substitute in [shape, stretched, rounded] {
            #expect(substitute.passes == 0)
            #expect(difference(substitute.picture, clipped.picture) <= 8)
        }
    }

    @Test func `the shadow of a path is that of what is drawn in its shape`() {
        func shadowed(_ path: Path?) -> (picture: PixelBuffer, passes: Int) {
            draw(Layer()) { layer in
                layer.backgroundColor = Self.blue
                layer.cornerRadius = 20
                layer.addSublayer(Layer(Self.red, frame: Rect(x: 30, y: 30, width: 20, height: 20)))
                layer.shadowOpacity = 0.8
                layer.shadowRadius = 4
                layer.shadowOffset = Point(x: 3, y: 5)
                layer.shadowPath = path
            }
        }
        let drawn = shadowed(nil)
        let path = shadowed(Path(roundedRect: Self.bounds, radius: 20))
        #expect(drawn.passes == 1 && path.passes == 0)
        #expect(difference(drawn.picture, path.picture) <= 8)
    }

    @Test func `an image with transparent corners is that of the image with a mask`() {
        let size = PixelSize(width: 120, height: 80)
        func image(_ path: Path) -> PixelBuffer {
            PixelBuffer.drawn(size: size) { context in
                context.fillColor = Self.red
                context.fill(path)
            }
        }
        let masked = draw(Layer()) { layer in
            layer.contents = image(Path(Self.bounds))
            let mask = ShapeLayer()
            mask.frame = Self.bounds
            mask.path = Path(roundedRect: Self.bounds, radius: 20)
            layer.mask = mask
        }
        let cut = draw(Layer()) { $0.contents = image(Path(roundedRect: Self.bounds, radius: 20)) }
        #expect(masked.passes == 1 && cut.passes == 0)
        #expect(difference(masked.picture, cut.picture) <= 8)
    }
}
