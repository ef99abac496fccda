public import LayerTree
internal import TilePyramid
public import VectorDrawing

/// A layer that emits particles, such as snow, smoke or sparks.
///
/// ```swift
/// var spark = EmitterCell()
/// spark.contents = dot
/// spark.birthRate = 88
/// spark.lifetime = 5
/// spark.velocity = 39
/// spark.velocityRange = 50
/// spark.emissionRange = 2 * .pi
/// spark.alphaSpeed = -0.4
/// let explosion = EmitterLayer()
/// explosion.frame = Rect(x: 0, y: 0, width: 300, height: 300)
/// explosion.emitterPosition = Point(x: 150, y: 150)
/// explosion.emitterRenderMode = .additive
/// explosion.emitterCells = [spark]
/// ```
///
/// Particles are a function of the layer's time, its properties and ``seed``: there are no simulation steps, and a frame of an
/// earlier time is reproduced exactly. So a change also applies to existing particles, as if the new value had always been set.
/// The emission begins at time 0 of the layer. To begin without particles, set the begin time of `Layer.timing` to the
/// scene's time; to end, set ``EmitterCell/duration``.
///
/// The scene makes frames as long as particles exist or may appear. Particles outside the frame cost little, and a layer that
/// masks to its bounds clips its particles. At most ``particleLimit`` particles live at a time.
open class EmitterLayer: Layer {
    private static let kindTraits = LayerTraits(placeIndependentClass: EmitterLayer.self)

    /// The maximum number of particles of a layer that live at a time: 100,000; older particles are left out.
    public nonisolated static let particleLimit = 100_000

    /// The kinds of particles, from bottom to top; none by default.
    public var emitterCells: [EmitterCell] = [] {
        didSet { if emitterCells != oldValue { setNeedsFrame() } }
    }

    /// The seed of the random numbers: layers with the same seed and properties look the same; the default is 0.
    public var seed: UInt64 = 0 {
        didSet { if seed != oldValue { setNeedsFrame() } }
    }

    /// Creates a layer that emits nothing.
    public override init() {
        super.init()
        traits = Self.kindTraits
    }

    /// Returns the particles at the context's time.
    ///
    /// - Complexity: O(living particles), at most ``particleLimit``; particles are not allocated one by one.
    open override func renderItems(in context: LayerRenderContext) -> [RenderItem] {
        var remaining = Self.particleLimit
        var pause = Double.infinity
        var items: [RenderItem] = []
        for (index, cell) in emitterCells.enumerated() {
            let emission = Emission(of: cell, from: context.properties)
            pause = min(pause, emission.pause(at: context.time))
            let particles = emission.particles(at: context.time).suffix(remaining)
            remaining -= particles.count
            guard !particles.isEmpty else { continue }
            let field = ParticleField(cell, emission, context, seed: seed &+ UInt64(index) &* 0xD1B5_4A32_D192_ED03)
            if let sprites = field?.sprites(particles) { items.append(.sprites(sprites)) }
        }
        if pause < .infinity { setNeedsFrame(after: pause) }
        return items
    }

    /// Returns the number of living particles at a time of the layer, including particles too faint or too small to be visible.
    ///
    /// - Complexity: O(particles) if lifetimes have a range, otherwise O(cells).
    public func particleCount(at time: Double) -> Int {
        let shown = presented
        var remaining = Self.particleLimit
        for (index, cell) in emitterCells.enumerated() {
            let emission = Emission(of: cell, from: shown)
            let particles = emission.particles(at: time).suffix(remaining)
            guard emission.hasLifetimeRange else {
                remaining -= particles.count
                continue
            }
            let seed = seed &+ UInt64(index) &* 0xD1B5_4A32_D192_ED03
            remaining -= particles.count {
                var random = ParticleRandom(seed: seed, particle: $0)
                return emission.age(of: $0, at: time) < emission.lifetime(random.next().0)
            }
        }
        return Self.particleLimit - remaining
    }
}

/// The line or area from which an ``EmitterLayer`` emits particles.
public enum EmitterShape: DiscretelyAnimatable, CaseIterable {
    /// A point; the default.
    case point
    /// A horizontal line of the emitter's width.
    case line
    /// A rectangle of the emitter's size.
    case rectangle
    /// A circle whose radius is the emitter's width.
    case circle
}

/// The part of its shape from which an ``EmitterLayer`` emits particles.
public enum EmitterMode: DiscretelyAnimatable, CaseIterable {
    /// The ends of a line, the corners of a rectangle, or the center of a circle.
    case points
    /// The outline; for a line, the whole line.
    case outline
    /// The area; the default.
    case surface
}

/// The order or blending of overlapping particles of an ``EmitterLayer``.
public enum EmitterRenderMode: DiscretelyAnimatable, CaseIterable {
    /// Older particles below younger ones; the default.
    case oldestFirst
    /// Older particles above younger ones.
    case oldestLast
    /// The colors are added, so that many particles look like light.
    case additive
}

extension LayerProperties {
    /// The center of the shape of an ``EmitterLayer``, in its coordinates; the default is the origin.
    public var emitterPosition: Point {
        get { self[EmitterPosition.self] }
        set { self[EmitterPosition.self] = newValue }
    }

    /// The size of the shape of an ``EmitterLayer`` in points; the default is 0.
    public var emitterSize: Size {
        get { self[EmitterSize.self] }
        set { self[EmitterSize.self] = newValue }
    }

    /// The shape of an ``EmitterLayer``; the default is a point.
    ///
    /// A change is not animated.
    public var emitterShape: EmitterShape {
        get { self[EmitterShapeKey.self] }
        set { self[EmitterShapeKey.self] = newValue }
    }

    /// The part of the shape from which an ``EmitterLayer`` emits; the default is the surface.
    ///
    /// A change is not animated.
    public var emitterMode: EmitterMode {
        get { self[EmitterModeKey.self] }
        set { self[EmitterModeKey.self] = newValue }
    }

    /// The order or blending of overlapping particles of an ``EmitterLayer``; by default older ones are below.
    ///
    /// A change is not animated.
    public var emitterRenderMode: EmitterRenderMode {
        get { self[EmitterRenderModeKey.self] }
        set { self[EmitterRenderModeKey.self] = newValue }
    }

    /// The factor of the birth rates of an ``EmitterLayer``; the default is 1.
    public var emitterBirthRate: Double {
        get { self[EmitterBirthRate.self] }
        set { self[EmitterBirthRate.self] = newValue }
    }

    /// The factor of the lifetimes of an ``EmitterLayer``; the default is 1.
    public var emitterLifetime: Double {
        get { self[EmitterLifetime.self] }
        set { self[EmitterLifetime.self] = newValue }
    }

    /// The factor of the velocities of an ``EmitterLayer``; the default is 1.
    public var emitterVelocity: Double {
        get { self[EmitterVelocity.self] }
        set { self[EmitterVelocity.self] = newValue }
    }

    /// The factor of the scales of an ``EmitterLayer``; the default is 1.
    public var emitterScale: Double {
        get { self[EmitterScale.self] }
        set { self[EmitterScale.self] = newValue }
    }

    /// The factor of the spins of an ``EmitterLayer``; the default is 1.
    public var emitterSpin: Double {
        get { self[EmitterSpin.self] }
        set { self[EmitterSpin.self] = newValue }
    }
}

private enum EmitterPosition: LayerPropertyKey {
    static let defaultValue = Point.zero
}

private enum EmitterSize: LayerPropertyKey {
    static let defaultValue = Size.zero
}

private enum EmitterShapeKey: LayerPropertyKey {
    static let defaultValue = EmitterShape.point
}

private enum EmitterModeKey: LayerPropertyKey {
    static let defaultValue = EmitterMode.surface
}

private enum EmitterRenderModeKey: LayerPropertyKey {
    static let defaultValue = EmitterRenderMode.oldestFirst
}

private enum EmitterBirthRate: LayerPropertyKey {
    static let defaultValue = 1.0
}

private enum EmitterLifetime: LayerPropertyKey {
    static let defaultValue = 1.0
}

private enum EmitterVelocity: LayerPropertyKey {
    static let defaultValue = 1.0
}

private enum EmitterScale: LayerPropertyKey {
    static let defaultValue = 1.0
}

private enum EmitterSpin: LayerPropertyKey {
    static let defaultValue = 1.0
}
