public import LayerTree
public import VectorDrawing

/// A kind of particle that an ``EmitterLayer`` emits.
///
/// Values with a range differ between particles: they are evenly distributed within the value plus or minus the range. Values
/// with a speed change during the life of each particle. Lengths are in points and angles in radians, clockwise on the screen.
public struct EmitterCell: Hashable, Sendable {
    /// A name to identify the cell; it has no effect.
    public var name: String?
    /// Whether particles are emitted; the default is true.
    ///
    /// If it is false, existing particles disappear too.
    public var isEnabled = true

    /// The image of each particle; nil, the default, for none.
    public var contents: PixelBuffer?
    /// The part of the image that is shown, in unit coordinates, rounded to whole pixels; the default is all.
    public var contentsRect = Rect.unit
    /// Pixels of the image for each point; the default is 1.
    public var contentsScale = 1.0
    /// The sampling filter; the default is linear.
    public var filter = ContentsFilter.linear

    /// The number of particles emitted each second; the default is 0.
    public var birthRate = 0.0
    /// The lifetime of each particle in seconds; the default is 0.
    public var lifetime = 0.0
    /// The range of ``lifetime``; the default is 0.
    public var lifetimeRange = 0.0
    /// The layer's time at which the first particle is emitted, in seconds; the default is 0.
    public var beginTime = 0.0
    /// The duration of the emission in seconds; the default is infinite.
    ///
    /// To end the emission, set it to the time since ``beginTime``; existing particles live on.
    public var duration = Double.infinity

    /// The velocity in points for each second; the default is 0.
    public var velocity = 0.0
    /// The range of ``velocity``; the default is 0.
    public var velocityRange = 0.0
    /// The direction of the velocity; the default is 0, to the right.
    public var emissionLongitude = 0.0
    /// The angle of the sector, around ``emissionLongitude``, into which particles are emitted: 2π is a full circle; the
    /// default is 0.
    public var emissionRange = 0.0
    /// The acceleration to the right, in points for each second squared; the default is 0.
    public var xAcceleration = 0.0
    /// The downward acceleration, in points for each second squared; the default is 0.
    public var yAcceleration = 0.0

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
