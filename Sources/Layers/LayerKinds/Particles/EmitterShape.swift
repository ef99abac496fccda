public import LayerTree

/// The line, area or body from which an ``EmitterLayer`` emits particles.
///
/// Its center is `emitterPosition` at the depth `emitterZPosition`.
public enum EmitterShape: DiscretelyAnimatable, CaseIterable {
    /// A point; the default.
    case point
    /// A horizontal line of the emitter's width.
    case line
    /// A rectangle of the emitter's size.
    case rectangle
    /// A cuboid of the emitter's size and depth.
    case cuboid
    /// A circle whose radius is the emitter's width.
    case circle
    /// A sphere whose radius is the emitter's width.
    case sphere
}

/// The part of its shape from which an ``EmitterLayer`` emits particles.
///
/// Particles are distributed evenly over it.
public enum EmitterMode: DiscretelyAnimatable, CaseIterable {
    /// The ends of a line, the corners of a rectangle or cuboid, or the center of a circle or sphere.
    case points
    /// The outline: the whole line, the sides of a rectangle, the edges of a cuboid, the circle, or the sphere's circle in the
    /// plane of the layer.
    case outline
    /// The surface: the faces of a cuboid and the shell of a sphere; of flat shapes the area, of a line the line.
    case surface
    /// The inside; the default. Flat shapes have no more than their ``surface``.
    case volume
}

/// The order or blending of overlapping particles of an ``EmitterLayer``.
///
/// Except with ``backToFront``, the particles of each cell are above those of the cells before it.
public enum EmitterRenderMode: DiscretelyAnimatable, CaseIterable {
    /// No promised order; the default. It is the order that is fastest to draw, now ``oldestFirst``.
    case unordered
    /// Older particles below younger ones.
    case oldestFirst
    /// Older particles above younger ones.
    case oldestLast
    /// Far particles below near ones, of all cells together.
    ///
    /// Without `preservesDepth` a particle's z coordinate counts, with it the depth as it is seen.
    case backToFront
    /// The colors are added, so that many particles look like light.
    case additive
}
