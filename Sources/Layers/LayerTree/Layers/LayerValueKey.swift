/// A name for a value that an app keeps with layers, such as the index of the picture that a layer shows.
///
/// ```swift
/// enum PictureIndex: LayerValueKey {
///     typealias Value = Int
/// }
/// layer[PictureIndex.self] = 50
/// ```
public protocol LayerValueKey {
    /// What is kept under it.
    associatedtype Value
}

extension Layer {
    /// The value that an app keeps with the layer under a key; nil while there is none.
    ///
    /// It means nothing to the layer, and is not copied, animated or drawn.
    public subscript<Key: LayerValueKey>(key: Key.Type) -> Key.Value? {
        get { customValues[ObjectIdentifier(key)] as? Key.Value }
        set { customValues[ObjectIdentifier(key)] = newValue }
    }
}
