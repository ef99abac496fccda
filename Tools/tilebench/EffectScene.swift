internal import Compositing
internal import LayerTree
internal import TileCutting
internal import TilePyramid
internal import VectorDrawing

/// Frames with an effect.
@MainActor
struct EffectScene {
    /// The name in the table.
    var name: String
    /// Draws the frame of a number; returns the milliseconds of wall time and of CPU time.
    var draw: (Int) -> (wall: Double, cpu: Double)

    private static let size = PixelSize(width: 1280, height: 800)
    private static let clip = RenderClip(bounds: PixelRect(x: 0, y: 0, width: 1280, height: 800))

    /// Returns a scene of each kind.
    static func all(workers: Int?) -> [EffectScene] {
        let canvas = EffectCanvas(size: size, workers: workers)
        let sprites = (0..<8).map(sprites)
        let copies = (0..<8).map(copies)
        let gradients = [RenderGradient.Kind.axial, .radial, .conic].map(gradient)
        return [
            pins(on: canvas),
            EffectScene(name: "10,000 sprites, half added") { canvas.draw(sprites[$0 % 8]) },
            EffectScene(name: "10,000 copies of a rounded shape") { canvas.draw(copies[$0 % 8]) },
            replicator("replicator, 10,000 copies", replicatedLine(), on: canvas),
            replicator("replicators, 100 × 100 copies", replicatedGrid(), on: canvas),
            EffectScene(name: "shadow 400×300, radius 12, first") { number in
                // Another size each time, so that nothing is cached.
                let part = Double(number) / 64
                let tree = { shadow(width: 400 + part, $0) }
                return canvas.difference(tree(true), tree(false))
            },
            EffectScene(name: "shadow 400×300, radius 12, cached") { _ in
                canvas.difference(shadow(width: 400, true), shadow(width: 400, false))
            },
            EffectScene(name: "the same, its caster clear") { _ in
                canvas.difference(
                    RenderTree(size: size, background: .white, items: [shadowItem(width: 400)]),
                    RenderTree(size: size, background: .white))
            },
        ]
            + zip(["axial", "radial", "conic"], gradients).map { name, tree in
                EffectScene(name: "gradient, \(name)") { _ in canvas.draw(tree) }
            }
    }

    /// Tiles below 200 pins, each with a path and a shadow of its own, that move by fractions of a pixel.
    private static func pins(on canvas: EffectCanvas) -> EffectScene {
        let root = Layer()
        root.bounds = Rect(x: 0, y: 0, width: 1280, height: 800)
        root.anchorPoint = .zero
        for index in 0..<20 {
            let tile = Layer()
            tile.frame = Rect(x: Double(index % 5) * 256, y: Double(index / 5) * 256, width: 256, height: 256)
            tile.contents = PixelBuffer(size: PixelSize(width: 256, height: 256), isOpaque: true) { pixels in
                for pixel in pixels.indices { pixels[pixel] = 0xFF00_0000 | UInt32(pixel * 977 & 0xFF_FFFF) }
            }
            root.addSublayer(tile)
        }
        let pins = (0..<200).map { index in
            let pin = PinLayer(number: index)
            root.addSublayer(pin)
            return pin
        }
        let scene = LayerScene(root: root, size: size, clock: ManualClock())
        return EffectScene(name: "200 pins with shadows over tiles") { number in
            canvas.measure {
                Transaction.run(disablesActions: true) {
                    for (index, pin) in pins.enumerated() {
                        pin.position = Point(
                            x: Double(index % 20) * 62 + 40 + Double(number) * 0.37,
                            y: Double(index / 20) * 76 + 50 + Double(number) * 0.21)
                    }
                }
                canvas.compositor.draw(scene.frame(), into: canvas.memory, stride: size.width)
            }
        }
    }

    /// Images of 16×16 pixels at 10,000 places, turned, every other group of them added.
    private static func sprites(_ number: Int) -> RenderTree {
        let image = PixelBuffer(size: PixelSize(width: 16, height: 16), isOpaque: nil) { pixels in
            for pixel in pixels.indices {
                let x = pixel % 16 - 8
                let y = pixel / 16 - 8
                pixels[pixel] = UInt32(max(0, 255 - 4 * (x * x + y * y))) * 0x0101_0101
            }
        }
        var state = UInt32(number + 1) &* 0x9E37_79B9
        func random(_ range: Double) -> Double {
            state = state &* 1_664_525 &+ 1_013_904_223
            return Double(state >> 8) / Double(1 << 24) * range
        }
        let items = (0..<20).map { group in
            let sprites = (0..<500).map { _ in
                let turn = AffineTransform(rotation: random(6.28))
                return RenderSprite(
                    center: SIMD2(Float(random(1280)), Float(random(800))),
                    axes: SIMD4(Float(turn.a), Float(turn.b), Float(turn.c), Float(turn.d)), tint: 0xC0C0_8040)
            }
            return RenderItem.sprites(
                RenderSprites(
                    buffer: image, source: PixelRect(x: 0, y: 0, width: 16, height: 16), sprites: sprites,
                    blendMode: group % 2 == 0 ? .over : .add, clip: clip))
        }
        return RenderTree(size: size, background: .black, items: items)
    }

    /// A hundred rows of a hundred copies of a rounded rectangle of 12×8 pixels, each in another color.
    private static func copies(_ number: Int) -> RenderTree {
        let path = Path(roundedRect: Rect(x: 0, y: 0, width: 12, height: 8), radius: 3)
        let items = (0..<10_000).map { index in
            let color = Color(red: Double(index % 100) / 100, green: Double(index / 100) / 100, blue: 0.5)
            return RenderItem.shape(
                RenderShape(
                    path: path,
                    projection: Projection(
                        translationX: Double(index % 100) * 12.8, y: Double(index / 100 * 8) + Double(number) / 8),
                    fill: .color(color), clip: clip))
        }
        return RenderTree(size: size, background: .white, items: items)
    }

    private static func shadowItem(width: Double) -> RenderItem {
        .shadow(
            RenderShadow(
                .roundedRect(
                    Rect(x: 0, y: 0, width: width, height: 300), radius: 8, Projection(translationX: 440.3, y: 250.6)),
                offset: SIMD2(0, 6), blurRadius: 12, color: .black, opacity: 0.5, clip: clip))
    }

    /// A rounded rectangle with or without its shadow.
    private static func shadow(width: Double, _ isShown: Bool) -> RenderTree {
        let rect = RenderItem.shape(
            RenderShape(
                roundedRect: Rect(x: 0, y: 0, width: width, height: 300), radii: CornerRadii(8),
                projection: Projection(translationX: 440.3, y: 250.6), fill: .color(.white), clip: clip))
        return RenderTree(size: size, background: .white, items: isShown ? [shadowItem(width: width), rect] : [rect])
    }

    private static func gradient(_ kind: RenderGradient.Kind) -> RenderTree {
        let rect = Rect(x: 0, y: 0, width: 1280, height: 800)
        guard let outline = PixelPolygon(rect, projectedBy: .identity) else { return RenderTree(size: size) }
        let stops = [GradientStop(.black, at: 0), GradientStop(Color(red: 1, green: 0.5, blue: 0), at: 0.4)]
        let gradient = RenderGradient(
            kind: kind, stops: stops + [GradientStop(.white, at: 1)],
            projection: Projection(scaleX: 700, y: 700).followed(by: Projection(translationX: 640, y: 400)))
        return RenderTree(
            size: size,
            items: [.quad(RenderQuad(outline: outline, fill: .gradient(gradient), opacity: 1, clip: clip))])
    }
}

/// The memory into which effects are drawn, and the time that it takes.
@MainActor
final class EffectCanvas {
    let compositor: Compositor
    let memory: UnsafeMutableBufferPointer<UInt32>
    private let size: PixelSize

    init(size: PixelSize, workers: Int?) {
        self.size = size
        compositor = Compositor(workerCount: workers)
        memory = .allocate(capacity: size.area)
        memory.initialize(repeating: 0)
    }

    isolated deinit {
        memory.deallocate()
    }

    /// The milliseconds of wall time and of CPU time of some work.
    func measure(_ work: () -> Void) -> (wall: Double, cpu: Double) {
        let start = ContinuousClock.now
        let cpu = ProcessMetrics.processorTime
        work()
        return ((ContinuousClock.now - start) / .milliseconds(1), (ProcessMetrics.processorTime - cpu) * 1000)
    }

    /// Draws a frame.
    func draw(_ tree: RenderTree) -> (wall: Double, cpu: Double) {
        measure { compositor.draw(tree, into: memory, stride: size.width) }
    }

    /// The additional time of one frame over another, in milliseconds of wall time and of CPU time.
    func difference(_ tree: RenderTree, _ other: RenderTree) -> (wall: Double, cpu: Double) {
        let first = draw(tree)
        let second = draw(other)
        return (first.wall - second.wall, first.cpu - second.cpu)
    }
}

/// A layer with the shape of a pin, 32 points wide and 44 high.
private final class PinLayer: Layer {
    private let path: Path

    init(number: Int) {
        var path = Path()
        let waist = 14 + Double(number) / 100
        path.move(to: Point(x: 16, y: 44))
        path.addCurve(to: Point(x: 0, y: 16), controls: Point(x: waist, y: 34), Point(x: 0, y: 28))
        path.addCurve(to: Point(x: 16, y: 0), controls: Point(x: 0, y: 7), Point(x: 7, y: 0))
        path.addCurve(to: Point(x: 32, y: 16), controls: Point(x: 25, y: 0), Point(x: 32, y: 7))
        path.addCurve(to: Point(x: 16, y: 44), controls: Point(x: 32, y: 28), Point(x: 32 - waist, y: 34))
        path.close()
        self.path = path
        super.init()
        self.bounds = Rect(x: 0, y: 0, width: 32, height: 44)
        self.shadowPath = path
        self.shadowOpacity = 0.5
        self.shadowRadius = 4
        self.shadowOffset = Point(x: 0, y: 3)
    }

    override func renderItems(in context: LayerRenderContext) -> [RenderItem] {
        [
            .shape(
                RenderShape(
                    path: path, projection: context.projection,
                    fill: .color(Color(red: 0.9, green: 0.2, blue: 0.2)), clip: context.clipping))
        ]
    }
}
