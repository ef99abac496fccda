extension Layer {
    /// The value of a custom property, or its default if it is not set; see ``LayerPropertyKey``.
    public subscript<Key: LayerPropertyKey>(key: Key.Type) -> Key.Value {
        get { properties[key] }
        set { change { $0[key] = newValue } }
    }

    /// Requests a redraw if the presented custom properties require one.
    func setNeedsDisplayIfCustomPropertiesChanged() {
        let shown = presentedCustomProperties
        guard shown != drawnCustomProperties else { return }
        if shown.needsDisplay(after: drawnCustomProperties) {
            setNeedsDisplay(because: \.customProperties)
        }
        drawnCustomProperties = shown
    }

    /// The custom properties of the presented values.
    private var presentedCustomProperties: CustomProperties {
        guard !animations.isEmpty, let time = scene?.frameTime else { return model.customProperties }
        return cachedPresentation(at: localTime(at: time)).properties.customProperties
    }

    /// The value that an app stores in the layer under a key; nil if there is none.
    ///
    /// It has no effect on the layer, and is not copied, animated or drawn.
    public subscript<Key: LayerValueKey>(key: Key.Type) -> Key.Value? {
        get { customValues[ObjectIdentifier(key)] as? Key.Value }
        set { customValues[ObjectIdentifier(key)] = newValue }
    }
}

/// The key of a value that an app stores in layers, such as the index of a layer's image.
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
