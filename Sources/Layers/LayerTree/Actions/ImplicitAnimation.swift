/// Lets a property glide from what is shown to its new value: the default action of all properties that can glide.
///
/// It begins at the value that the last frame has shown, so a change in mid-flight does not make the layer jump. It
/// always ends at the model's value, even when that is set again meanwhile without actions.
public struct ImplicitAnimation: LayerAction {
    /// Seconds to glide for; nil, the default, for the transaction's duration.
    public var duration: Double?
    /// The pace; nil, the default, for the transaction's.
    public var timingFunction: TimingFunction?

    /// An animation as the transaction says, but for what is given here.
    public init(duration: Double? = nil, timingFunction: TimingFunction? = nil) {
        self.duration = duration
        self.timingFunction = timingFunction
    }

    /// A spring that pulls the property to its new value, for as long as it takes to come to rest.
    public init(spring: Spring) {
        self.init(duration: spring.settlingDuration, timingFunction: spring.timingFunction)
    }

    /// Adds the animation to the layer under the key's name, in place of one that runs already.
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
        // Until it begins, the old value shows.
        timing.fillMode = .backwards
        let shown = layer.presented(as: previous)
        layer.addAnimation(
            makeAnimation(shown, timing, timingFunction ?? transaction.timingFunction), forKey: key.name)
    }
}
