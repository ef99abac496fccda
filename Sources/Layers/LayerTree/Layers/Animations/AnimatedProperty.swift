internal import Concurrency

/// The property that an animation sets.
struct AnimatedProperty<Value: Animatable>: Sendable {
    /// The property, or the argument of its value function.
    let path: any WritableKeyPath<LayerProperties, Value> & Sendable
    /// The value function and the transform that it makes, if there is one.
    private let argument: ValueFunctionArgument<Value>?

    /// The property itself.
    init(_ path: any WritableKeyPath<LayerProperties, Value> & Sendable) {
        self.path = path
        argument = nil
    }

    /// A transform that a function makes of the value.
    init(
        _ transform: any WritableKeyPath<LayerProperties, Transform3D> & Sendable, function: ValueFunction<Value>
    ) {
        let argument = ValueFunctionArgument(transform: transform, function: function)
        path = \.[argument]
        self.argument = argument
    }

    /// The value function; nil if there is none.
    var function: ValueFunction<Value>? { argument?.function }

    /// The value that an end of an animation has if it is taken from the layer: zero in an additive animation.
    func value(in properties: LayerProperties, isAdditive: Bool) -> Value {
        let shown = properties[keyPath: path]
        return isAdditive ? shown.subtracting(shown) : shown
    }

    /// Sets the value, or adds it.
    func set(_ value: Value, in properties: inout LayerProperties, isAdditive: Bool) {
        guard isAdditive else {
            properties[keyPath: path] = value
            return
        }
        if let argument {
            let shown = properties[keyPath: argument.transform]
            properties[keyPath: argument.transform] = shown.adding(argument.function.transform(value))
        } else {
            properties[keyPath: path] = properties[keyPath: path].adding(value)
        }
    }
}

/// The interpolation between the last two ends of an animation, prepared once for all its frames.
final class InterpolationCache<Value: Animatable>: Sendable {
    private final class Entry: Sendable {
        let first: Value
        let last: Value
        let value: @Sendable (Double) -> Value

        init(first: Value, last: Value, value: @escaping @Sendable (Double) -> Value) {
            self.first = first
            self.last = last
            self.value = value
        }
    }

    private let entry = Locked<Entry?>(nil)

    /// A cache for values whose interpolation is prepared; nil if that of `sample` is not.
    init?(sample: Value) {
        guard sample.interpolation(to: sample) != nil else { return nil }
    }

    /// Returns the value at a fraction of the way between two ends.
    func value(from first: Value, to last: Value, at fraction: Double) -> Value {
        if let entry = entry.withLock({ $0 }), entry.first == first, entry.last == last { return entry.value(fraction) }
        guard let value = first.interpolation(to: last) else { return first.interpolated(with: last, at: fraction) }
        entry.withLock { $0 = Entry(first: first, last: last, value: value) }
        return value(fraction)
    }
}
