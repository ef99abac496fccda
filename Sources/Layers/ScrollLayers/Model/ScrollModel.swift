internal import LayerTree
internal import VectorDrawing

/// The model of a scrolling and zooming view: its state, and its motion by gestures, flings, rubber bands, springs and keys.
///
/// It is a value without layers, window or clock: events and calls carry their time in seconds. Each call first
/// advances the view to that time, and returns the events in order. Motions are closed formulas of time, so the path
/// does not depend on the frame rate.
///
/// ```swift
/// var model = ScrollModel(
///     geometry: ScrollGeometry(
///         contentSize: Size(width: 60000, height: 40000), viewportSize: Size(width: 1280, height: 800)))
/// model.handle(.wheel(WheelEvent(time: 1, delta: Point(x: 0, y: 1), position: Point(x: 640, y: 400))))
/// while let next = model.nextFrameTime {
///     model.update(at: max(next, model.time + 1 / 60))
///     print(model.view.scale)
/// }
/// ```
public struct ScrollModel: Sendable {
    /// The view state shown.
    public internal(set) var view: ViewState
    /// The latest time that was passed to the model, in seconds.
    public internal(set) var time: Double
    /// The sizes of content and viewport, and the scale limits.
    ///
    /// See ``setGeometry(_:at:)``.
    public internal(set) var geometry: ScrollGeometry
    /// The settings for the response to input; changes take effect with the next event.
    public var settings: ScrollSettings

    var phase = Phase.rest
    /// The tour in progress; nil if there is none.
    var tour: RunningTour?
    /// The angle at which the view comes to rest.
    var restAngle: Double
    /// The fingers on the touch screen.
    var touches: [(finger: Int, position: Point)] = []
    var keys = HeldKeys()
    var taps = TapCounter()
    var clicks = ClickCounter()
    var wheels = WheelClassifier()
    /// The events of the call in progress; empty between calls.
    var events: [ScrollEvent] = []

    /// Creates a model that starts at a time in seconds, by default 0.
    ///
    /// The initial view state is clamped to the limits. The default is nil: all of the content.
    public init(
        geometry: ScrollGeometry, settings: ScrollSettings = ScrollSettings(), view: ViewState? = nil, time: Double = 0
    ) {
        self.geometry = geometry
        self.settings = settings
        self.time = time
        self.view = view.map(geometry.constrained) ?? geometry.fittedView
        restAngle = self.view.angle
    }

    /// The kinds of motion.
    enum Phase {
        /// The view is at rest.
        case rest
        /// The user drags the view.
        case held(DragGesture)
        /// The view moves by itself.
        case moving(any ViewMotion, Cause)
    }

    /// The cause of a motion.
    enum Cause {
        /// The end of a drag.
        case deceleration
        /// A command of a wheel, a key or the app.
        case animation

        /// The event that reports the end of the motion.
        var end: ScrollEvent { self == .deceleration ? .didEndDecelerating : .didEndAnimating }
    }

    /// The rubber-band limits that follow from the current settings.
    var limits: RubberBandLimits {
        RubberBandLimits(
            geometry: geometry, physics: settings.physics,
            bounces: settings.bounces && !settings.reducesMotion,
            bouncesZoom: settings.bouncesZoom && !settings.reducesMotion)
    }

    /// The drag in progress; nil if there is none.
    var gesture: DragGesture? {
        if case .held(let gesture) = phase { gesture } else { nil }
    }

    /// The motion in progress; nil if there is none.
    var motion: (any ViewMotion)? {
        if case .moving(let motion, _) = phase { motion } else { nil }
    }

    /// The view state at the end of the current animation, or else the current one at its rest angle.
    ///
    /// A fling's end is not a goal, because it was not requested.
    var goal: ViewState {
        if case .moving(let motion, .animation) = phase, let target = motion.target { return target }
        var view = view
        view.angle = restAngle
        return view
    }
}
