/// The values of custom properties that differ from their defaults.
struct CustomProperties: Hashable, Sendable {
    /// A value and its key.
    struct Entry: Hashable, Sendable {
        let key: any LayerPropertyKey.Type
        let value: any Hashable & Sendable

        static func == (left: Entry, right: Entry) -> Bool { AnyHashable(left.value) == AnyHashable(right.value) }

        func hash(into hasher: inout Hasher) { value.hash(into: &hasher) }
    }

    /// The entries; nil if there are no values: this usual case costs nothing to copy and compare.
    private var entries: [ObjectIdentifier: Entry]?

    subscript<Key: LayerPropertyKey>(key: Key.Type) -> Key.Value {
        get {
            // An absent entry must not be cast: nil is a value of an optional type.
            guard let entry = entries?[ObjectIdentifier(key)] else { return Key.defaultValue }
            return entry.value as? Key.Value ?? Key.defaultValue
        }
        set {
            var entries = self.entries ?? [:]
            entries[ObjectIdentifier(key)] = newValue == Key.defaultValue ? nil : Entry(key: key, value: newValue)
            self.entries = entries.isEmpty ? nil : entries
        }
    }

    /// Whether a layer that was drawn with other values must be redrawn.
    func needsDisplay(after other: CustomProperties) -> Bool {
        keys(differingFrom: other).contains { $0.needsDisplay }
    }

    /// Returns the keys with different values.
    func keys(differingFrom other: CustomProperties) -> [any LayerPropertyKey.Type] {
        guard entries != nil || other.entries != nil else { return [] }
        let own = entries ?? [:]
        let others = other.entries ?? [:]
        let all = own.merging(others) { own, _ in own }
        return all.filter { own[$0.key] != others[$0.key] }.map(\.value.key)
    }
}

extension LayerProperties {
    /// The value of a custom property, or its default if it is not set.
    ///
    /// - Complexity: O(1) to get; setting copies all values that are not defaults.
    public subscript<Key: LayerPropertyKey>(key: Key.Type) -> Key.Value {
        get { customProperties[key] }
        set { customProperties[key] = newValue }
    }

    subscript<Key: LayerPropertyKey>(token: PropertyToken<Key>) -> Key.Value {
        get { customProperties[Key.self] }
        set { customProperties[Key.self] = newValue }
    }
}
