/// A change of a layer's properties over time.
///
/// Animations are values: the layer keeps a copy, which later changes do not affect.
public protocol LayerAnimation: LayerAction {
    /// The timing of the animation, in its layer's time.
    var timing: LayerTiming { get set }
    /// A value for the app to identify the animation; it has no effect.
    var tag: (any Hashable & Sendable)? { get set }

    /// Sets the animated properties to their values at a time.
    ///
    /// - Parameters:
    ///   - properties: the model values, changed by the animations that were added before this one.
    ///   - time: seconds of the layer's time since the animation was added.
    ///   - defaultDuration: the duration that replaces a duration of 0, in seconds.
    func apply(to properties: inout LayerProperties, at time: Double, defaultDuration: Double)
}

extension LayerAnimation {
    /// Adds the animation to the layer under the key's name.
    @MainActor
    public func run(for key: ActionKey, on layer: Layer, from previous: LayerProperties) {
        layer.addAnimation(self, forKey: key.name)
    }

    /// Whether the animation has ended at a time in seconds since it was added.
    public func hasEnded(at time: Double, defaultDuration: Double = LayerTiming.defaultDuration) -> Bool {
        if case .after = timing.phase(at: time, defaultDuration: defaultDuration) {
            return true
        }
        return false
    }
}
