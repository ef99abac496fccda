public import LayerTree

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
/// There are no simulation steps: particles are a function of the layer's time, the ``seed`` and the values that were set at
/// their birth. A frame of an earlier time is reproduced exactly, as far as the changes since then are known.
///
/// A change of a cell or of the layer's `emitter…` properties, also by an animation, is for particles born from then on;
/// existing particles keep the values of their birth, and go on where they are. To end the emission set `emitterBirthRate` or
/// ``EmitterCell/birthRate`` to 0. A change is forgotten when no particle born before it can live. ``seed``,
/// `emitterRenderMode`, `preservesDepth` and ``EmitterCell/isEnabled`` apply to all particles at once.
///
/// Values that are set before the first frame count as if they had always been set, and the emission begins at time 0 of the
/// layer. To begin without particles, set the begin time of `Layer.timing` to the scene's time. A begin time that sets the
/// layer's time back restarts the emission with the values that are set then; a time offset does not, it shows what was.
///
/// The scene makes frames as long as particles exist or may appear. Particles outside the frame cost little, and a layer that
/// masks to its bounds clips its particles. At most ``particleLimit`` particles live at a time.
///
/// If `preservesDepth` is false, the default, particles are flattened into the layer's plane, and their z coordinate counts
/// for ``EmitterRenderMode/backToFront`` only. If it is true, each has its place in the space of the superlayer, so the
/// superlayer's perspective makes near particles larger; as a whole, they are in front of or behind other layers, as the
/// layer's plane is.
open class EmitterLayer: Layer {
    private static let kindTraits = LayerTraits(
        placeIndependentClass: EmitterLayer.self, preservesDepth: { $0.preservesDepth },
        modelDidChange: { layer, previous in (layer as? EmitterLayer)?.modelDidChange(from: previous) })

    /// The maximum number of particles of a layer that live at a time: 100,000; older particles are left out.
    ///
    /// As many particles can emit others at a time.
    public nonisolated static let particleLimit = 100_000
    /// The maximum number of cells that a particle emits: 16 of ``EmitterCell/emitterCells``; further ones emit nothing.
    public nonisolated static let subcellLimit = 16
    /// The maximum number of levels of ``EmitterCell/emitterCells``: 3 below the layer's own cells; deeper ones emit nothing.
    public nonisolated static let nestingLimit = 3
    /// The maximum number of changes that are known for each cell: 1,024.
    ///
    /// Of more changes within a lifetime, the two shortest times between changes are made one: as many particles are born in
    /// it, all with the values of the first.
    public nonisolated static let historyLimit = 1024

    /// The kinds of particles, from bottom to top; none by default.
    ///
    /// A change is for particles born from then on. Cells before and after it are matched by their position in the list. A
    /// further cell emits as if it had always been there. If the list gets shorter, the particles of its last cells disappear.
    public var emitterCells: [EmitterCell] = [] {
        didSet {
            guard emitterCells != oldValue else { return }
            setNeedsFrame()
            recordChange()
        }
    }

    /// The seed of the random numbers: layers with the same seed, properties and changes look the same; the default is 0.
    ///
    /// A change rearranges existing particles.
    public var seed: UInt64 = 0 {
        didSet { if seed != oldValue { setNeedsFrame() } }
    }

    /// The changes since the first frame.
    private var history = EmissionHistory()
    /// The scene whose time counts in the history.
    private weak var historyScene: LayerScene?
    /// The begin time of the layer with which the history was made.
    private var historyBegin = 0.0

    /// Creates a layer that emits nothing.
    public override init() {
        super.init()
        traits = Self.kindTraits
    }

    /// Returns the particles at the context's time.
    ///
    /// - Complexity: O(living particles), at most ``particleLimit``; particles are not allocated one by one.
    open override func renderItems(in context: LayerRenderContext) -> [RenderItem] {
        restartIfNeeded(at: context.time)
        if history.isEmpty {
            history = EmissionHistory(emitterCells, EmitterValues(context.properties))
        }
        // Copies and snapshots show other times.
        if context.time == currentTime {
            history.record(EmitterValues(context.properties), at: context.time)
        }
        var painter = ParticlePainter(context)
        var pause = Double.infinity
        for (index, track) in history.tracks.enumerated() where emitterCells[index].isEnabled {
            for interval in track.intervals {
                let emission = interval.emission
                pause = min(pause, emission.pause(at: context.time, reach: interval.reach - emission.longestLifetime))
            }
            painter.add(track, seed: seed(ofCell: index))
        }
        if pause < .infinity { setNeedsFrame(after: pause) }
        return painter.takeItems()
    }

    /// Returns the number of living particles at a time of the layer, including particles too faint or too small to be visible.
    ///
    /// - Complexity: O(particles) if lifetimes have a range or particles emit others, otherwise O(cells).
    public func particleCount(at time: Double) -> Int {
        restartIfNeeded(at: currentTime)
        let history = history.isEmpty ? EmissionHistory(emitterCells, EmitterValues(presented)) : history
        var budget = ParticleBudget()
        for (index, track) in history.tracks.enumerated() where emitterCells[index].isEnabled {
            let seed = seed(ofCell: index)
            for interval in track.intervals.reversed() {
                let particles = interval.emission.particles(at: time).suffix(budget.living)
                budget.living -= interval.emission.livingCount(of: particles, at: time, seed: seed)
            }
            for interval in track.intervals.reversed() where !interval.cell.emitterCells.isEmpty {
                var traversal = SubparticleTraversal(
                    values: interval.values, time: time, budget: budget, visitor: SubparticleCounter(time: time))
                let tree = SubparticleNode(interval.cell, lifetimeFactor: interval.values.lifetime)
                traversal.visitSubparticles(of: tree, interval.emission, seed: seed)
                budget = traversal.budget
            }
        }
        return Self.particleLimit - budget.living
    }

    private func seed(ofCell index: Int) -> UInt64 { seed &+ UInt64(index) &* 0xD1B5_4A32_D192_ED03 }

    /// The layer's time now; outside a scene that of the last frame.
    private var currentTime: Double { scene.map { localTime(at: $0.now) } ?? history.latest }

    /// Records changed values for particles that are born from now on.
    private func modelDidChange(from previous: LayerProperties) {
        if !history.isEmpty, EmitterValues(previous) != EmitterValues(properties) { recordChange() }
    }

    private func recordChange() {
        let time = currentTime
        restartIfNeeded(at: time)
        guard !history.isEmpty else { return }
        guard time.isFinite else {
            history = EmissionHistory()
            return
        }
        history.change(to: emitterCells, EmitterValues(presentation(at: time)), at: time)
    }

    /// Forgets the changes if the layer is in another scene or a begin time has set its time back.
    private func restartIfNeeded(at time: Double) {
        if scene !== historyScene || (timing.beginTime != historyBegin && time < history.latest) {
            history = EmissionHistory()
        }
        historyScene = scene
        historyBegin = timing.beginTime
    }
}
