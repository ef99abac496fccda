/// A function that makes a transform of an animated number or vector.
///
/// An animation with a value function interpolates the function's argument and not the transform, so that a layer can make several
/// turns. The transform that it makes replaces the layer's own, or is concatenated with it by an additive animation:
///
/// ```swift
/// var spin = BasicAnimation(\.transform, valueFunction: .rotateZ, from: 0, to: 6 * Double.pi)
/// spin.isAdditive = true
/// layer.addAnimation(spin, forKey: "spin")
/// ```
///
/// A key path such as `\.transform.rotation.z` does without one: it changes one component and keeps the others.
public struct ValueFunction<Value: Animatable>: Hashable, Sendable {
    /// The name, such as "rotateZ".
    public let name: String
    /// Makes the transform.
    let transform: @Sendable (Value) -> Transform3D
    /// Finds the argument in a transform.
    let argument: @Sendable (Transform3D) -> Value

    /// Returns the transform that the function makes of a value.
    public func callAsFunction(_ value: Value) -> Transform3D { transform(value) }

    /// Returns true if both functions have the same name.
    public static func == (left: ValueFunction, right: ValueFunction) -> Bool { left.name == right.name }

    /// Hashes the name.
    public func hash(into hasher: inout Hasher) { hasher.combine(name) }
}

extension ValueFunction where Value == Double {
    /// A rotation about the x axis by an angle in radians.
    public static var rotateX: ValueFunction {
        ValueFunction(
            name: "rotateX", transform: { Transform3D(rotation: $0, x: 1, y: 0, z: 0) }, argument: \.rotation.x)
    }

    /// A rotation about the y axis by an angle in radians.
    public static var rotateY: ValueFunction {
        ValueFunction(
            name: "rotateY", transform: { Transform3D(rotation: $0, x: 0, y: 1, z: 0) }, argument: \.rotation.y)
    }

    /// A rotation about the z axis by an angle in radians, clockwise on the screen.
    public static var rotateZ: ValueFunction {
        ValueFunction(
            name: "rotateZ", transform: { Transform3D(rotation: $0, x: 0, y: 0, z: 1) }, argument: \.rotation.z)
    }

    /// A scaling along the x axis.
    public static var scaleX: ValueFunction {
        ValueFunction(name: "scaleX", transform: { Transform3D(scaleX: $0, y: 1) }, argument: \.scale.x)
    }

    /// A scaling along the y axis.
    public static var scaleY: ValueFunction {
        ValueFunction(name: "scaleY", transform: { Transform3D(scaleX: 1, y: $0) }, argument: \.scale.y)
    }

    /// A scaling along the z axis.
    public static var scaleZ: ValueFunction {
        ValueFunction(name: "scaleZ", transform: { Transform3D(scaleX: 1, y: 1, z: $0) }, argument: \.scale.z)
    }

    /// A translation along the x axis in points.
    public static var translateX: ValueFunction {
        ValueFunction(
            name: "translateX", transform: { Transform3D(translationX: $0, y: 0) }, argument: \.translation.x)
    }

    /// A translation along the y axis in points.
    public static var translateY: ValueFunction {
        ValueFunction(
            name: "translateY", transform: { Transform3D(translationX: 0, y: $0) }, argument: \.translation.y)
    }

    /// A translation along the z axis in points.
    public static var translateZ: ValueFunction {
        ValueFunction(
            name: "translateZ", transform: { Transform3D(translationX: 0, y: 0, z: $0) }, argument: \.translation.z)
    }
}

extension ValueFunction where Value == Vector3D {
    /// A scaling along all axes.
    public static var scale: ValueFunction {
        ValueFunction(
            name: "scale", transform: { Transform3D(scaleX: $0.x, y: $0.y, z: $0.z) }, argument: \.scale)
    }

    /// A translation along all axes in points.
    public static var translate: ValueFunction {
        ValueFunction(
            name: "translate", transform: { Transform3D(translationX: $0.x, y: $0.y, z: $0.z) },
            argument: \.translation)
    }
}

/// The argument of a value function as a property of a layer.
struct ValueFunctionArgument<Value: Animatable>: Hashable, Sendable {
    let transform: any WritableKeyPath<LayerProperties, Transform3D> & Sendable
    let function: ValueFunction<Value>

    static func == (left: ValueFunctionArgument, right: ValueFunctionArgument) -> Bool {
        left.transform as AnyKeyPath == right.transform as AnyKeyPath && left.function == right.function
    }

    func hash(into hasher: inout Hasher) {
        hasher.combine(transform as AnyKeyPath)
        hasher.combine(function)
    }
}

extension LayerProperties {
    /// The argument of a value function; setting it replaces the transform.
    subscript<Value: Animatable>(argument: ValueFunctionArgument<Value>) -> Value {
        get { argument.function.argument(self[keyPath: argument.transform]) }
        set { self[keyPath: argument.transform] = argument.function(newValue) }
    }
}
