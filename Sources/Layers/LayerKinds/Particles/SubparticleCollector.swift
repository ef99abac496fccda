internal import LayerTree

/// Collects the sprites of particles that particles emit.
struct SubparticleCollector: SubparticleVisitor {
    private var fields: [ParticleField?] = []
    private var sprites: [[RenderSprite]] = []
    private let context: LayerRenderContext
    private let sortsByDepth: Bool
    /// The sprites, if they are sorted by depth.
    private(set) var depthSorter = ParticleDepthSorter()

    init(_ tree: SubparticleNode, _ values: EmitterValues, _ context: LayerRenderContext, sortsByDepth: Bool) {
        self.context = context
        self.sortsByDepth = sortsByDepth
        addFields(of: tree, values)
        sprites = Array(repeating: [], count: fields.count)
    }

    private mutating func addFields(of node: SubparticleNode, _ values: EmitterValues) {
        fields.append(ParticleField(node.cell, values, context))
        for child in node.children { addFields(of: child, values) }
    }

    mutating func visit(
        _ particles: Range<Int>, of emission: Emission, _ node: SubparticleNode, seed: UInt64,
        from parent: EmittingParticle
    ) -> Int {
        guard let field = fields[node.number] else { return particles.count }
        for particle in particles.reversed() {
            let origin = parent.origin(of: particle, emission)
            guard let found = field.sprite(particle, of: emission, seed: seed, from: origin) else { continue }
            if sortsByDepth {
                depthSorter.add(found.sprite, showing: field.image, at: found.position, in: context)
            } else {
                sprites[node.number].append(found.sprite)
            }
        }
        return particles.count
    }

    /// Returns the sprites of each cell, from bottom to top.
    func takeSprites() -> [(sprites: [RenderSprite], image: ParticleImage)] {
        zip(sprites, fields).compactMap { sprites, field in
            guard let field, !sprites.isEmpty else { return nil }
            return (sprites, field.image)
        }
    }
}
