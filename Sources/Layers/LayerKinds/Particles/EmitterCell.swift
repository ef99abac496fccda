public import LayerTree
public import VectorDrawing

/// A kind of particle that an ``EmitterLayer`` emits.
///
/// Values with a range differ between particles: they are evenly distributed within the value plus or minus the range. Values
/// with a speed change during the life of each particle. Lengths are in points and angles in radians, clockwise on the screen.
/// z is toward the viewer; it is seen if the emitter's `preservesDepth` is true.
///
/// A particle keeps the values that its cell had when it was born. A change of a cell is for particles born from then on.
public struct EmitterCell: Hashable, Sendable {
    /// A name to identify the cell; it has no effect.
    public var name: String?
    /// Whether the cell's particles are shown; the default is true.
    ///
    /// A change shows at once, for existing particles too. Of the emitted cells of a particle, that at its birth counts.
    public var isEnabled = true

    /// The image of each particle; nil, the default, for none.
    public var contents: PixelBuffer?
    /// The part of the image that is shown, in unit coordinates, rounded to whole pixels; the default is all.
    public var contentsRect = Rect.unit
    /// Pixels of the image for each point; the default is 1.
    public var contentsScale = 1.0
    /// The sampling filter of particles that are drawn smaller than their image; the default is linear.
    public var minificationFilter = ContentsFilter.linear
    /// The sampling filter of particles that are drawn at least as large as their image; the default is linear.
    public var magnificationFilter = ContentsFilter.linear
    /// The bias of the level of detail for ``minificationFilter``; the default is 0.
    ///
    /// It has no effect: images of particles have no mipmaps, and ``ContentsFilter/trilinear`` is as linear.
    public var minificationFilterBias = 0.0
    /// Both sampling filters: setting it sets ``minificationFilter`` and ``magnificationFilter``; the value is the latter.
    public var filter: ContentsFilter {
        get { magnificationFilter }
        set {
            minificationFilter = newValue
            magnificationFilter = newValue
        }
    }

    /// The cells of which each particle of this one emits particles as long as it lives; none by default.
    ///
    /// Particles are born at the position that the emitting particle then has, and ``emissionLongitude`` and
    /// ``emissionLatitude`` are relative to the direction in which it moves. ``beginTime`` counts from its birth. Nothing else
    /// is inherited: not its velocity, scale, spin or color.
    ///
    /// Of each cell the first ``EmitterLayer/subcellLimit`` cells emit, down to ``EmitterLayer/nestingLimit`` levels.
    public var emitterCells: [EmitterCell] = []

    /// The number of particles emitted each second; the default is 0.
    ///
    /// After a change to 0 no particles are born, and those that live live on.
    public var birthRate = 0.0
    /// The lifetime of each particle in seconds; the default is 0.
    public var lifetime = 0.0
    /// The range of ``lifetime``; the default is 0.
    public var lifetimeRange = 0.0
    /// The layer's time at which the first particle is emitted, in seconds; the default is 0.
    ///
    /// For a cell of ``emitterCells`` it is the age of the emitting particle.
    public var beginTime = 0.0
    /// The duration of the emission in seconds; the default is infinite.
    ///
    /// To end the emission at a known time, set it to the time since ``beginTime``; existing particles live on.
    public var duration = Double.infinity

    /// The velocity in points for each second; the default is 0.
    public var velocity = 0.0
    /// The range of ``velocity``; the default is 0.
    public var velocityRange = 0.0
    /// The direction of the velocity in the plane of the layer; the default is 0, to the right.
    public var emissionLongitude = 0.0
    /// The angle between the velocity and the plane of the layer: π/2 is toward the viewer; the default is 0.
    public var emissionLatitude = 0.0
    /// The angle of the sector, around ``emissionLongitude``, into which particles are emitted: 2π is a full circle; the
    /// default is 0.
    public var emissionRange = 0.0
    /// The acceleration to the right, in points for each second squared; the default is 0.
    public var xAcceleration = 0.0
    /// The downward acceleration, in points for each second squared; the default is 0.
    public var yAcceleration = 0.0
    /// The acceleration toward the viewer, in points for each second squared; the default is 0.
    public var zAcceleration = 0.0

    /// The scale of the image; the default is 1.
    public var scale = 1.0
    /// The range of ``scale``; the default is 0.
    public var scaleRange = 0.0
    /// The change of the scale in each second; a particle is not shown after its scale reaches 0.
    ///
    /// The default is 0.
    public var scaleSpeed = 0.0
    /// The rotation in each second; the default is 0.
    public var spin = 0.0
    /// The range of ``spin``; the default is 0.
    public var spinRange = 0.0

    /// The color by which the image is multiplied; the default is white.
    public var color = Color.white
    /// The range of the color's red; the default is 0.
    public var redRange = 0.0
    /// The range of the color's green; the default is 0.
    public var greenRange = 0.0
    /// The range of the color's blue; the default is 0.
    public var blueRange = 0.0
    /// The range of the color's alpha; the default is 0.
    public var alphaRange = 0.0
    /// The change of the color's red in each second; the default is 0.
    public var redSpeed = 0.0
    /// The change of the color's green in each second; the default is 0.
    public var greenSpeed = 0.0
    /// The change of the color's blue in each second; the default is 0.
    public var blueSpeed = 0.0
    /// The change of the color's alpha in each second; a particle is not shown after its alpha reaches 0.
    ///
    /// The default is 0.
    public var alphaSpeed = 0.0

    /// Creates a cell that emits nothing.
    public init() {}
}
