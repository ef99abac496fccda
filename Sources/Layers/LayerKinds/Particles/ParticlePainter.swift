internal import LayerTree
internal import TilePyramid
internal import VectorDrawing

/// Makes the items of an emitter's particles in a frame.
struct ParticlePainter {
    /// The items, from bottom to top.
    private(set) var items: [RenderItem] = []
    private let context: LayerRenderContext
    private let renderMode: EmitterRenderMode
    private var budget = ParticleBudget()
    private var depthSorter = ParticleDepthSorter()

    init(_ context: LayerRenderContext) {
        self.context = context
        renderMode = context.properties.emitterRenderMode
    }

    /// Adds the particles of a cell, and of all that they emit.
    ///
    /// - Parameters:
    ///   - track: the emission of the cell.
    ///   - seed: the seed of the cell.
    mutating func add(_ track: EmissionTrack, seed: UInt64) {
        let intervals = track.intervals
        // The youngest particles count if there are too many.
        var first = intervals.count
        var skipped = 0
        while first > 0, budget.living > 0 {
            first -= 1
            let count = intervals[first].emission.particles(at: context.time).count
            let taken = min(count, budget.living)
            skipped = count - taken
            budget.living -= taken
        }
        func particles(_ index: Int) -> Range<Int> {
            intervals[index].emission.particles(at: context.time).dropFirst(index == first ? skipped : 0)
        }
        // The intervals in the order of drawing, those with equal images together.
        let isReversed = renderMode == .oldestLast
        var step = 0
        let count = intervals.count - first
        func interval(_ step: Int) -> Int { isReversed ? intervals.count - 1 - step : first + step }
        while step < count {
            let image = ParticleImage(intervals[interval(step)].cell)
            var next = step
            var total = 0
            repeat {
                total += particles(interval(next)).count
                next += 1
            } while next < count && ParticleImage(intervals[interval(next)].cell) == image
            defer { step = next }
            guard total > 0, let image else { continue }
            if renderMode == .backToFront {
                for step in step..<next {
                    addSorted(particles(interval(step)), of: intervals[interval(step)], seed: seed)
                }
                continue
            }
            let sprites = [RenderSprite](unsafeUninitializedCapacity: total) { buffer, count in
                for step in step..<next {
                    let particles = particles(interval(step))
                    let interval = intervals[interval(step)]
                    guard !particles.isEmpty, let field = ParticleField(interval.cell, interval.values, context)
                    else { continue }
                    for offset in 0..<particles.count {
                        let particle =
                            isReversed ? particles.upperBound - 1 - offset : particles.lowerBound + offset
                        guard
                            let found = field.sprite(particle, of: interval.emission, seed: seed, from: .emitter)
                        else { continue }
                        buffer.initializeElement(at: count, to: found.sprite)
                        count += 1
                    }
                }
            }
            add(sprites, showing: image)
        }
        addSubparticles(of: track, seed: seed)
    }

    /// Adds particles for sorting by depth.
    private mutating func addSorted(_ particles: Range<Int>, of interval: EmissionInterval, seed: UInt64) {
        guard let field = ParticleField(interval.cell, interval.values, context) else { return }
        for particle in particles {
            guard let found = field.sprite(particle, of: interval.emission, seed: seed, from: .emitter) else {
                continue
            }
            depthSorter.add(found.sprite, showing: field.image, at: found.position, in: context)
        }
    }

    /// Adds all that the particles of a cell emit, above them.
    private mutating func addSubparticles(of track: EmissionTrack, seed: UInt64) {
        guard track.intervals.contains(where: { !$0.cell.emitterCells.isEmpty }) else { return }
        var layers: [[(sprites: [RenderSprite], image: ParticleImage)]] = []
        for interval in track.intervals.reversed() where !interval.cell.emitterCells.isEmpty {
            let tree = SubparticleNode(interval.cell, lifetimeFactor: interval.values.lifetime)
            let collector = SubparticleCollector(
                tree, interval.values, context, sortsByDepth: renderMode == .backToFront)
            var traversal = SubparticleTraversal(
                values: interval.values, time: context.time, budget: budget, visitor: collector)
            traversal.visitSubparticles(of: tree, interval.emission, seed: seed)
            budget = traversal.budget
            if renderMode == .backToFront {
                depthSorter.add(traversal.visitor.depthSorter)
            } else {
                layers.append(traversal.visitor.takeSprites())
            }
        }
        // They were collected from the youngest to the oldest.
        if renderMode == .oldestLast {
            for part in layers.joined() { add(part.sprites, showing: part.image) }
        } else {
            for part in layers.reversed().joined() { add(part.sprites.reversed(), showing: part.image) }
        }
    }

    /// Adds sprites in the order of drawing.
    private mutating func add(_ sprites: [RenderSprite], showing image: ParticleImage) {
        guard image.minificationFilter != image.magnificationFilter else {
            add(sprites, showing: image, filter: image.magnificationFilter)
            return
        }
        var rest = sprites[...]
        while let first = rest.first {
            let filter = image.filter(for: first)
            let run = rest.prefix { image.filter(for: $0) == filter }
            add(Array(run), showing: image, filter: filter)
            rest = rest.dropFirst(run.count)
        }
    }

    private mutating func add(_ sprites: [RenderSprite], showing image: ParticleImage, filter: ContentsFilter) {
        guard !sprites.isEmpty else { return }
        let result = RenderSprites(
            buffer: image.contents, source: image.source, filter: filter, sprites: sprites,
            blendMode: renderMode == .additive ? .add : .over, clip: context.clipping)
        if !result.pixelBounds.isEmpty { items.append(.sprites(result)) }
    }

    /// Returns the items after the particles of all cells have been added.
    mutating func takeItems() -> [RenderItem] {
        for (sprites, image) in depthSorter.takeSorted() { add(sprites, showing: image) }
        return items
    }
}
