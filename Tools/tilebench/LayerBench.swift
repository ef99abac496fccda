internal import Compositing
internal import LayerTree
internal import TilePyramid
internal import VectorDrawing

/// A scene of many small layers, and the time its frames take.
@MainActor
struct LayerBench {
    /// The changes in each frame.
    enum Kind: String, CaseIterable {
        case still = "still"
        case one = "one changes"
        case set = "all are set"
        case glide = "all glide"
        case animated = "all animate"
    }

    static let heading = tableRow("layers", "set", "commit", "build", "frame", "draw", "quads")

    private let kind: Kind
    private let clock = ManualClock()
    private let scene: LayerScene
    private let layers: [Layer]

    init(kind: Kind, layers count: Int) {
        self.kind = kind
        let root = Layer()
        root.bounds = Rect(x: 0, y: 0, width: 1280, height: 800)
        root.anchorPoint = .zero
        let buffers = (0..<8).map { shade in
            PixelBuffer(size: PixelSize(width: 16, height: 16), isOpaque: true) {
                $0.update(repeating: 0xff00_0000 | UInt32(shade) * 0x20_2020)
            }
        }
        layers = (0..<count).map { index in
            let layer = Layer()
            layer.bounds = Rect(x: 0, y: 0, width: 16, height: 16)
            layer.contents = buffers[index % buffers.count]
            layer.position = Self.position(index)
            root.addSublayer(layer)
            return layer
        }
        scene = LayerScene(root: root, size: PixelSize(width: 1280, height: 800), clock: clock)
        if kind == .animated {
            for (index, layer) in layers.enumerated() {
                var animation = BasicAnimation(\.position, from: Self.position(index), by: Point(x: 8, y: 8))
                animation.timing.duration = 1
                animation.timing.repeatCount = .infinity
                animation.timing.autoreverses = true
                layer.addAnimation(animation, forKey: "position", at: 0)
            }
        }
    }

    /// Builds and draws a number of frames; returns a line of the table.
    func run(frames: Int, with compositor: Compositor) -> String {
        var figures = Figures()
        var quads = 0
        scene.collectsStatistics = true
        let frameBuffer = UnsafeMutableBufferPointer<UInt32>.allocate(capacity: scene.size.area)
        frameBuffer.initialize(repeating: 0)
        defer { frameBuffer.deallocate() }
        for frame in 0..<frames + Self.warmUp {
            clock.advance(by: 1.0 / 60)
            let isDue = frame == 0 || kind != .still
            let start = ContinuousClock.now
            change(in: frame)
            let changed = ContinuousClock.now
            let tree = scene.frame()
            let built = ContinuousClock.now
            if isDue {
                compositor.draw(tree, into: frameBuffer, stride: scene.size.width)
            }
            let drawn = ContinuousClock.now
            quads = tree.items.count
            if frame >= Self.warmUp {
                let stages = scene.statistics
                figures.set.append((changed - start) / .microseconds(1))
                figures.commit.append(
                    isDue ? (stages.layoutTime + stages.displayTime + stages.animationTime) * 1000 : 0)
                figures.build.append(isDue ? stages.buildTime * 1000 : 0)
                figures.frame.append((built - changed) / .microseconds(1))
                figures.draw.append((drawn - built) / .microseconds(1))
            }
        }
        return figures.row("\(layers.count), \(kind.rawValue)", quads: quads)
    }

    /// The durations of each frame in microseconds, by stage.
    struct Figures {
        var set: [Double] = []
        var commit: [Double] = []
        var build: [Double] = []
        var frame: [Double] = []
        var draw: [Double] = []

        /// A line of the table.
        func row(_ name: String, quads: Int) -> String {
            tableRow(
                name, fixed(median(set), 1), fixed(median(commit), 1), fixed(median(build), 1),
                fixed(median(frame), 1), fixed(median(draw), 1), "\(quads)")
        }
    }

    private func change(in frame: Int) {
        let offset = Double(frame % 8)
        switch kind {
        case .still, .animated: break
        case .one: layers[layers.count / 2].position = Point(x: 600 + offset, y: 400)
        case .set:
            Transaction.run(disablesActions: true) { move(by: offset) }
        case .glide:
            move(by: offset)
        }
    }

    private func move(by offset: Double) {
        for (index, layer) in layers.enumerated() {
            let position = Self.position(index)
            layer.position = Point(x: position.x + offset, y: position.y)
        }
    }

    /// The number of frames at the start that fill caches and are not counted.
    private static let warmUp = 10

    /// Returns the position of a layer: rows of 78 from left to right, again from the top when the frame is full.
    private static func position(_ index: Int) -> Point {
        Point(x: Double(index % 78) * 16 + 16, y: Double(index / 78 % 48) * 16 + 16)
    }
}
