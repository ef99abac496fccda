/// The settings for a scroll view's response to input.
public struct ScrollSettings: Hashable, Sendable {
    /// The effect of a wheel or a trackpad without modifiers.
    public enum WheelUse: Hashable, Sendable, CaseIterable {
        /// Changes the scale about the pointer.
        case zoom
        /// Moves the content.
        case pan
    }

    /// The effect of a double click or tap without modifiers.
    public enum DoubleClickUse: Hashable, Sendable, CaseIterable {
        /// Zooms in about the pointer, by ``ScrollSettings/doubleClickOctaves``.
        case zoom
        /// Fits the content or, if it is fitted already, shows its actual size about the pointer.
        case fit
    }

    /// The constants of the motions.
    public var physics = ScrollPhysics()
    /// The directions in which the content can be panned.
    ///
    /// The default is ``ScrollMode/both``.
    public var panMode = ScrollMode.both
    /// Whether the content follows a drag beyond its edges and bounces back.
    ///
    /// The default is `true`.
    public var bounces = true
    /// Whether the content follows a pinch beyond its scale limits and bounces back.
    ///
    /// The default is `true`.
    public var bouncesZoom = true
    /// Whether motion is reduced: no flings, no rubber bands, and animations end at once.
    ///
    /// The default is `false`.
    public var reducesMotion = false

    /// The effect of a wheel.
    ///
    /// The default is ``WheelUse/zoom``; with Control it always zooms. A wheel that is turned with Shift, or tilted to a side,
    /// always pans sideways.
    public var wheel = WheelUse.zoom
    /// The effect of two fingers on a trackpad.
    ///
    /// The default is ``WheelUse/pan``; with Control and for pinches it always zooms.
    public var trackpad = WheelUse.pan
    /// Whether small wheel steps count as a trackpad's if the system does not report the device.
    ///
    /// The default is `false`: unknown devices count as wheels.
    public var guessesTrackpad = false
    /// The octaves that a notch of the wheel zooms by.
    ///
    /// The default is 0.25.
    public var octavesPerNotch = 0.25
    /// The points that a notch of the wheel pans by.
    ///
    /// The default is 80.
    public var pointsPerNotch = 80.0
    /// The points on a trackpad that zoom by one octave, with Control held.
    ///
    /// The default is 150.
    public var pointsPerOctave = 150.0

    /// The effect of a double click or tap.
    ///
    /// The default is ``DoubleClickUse/zoom``; with Shift or Alt it always zooms out.
    public var doubleClick = DoubleClickUse.zoom
    /// The octaves that a double click or tap zooms in by, or out with Shift or Alt.
    ///
    /// The default is 1.
    public var doubleClickOctaves = 1.0
    /// Whether two fingers on a touch screen rotate the content.
    ///
    /// The default is `true`.
    public var rotatesByTouch = true
    /// The degrees that two fingers must rotate before the content follows.
    ///
    /// The default is 10, above the tremor of a hand.
    public var rotationThreshold = 10.0
    /// The distance in degrees within which the content snaps to a right angle after a rotation.
    ///
    /// The default is 5.
    public var rightAngleSnap = 5.0

    /// The commands of the keys.
    ///
    /// The default is ``KeyMap/standard``.
    public var keys = KeyMap.standard
    /// The speed at which held keys pan, in view points per second.
    ///
    /// The default is 800.
    public var keyPanSpeed = 800.0
    /// The speed at which held keys zoom, in octaves per second.
    ///
    /// The default is 5/3, with which a tap zooms by a quarter of an octave.
    public var keyZoomSpeed = 5.0 / 3
    /// The minimum seconds for which a key counts as held, so that a short tap has an effect.
    ///
    /// The default is 0.1.
    public var keyTapDuration = 0.1

    /// Creates the default settings.
    public init() {}
}
