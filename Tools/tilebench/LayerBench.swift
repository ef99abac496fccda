internal import LayerTree
internal import TilePyramid

/// A scene of many small layers, and the time its frames take.
@MainActor
struct LayerBench {
    /// What happens in each frame.
    enum Kind: String, CaseIterable {
        case still = "still"
        case one = "one changes"
        case set = "all are set"
        case glide = "all glide"
        case animated = "all animate"
    }

    static let heading = row("layers", "", "set", "frame", "quads")

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
            layer.position = Self.place(index)
            root.addSublayer(layer)
            return layer
        }
        scene = LayerScene(root: root, size: PixelSize(width: 1280, height: 800), clock: clock)
        if kind == .animated {
            for (index, layer) in layers.enumerated() {
                var animation = try? BasicAnimation(\.position, from: Self.place(index), by: Point(x: 8, y: 8))
                animation?.timing.duration = 1
                animation?.timing.repeatCount = .infinity
                animation?.timing.autoreverses = true
                if let animation {
                    layer.addAnimation(animation, forKey: "position", at: 0)
                }
            }
        }
    }

    /// Makes so many frames; returns a line of the table.
    mutating func run(frames: Int) -> String {
        var setting: [Double] = []
        var making: [Double] = []
        var quads = 0
        for frame in 0..<frames + Self.warmUp {
            clock.advance(by: 1.0 / 60)
            let start = ContinuousClock.now
            change(in: frame)
            let changed = ContinuousClock.now
            quads = scene.frame().items.count
            let made = ContinuousClock.now
            if frame >= Self.warmUp {
                setting.append((changed - start) / .microseconds(1))
                making.append((made - changed) / .microseconds(1))
            }
        }
        return Self.row(
            "\(layers.count)", kind.rawValue, fixed(median(setting), 1), fixed(median(making), 1), "\(quads)")
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
            let place = Self.place(index)
            layer.position = Point(x: place.x + offset, y: place.y)
        }
    }

    /// The first frames fill caches and are not counted.
    private static let warmUp = 10

    /// Rows of 78 from left to right, again from the top when the picture is full.
    private static func place(_ index: Int) -> Point {
        Point(x: Double(index % 78) * 16 + 16, y: Double(index / 78 % 48) * 16 + 16)
    }

    private static func row(_ cells: String...) -> String {
        zip(cells, [7, 13, 10, 10, 8]).map { text, width in
            String(repeating: " ", count: max(0, width - text.count)) + text
        }.joined()
    }
}
