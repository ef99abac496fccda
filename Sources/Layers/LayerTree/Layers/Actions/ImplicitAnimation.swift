/// Animates a property from the presented value to its new value: the default action of every animatable property.
///
/// It starts at the time of the change, from the value that is presented at that time, so a change during a running animation
/// causes no jump, and a property that is changed in every frame follows with a lag. In an explicit ``Transaction`` it starts
/// when the outermost transaction is committed. It always ends at the model's value, even if the model is set again without
/// actions while the animation runs.
public struct ImplicitAnimation: LayerAction {
    /// Duration in seconds; nil, the default, for the transaction's duration.
    public var duration: Double?
    /// The timing function; nil, the default, for the transaction's timing function.
    public var timingFunction: TimingFunction?

    /// Creates an implicit animation; nil values come from the transaction.
    public init(duration: Double? = nil, timingFunction: TimingFunction? = nil) {
        self.duration = duration
        self.timingFunction = timingFunction
    }

    /// Creates a spring animation to the new value; it lasts for the spring's settling duration.
    public init(spring: Spring) {
        self.init(duration: spring.settlingDuration, timingFunction: spring.timingFunction)
    }

    /// Adds the animation to the layer under the key's name, and replaces a running one.
    public func run(for key: ActionKey, on layer: Layer, from previous: LayerProperties) {
        guard let makeAnimation = key.makeAnimation else { return }
        let transaction = Transaction.current
        var timing = LayerTiming()
        timing.duration = duration ?? transaction.duration
        guard timing.duration > 0 else {
            layer.removeAnimation(forKey: key.name)
            return
        }
        timing.beginTime = transaction.delay
        // Until the delay is over, the old value shows.
        timing.fillMode = .backwards
        let time = layer.timeOfChange
        var shown = previous
        if let time { layer.present(&shown, at: time) }
        layer.add(
            RunningAnimation(
                makeAnimation(shown, timing, timingFunction ?? transaction.timingFunction), forKey: key.name,
                start: Transaction.isImplicit ? time : nil, former: nil))
    }
}
