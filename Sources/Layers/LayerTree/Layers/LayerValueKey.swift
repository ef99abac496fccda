/// The key of a value that an app keeps with layers, such as the index of the image that a layer shows.
///
/// ```swift
/// enum ImageIndex: LayerValueKey {
///     typealias Value = Int
/// }
/// layer[ImageIndex.self] = 50
/// ```
public protocol LayerValueKey {
    /// The type of the value.
    associatedtype Value
}

extension Layer {
    /// The value that an app keeps with the layer under a key; nil if there is none.
    ///
    /// It has no effect on the layer, and is not copied, animated or drawn.
    public subscript<Key: LayerValueKey>(key: Key.Type) -> Key.Value? {
        get { customValues[ObjectIdentifier(key)] as? Key.Value }
        set { customValues[ObjectIdentifier(key)] = newValue }
    }
}
