/// How a scrolling view answers to what the user does.
public struct ScrollSettings: Hashable, Sendable {
    /// What a wheel or a trackpad does when nothing is held down with it.
    public enum WheelUse: Hashable, Sendable, CaseIterable {
        /// It changes the scale about the pointer.
        case zoom
        /// It moves the content.
        case pan
    }

    /// The constants of movements.
    public var physics = ScrollPhysics()
    /// In which directions content can be moved; default both.
    public var panMode = ScrollMode.both
    /// Whether content follows beyond its edges, and comes back; default true.
    public var bounces = true
    /// Whether content follows beyond its largest and smallest scale, and comes back; default true.
    public var bouncesZoom = true
    /// Whether nothing moves by itself: no throws, no rubber bands, and every animation ends at once; default false.
    public var reducesMotion = false

    /// What a wheel does, default zoom; with control it always zooms.
    public var wheel = WheelUse.zoom
    /// What two fingers on a trackpad do, default pan; with control, or pinching, they always zoom.
    public var trackpad = WheelUse.pan
    /// Whether small steps are taken for a trackpad's where the system does not tell what was used; default false: then
    /// it counts as a wheel.
    public var guessesTrackpad = false
    /// By how many octaves a notch of a wheel zooms; default a quarter.
    public var octavesPerNotch = 0.25
    /// By how many points a notch of a wheel pans; default 80.
    public var pointsPerNotch = 80.0
    /// How many points on a trackpad zoom by an octave, with control held; default 150.
    public var pointsPerOctave = 150.0

    /// By how many octaves a double click or tap zooms in, or out with shift or alt; default 1.
    public var doubleClickOctaves = 1.0
    /// Whether two fingers on the screen turn the content; default true.
    public var rotatesByTouch = true
    /// By how many degrees two fingers must turn before the content follows; default 10, as hands tremble.
    public var rotationThreshold = 10.0
    /// From how many degrees the content turns on to a right angle when the fingers are lifted; default 5.
    public var rightAngleSnap = 5.0

    /// What keys ask for; default ``KeyMap/standard``.
    public var keys = KeyMap.standard
    /// How fast held keys pan, in points of the view per second; default 800.
    public var keyPanSpeed = 800.0
    /// How fast held keys zoom, in octaves per second; default 5/3, which makes a tap a quarter of an octave.
    public var keyZoomSpeed = 5.0 / 3
    /// Seconds that a key counts as held at least, so that a short tap goes somewhere; default 0.1.
    public var keyTapDuration = 0.1

    /// The defaults.
    public init() {}
}
