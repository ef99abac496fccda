public import VectorDrawing

/// A transition of an app's own: a function of the progress that returns what is shown of the old and the new appearance.
///
/// An iris that opens from the center of the layer:
///
/// ```swift
/// let iris = CustomTransition(duration: 0.6) { progress, bounds in
///     let center = bounds.point(at: Point(x: 0.5, y: 0.5))
///     let radius = progress * (bounds.size.width + bounds.size.height) / 2
///     let circle = Rect(x: center.x - radius, y: center.y - radius, width: 2 * radius, height: 2 * radius)
///     return [.old, TransitionPart(.new, mask: Path(ellipseIn: circle))]
/// }
/// pages.addAnimation(iris, forKey: Transition.key)
/// pages.replaceSublayer(first, with: second)
/// ```
///
/// Like a ``Transition``, of which a layer has one at a time, it starts with a snapshot of the layer and ends with the live
/// layer; both follow the layer's position and size. It can be the action of a change. No pixels are copied: the parts are
/// layers that are placed, cut and faded, so that they are sharp at any scale.
///
/// - Complexity: each part costs as much as drawing the layer.
public struct CustomTransition: LayerAnimation, LayerAction {
    /// A function that returns what is shown, from bottom to top.
    ///
    /// It is called for each frame, so it must be fast.
    ///
    /// - Parameters:
    ///   - progress: the progress from the old to the new appearance, usually from 0 to 1.
    ///   - bounds: the present bounds of the layer, which are not empty.
    public typealias Parts = @Sendable (_ progress: Double, _ bounds: Rect) -> [TransitionPart]

    /// The function that returns what is shown.
    public var parts: Parts
    /// Whether everything is clipped to the layer's bounds; the default is true.
    public var masksToBounds = true
    /// The progress at which the transition starts; the default is 0.
    public var startProgress = 0.0
    /// The progress at which the transition ends; the default is 1.
    public var endProgress = 1.0

    /// The timing of the transition; until it starts, the parts of the ``startProgress`` show.
    public var timing = LayerTiming()
    /// The timing function; nil, the default, for linear or, in an action, for the transaction's timing function.
    public var timingFunction: TimingFunction?
    /// A value for the app to identify the animation.
    public var tag: (any Hashable & Sendable)?

    /// The maximum number of parts, 64; further parts are left out.
    public static let partLimit = 64

    /// Creates a transition of `duration` seconds; 0, the default, for the transaction's duration.
    public init(duration: Double = 0, parts: @escaping Parts) {
        self.parts = parts
        timing.duration = duration
        timing.fillMode = .backwards
    }

    /// Does nothing: a transition changes no property.
    public func apply(to properties: inout LayerProperties, at time: Double, defaultDuration: Double) {}

    /// Starts the transition from the layer's old appearance.
    public func run(for key: ActionKey, on layer: Layer, from previous: LayerProperties) {
        layer.startTransition(by: self, from: previous)
    }
}

extension CustomTransition: WholeLayerTransition {}
