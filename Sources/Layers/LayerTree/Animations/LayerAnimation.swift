/// A change of a layer's properties over time.
///
/// Animations are values: what is added to a layer is a copy that does not change any more.
public protocol LayerAnimation: LayerAction {
    /// When and how fast it runs, in the time of its layer.
    var timing: LayerTiming { get set }
    /// What the app knows it by, such as what it is about; no meaning of its own.
    var tag: (any Hashable & Sendable)? { get set }

    /// Sets what it animates to its value at a moment.
    ///
    /// - Parameters:
    ///   - properties: what the layer shows without it: its model, changed by the animations added before.
    ///   - time: the time of the layer, counted from the moment the animation was added.
    ///   - defaultDuration: what a duration of 0 stands for.
    func apply(to properties: inout LayerProperties, at time: Double, defaultDuration: Double)
}

extension LayerAnimation {
    /// Adds itself to a layer of which something has changed, under the key's name.
    @MainActor
    public func run(for key: ActionKey, on layer: Layer, from previous: LayerProperties) {
        layer.addAnimation(self, forKey: key.name)
    }

    /// Whether it has run to its end at a moment, counted from when it was added.
    public func hasEnded(at time: Double, defaultDuration: Double = LayerTiming.defaultDuration) -> Bool {
        if case .after = timing.phase(at: time, defaultDuration: defaultDuration) {
            return true
        }
        return false
    }
}
