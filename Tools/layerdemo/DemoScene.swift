internal import LayerTree
internal import TilePyramid

/// The layers of the demo and their animations.
@MainActor
struct DemoScene {
    /// The size of the stage in points.
    static let size = Size(width: 640, height: 400)

    let scene: LayerScene
    private let stage = Layer()
    private let pages = Layer()

    init(size: PixelSize, scale: Double, clock: any LayerClock) {
        let root = Layer()
        scene = LayerScene(root: root, size: size, scale: scale, background: .black, clock: clock)
        root.addSublayer(stage)
        stage.bounds = Rect(origin: .zero, size: Self.size)
        stage.contents = DemoImages.backdrop
        stage.addSublayer(positioned(Self.clock(), x: 120, y: 130))
        stage.addSublayer(positioned(Self.die(), x: 320, y: 130))
        stage.addSublayer(positioned(Self.card(), x: 520, y: 130))
        stage.addSublayer(Self.ball())
        stage.addSublayer(positioned(pages, x: 440, y: 310))
        pages.bounds = Rect(x: 0, y: 0, width: 300, height: 100)
        pages.masksToBounds = true
        showPage(0)
        resize(to: size, scale: scale)
    }

    /// Fits the stage into a window of a size in pixels.
    func resize(to size: PixelSize, scale: Double) {
        scene.size = size
        scene.scale = scale
        let window = Size(width: Double(size.width) / scale, height: Double(size.height) / scale)
        let fit = min(window.width / Self.size.width, window.height / Self.size.height)
        Transaction.run(disablesActions: true) {
            scene.root.bounds = Rect(origin: .zero, size: window)
            scene.root.position = Point(x: window.width / 2, y: window.height / 2)
            stage.position = scene.root.position
            stage.affineTransform = AffineTransform(scaleX: fit, y: fit)
        }
    }

    /// Pushes in the next page if the current one has been shown for two seconds.
    func turnPageIfDue() {
        let due = Int(scene.clock.now / 2) % DemoImages.pages.count
        guard pages.sublayers.first?.name != "page \(due)" else { return }
        pages.addAnimation(Transition(.push, from: .right, duration: 0.6), forKey: Transition.key)
        showPage(due)
    }

    private func showPage(_ number: Int) {
        let page = Layer()
        page.name = "page \(number)"
        page.frame = pages.bounds
        page.contents = DemoImages.pages[number]
        if let former = pages.sublayers.first {
            pages.replaceSublayer(former, with: page)
        } else {
            pages.addSublayer(page)
        }
    }

    private func positioned(_ layer: Layer, x: Double, y: Double) -> Layer {
        layer.position = Point(x: x, y: y)
        return layer
    }
}

extension DemoScene {
    /// A clock whose hands rotate about an anchor point outside their center.
    private static func clock() -> Layer {
        let face = Layer()
        face.bounds = Rect(x: 0, y: 0, width: 160, height: 160)
        face.contents = DemoImages.clockFace
        let hands: [(width: Double, length: Double, color: Color, turn: Double)] = [
            (8, 50, .white, 72), (6, 70, .white, 12), (3, 76, Color(red: 1, green: 0.4, blue: 0.3), 2),
        ]
        for hand in hands {
            let layer = Layer()
            layer.bounds = Rect(x: 0, y: 0, width: hand.width, height: hand.length)
            layer.anchorPoint = Point(x: 0.5, y: 0.9)
            layer.position = Point(x: 80, y: 80)
            layer.backgroundColor = hand.color
            layer.run("turn", \.transform.rotation.z, by: 2 * Double.pi, duration: hand.turn)
            face.addSublayer(layer)
        }
        return face
    }

    /// A die of six faces in one space, seen in perspective.
    private static func die() -> Layer {
        let space = Layer()
        space.bounds = Rect(x: 0, y: 0, width: 100, height: 100)
        var view = Transform3D(perspectiveDistance: 500)
        view = view.rotated(-0.6, x: 1, y: 0, z: 0)
        space.sublayerTransform = view
        let quarter = Double.pi / 2
        let turns: [(angle: Double, x: Double, y: Double)] = [
            (0, 0, 1), (quarter, 0, 1), (-quarter, 1, 0), (quarter, 1, 0), (-quarter, 0, 1), (2 * quarter, 0, 1),
        ]
        for (number, turn) in turns.enumerated() {
            let face = Layer()
            face.bounds = Rect(x: 0, y: 0, width: 100, height: 100)
            face.position = Point(x: 50, y: 50)
            face.contents = DemoImages.dieFace(number + 1)
            face.transform = Transform3D.identity.rotated(turn.angle, x: turn.x, y: turn.y, z: 0)
                .translated(x: 0, y: 0, z: 50)
            face.isDoubleSided = false
            face.magnificationFilter = .linear
            face.minificationFilter = .trilinear
            space.addSublayer(face)
        }
        space.run("spin", \.spin, by: 2 * Double.pi, duration: 6)
        return space
    }

    /// A card that fades as a group, with the discs on it.
    private static func card() -> Layer {
        let card = Layer()
        card.bounds = Rect(x: 0, y: 0, width: 140, height: 150)
        card.contents = DemoImages.panel
        card.contentsCenter = Rect(x: 0.5, y: 0.5, width: 0, height: 0)
        for (number, color) in [Color(red: 0.9, green: 0.3, blue: 0.3), Color(red: 0.3, green: 0.5, blue: 0.9)]
            .enumerated()
        {
            let disc = Layer()
            disc.bounds = Rect(x: 0, y: 0, width: 70, height: 70)
            disc.position = Point(x: 55 + Double(number) * 30, y: 75)
            disc.contents = DemoImages.disc(color, diameter: 70)
            card.addSublayer(disc)
        }
        card.run("fade", \.opacity, from: 1, by: -0.85, duration: 1.5, autoreverses: true)
        return card
    }

    /// A ball that falls and bounces.
    private static func ball() -> Layer {
        let ball = Layer()
        ball.bounds = Rect(x: 0, y: 0, width: 40, height: 40)
        ball.position = Point(x: 120, y: 370)
        ball.contents = DemoImages.disc(Color(red: 1, green: 0.75, blue: 0.2), diameter: 40)
        ball.run("fall", \.position.y, from: 250, by: 120, duration: 2, pace: .bounceOut)
        return ball
    }
}

extension Layer {
    /// Repeats an animation of a property forever.
    fileprivate func run(
        _ key: String, _ property: any WritableKeyPath<LayerProperties, Double> & Sendable, from: Double? = nil,
        by: Double, duration: Double, autoreverses: Bool = false, pace: TimingFunction = .linear
    ) {
        guard var animation = try? BasicAnimation(property, from: from, by: by) else { return }
        animation.timing.duration = duration
        animation.timing.repeatCount = .infinity
        animation.timing.autoreverses = autoreverses
        animation.timingFunction = pace
        addAnimation(animation, forKey: key)
    }
}

extension LayerProperties {
    /// The rotation of all sublayers about the vertical axis; only an animation sets it.
    fileprivate var spin: Double {
        get { 0 }
        set { sublayerTransform = sublayerTransform.rotated(newValue, x: 0.2, y: 1, z: 0) }
    }
}
