internal import LayerTree

/// A cell of which particles emit particles, with the values of its emitter.
struct SubparticleNode {
    let cell: EmitterCell
    /// The number among all cells of a tree: parents before their cells.
    let number: Int
    let children: [SubparticleNode]
    /// The maximum seconds from a particle's death to the death of all that it has emitted.
    let reach: Double

    /// Creates the tree of a cell.
    init(_ cell: EmitterCell, lifetimeFactor: Double) {
        var count = 0
        self.init(cell, lifetimeFactor: lifetimeFactor, levels: EmitterLayer.nestingLimit, count: &count)
    }

    private init(_ cell: EmitterCell, lifetimeFactor: Double, levels: Int, count: inout Int) {
        self.cell = cell
        number = count
        count += 1
        var children: [SubparticleNode] = []
        if levels > 0 {
            for cell in cell.emitterCells.prefix(EmitterLayer.subcellLimit) {
                let child = SubparticleNode(
                    cell, lifetimeFactor: lifetimeFactor, levels: levels - 1, count: &count)
                children.append(child)
            }
        }
        self.children = children
        reach = cell.reachOfSubcells(lifetimeFactor: lifetimeFactor, levels: levels)
    }
}

extension EmitterCell {
    /// The maximum seconds from the death of a particle to the death of all that it has emitted.
    func reachOfSubcells(lifetimeFactor: Double, levels: Int = EmitterLayer.nestingLimit) -> Double {
        guard levels > 0 else { return 0 }
        return emitterCells.prefix(EmitterLayer.subcellLimit).reduce(0) { reach, cell in
            let emission = Emission(of: cell, rateFactor: 1, lifetimeFactor: lifetimeFactor, start: 0)
            let own = emission.longestLifetime
            guard own > 0 else { return reach }
            return max(reach, own + cell.reachOfSubcells(lifetimeFactor: lifetimeFactor, levels: levels - 1))
        }
    }
}

/// A receiver of the particles that particles emit.
protocol SubparticleVisitor {
    /// Takes particles of a node, from the youngest to the oldest.
    ///
    /// - Returns: the number that counts toward the maximum number of particles.
    mutating func visit(
        _ particles: Range<Int>, of emission: Emission, _ node: SubparticleNode, seed: UInt64,
        from parent: EmittingParticle
    ) -> Int
}

/// The work that is left for the particles of a layer in a frame.
struct ParticleBudget {
    /// The number of particles that may live.
    var living: Int
    /// The number of particles that may emit others.
    var emitting: Int

    init() {
        living = EmitterLayer.particleLimit
        emitting = EmitterLayer.particleLimit
    }
}

/// A particle that emits others.
struct EmittingParticle {
    /// Its motion.
    let motion: ParticleMotion
    /// Its age when the emission of a cell begins.
    let begin: Double

    /// Returns the origin of a particle that it emits.
    func origin(of particle: Int, _ emission: Emission) -> ParticleOrigin {
        let age = begin + emission.offset(of: particle)
        return .particle(motion.position(at: age), motion.direction(at: age))
    }
}

/// Visits all particles that are emitted by the particles of an emission.
struct SubparticleTraversal<Visitor: SubparticleVisitor> {
    /// The values of the emitter at the birth of the particles.
    var values: EmitterValues
    let time: Double
    var budget: ParticleBudget
    var visitor: Visitor

    /// Visits what the particles of a node emit; the youngest emit first.
    ///
    /// The particles of the node are emitted by `parent`; nil for the emitter.
    mutating func visitSubparticles(
        of node: SubparticleNode, _ emission: Emission, seed: UInt64, parent: EmittingParticle? = nil
    ) {
        for particle in emission.particles(at: time, reach: node.reach).reversed() {
            guard budget.emitting > 0, budget.living > 0 else { return }
            budget.emitting -= 1
            let origin = parent?.origin(of: particle, emission) ?? .emitter
            let random = ParticleRandom(seed: seed, particle: particle)
            let (life, motion) = ParticleMotion.ofParticle(random, node.cell, values, emission, from: origin)
            let birth = time - emission.age(of: particle, at: time)
            for (index, child) in node.children.enumerated() where child.cell.isEnabled {
                let begin = child.cell.beginTime.isFinite ? max(0, child.cell.beginTime) : 0
                let births = Emission(
                    of: child.cell, rateFactor: 1, lifetimeFactor: values.lifetime, start: birth + begin,
                    duration: life - begin)
                let emitter = EmittingParticle(motion: motion, begin: begin)
                let seed = ParticleRandom.seed(seed, emittedBy: particle, cell: index)
                let particles = births.particles(at: time).suffix(budget.living)
                if !particles.isEmpty {
                    budget.living -= visitor.visit(particles, of: births, child, seed: seed, from: emitter)
                }
                if !child.children.isEmpty {
                    visitSubparticles(of: child, births, seed: seed, parent: emitter)
                }
            }
        }
    }
}

/// Counts living particles that particles emit.
struct SubparticleCounter: SubparticleVisitor {
    let time: Double

    mutating func visit(
        _ particles: Range<Int>, of emission: Emission, _ node: SubparticleNode, seed: UInt64,
        from parent: EmittingParticle
    ) -> Int {
        emission.livingCount(of: particles, at: time, seed: seed)
    }
}

extension Emission {
    /// Returns the number of particles in a range that live at a time.
    func livingCount(of particles: Range<Int>, at time: Double, seed: UInt64) -> Int {
        guard hasLifetimeRange else { return particles.count }
        return particles.count {
            var random = ParticleRandom(seed: seed, particle: $0)
            return age(of: $0, at: time) < lifetime(random.next().0)
        }
    }
}
