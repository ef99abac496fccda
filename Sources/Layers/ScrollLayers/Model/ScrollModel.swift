internal import LayerTree

/// A view over content, with everything that moves it: gestures, throws, rubber bands, springs, keys.
///
/// It is a value that knows no layers, no window and no clock: events and calls say when they happen, in seconds. Each
/// call first brings the view to that moment, and gives what happened, in order. Between calls everything is a closed
/// formula of time, so the view ends up in the same place however often it is looked at.
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
    /// What is shown.
    public internal(set) var view: ViewState
    /// The latest moment that it was told of, in seconds.
    public internal(set) var time: Double
    /// The sizes of content and view; see ``setGeometry(_:at:)``.
    public internal(set) var geometry: ScrollGeometry
    /// How it answers to what the user does; changes count from the next event on.
    public var settings: ScrollSettings

    var phase = Phase.rest
    /// The angle that the view has when it comes to rest.
    var restAngle: Double
    var touches: [TouchPoint] = []
    var keys = HeldKeys()
    var taps = TapCounter()
    var clicks = ClickCounter()
    var wheels = WheelClassifier()
    /// What has happened in the call that is being made; empty between calls.
    var events: [ScrollEvent] = []

    /// A view over content.
    ///
    /// - Parameters:
    ///   - geometry: the sizes of content and view.
    ///   - settings: how it answers to what the user does.
    ///   - view: what is shown at first, as far as it may be; nil, the default, for all of the content.
    ///   - time: the first moment, in seconds; default 0.
    public init(
        geometry: ScrollGeometry, settings: ScrollSettings = ScrollSettings(), view: ViewState? = nil, time: Double = 0
    ) {
        self.geometry = geometry
        self.settings = settings
        self.time = time
        self.view = view.map(geometry.constrained) ?? geometry.view(showing: geometry.contentRect)
        restAngle = self.view.angle
    }
}

extension ScrollModel {
    /// What moves the view.
    enum Phase {
        /// Nothing.
        case rest
        /// Something that the user holds.
        case held(DragGesture)
        /// A movement that goes on by itself.
        case moving(any ViewMotion, Cause)
    }

    /// Why a view moves by itself.
    enum Cause {
        /// It was let go.
        case deceleration
        /// Something asked for it.
        case animation

        /// What tells that it is over.
        var end: ScrollEvent { self == .deceleration ? .didEndDecelerating : .didEndAnimating }
    }

    /// A finger on the screen.
    struct TouchPoint {
        var finger: Int
        var position: Point
    }

    /// How content may be held and drawn, as the settings are now.
    var limits: RubberBandLimits {
        RubberBandLimits(
            geometry: geometry, physics: settings.physics,
            bounces: settings.bounces && !settings.reducesMotion,
            bouncesZoom: settings.bouncesZoom && !settings.reducesMotion)
    }

    /// How the view is held; nil when it is not.
    var gesture: DragGesture? {
        if case .held(let gesture) = phase { gesture } else { nil }
    }

    /// What moves the view by itself; nil when nothing does.
    var motion: (any ViewMotion)? {
        if case .moving(let motion, _) = phase { motion } else { nil }
    }

    /// What will be shown when what was asked for is done: movements of a view that was let go do not count.
    var goal: ViewState {
        if case .moving(let motion, .animation) = phase, let target = motion.target { return target }
        var view = view
        view.angle = restAngle
        return view
    }
}
