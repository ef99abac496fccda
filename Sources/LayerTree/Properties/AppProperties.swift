/// The values of an app's own properties that differ from their defaults.
struct AppProperties: Hashable, Sendable {
    /// A value and what it is the value of.
    struct Entry: Hashable, Sendable {
        let key: any LayerPropertyKey.Type
        let value: any Hashable & Sendable

        static func == (left: Entry, right: Entry) -> Bool { AnyHashable(left.value) == AnyHashable(right.value) }

        func hash(into hasher: inout Hasher) { value.hash(into: &hasher) }
    }

    /// Nil while there are none, which is usual, and costs nothing to copy and compare.
    private var entries: [ObjectIdentifier: Entry]?

    subscript<Key: LayerPropertyKey>(key: Key.Type) -> Key.Value {
        get { entries?[ObjectIdentifier(key)]?.value as? Key.Value ?? Key.defaultValue }
        set {
            var entries = self.entries ?? [:]
            entries[ObjectIdentifier(key)] =
                newValue == Key.defaultValue ? nil : Entry(key: key, value: newValue)
            self.entries = entries.isEmpty ? nil : entries
        }
    }

    /// The properties in which two layers, or one at two moments, differ, in the order of their names.
    func keys(differingFrom other: AppProperties) -> [any LayerPropertyKey.Type] {
        let (own, others) = (entries ?? [:], other.entries ?? [:])
        guard own != others else { return [] }
        let all = own.merging(others) { own, _ in own }
        return all.filter { own[$0.key] != others[$0.key] }.map(\.value.key)
            .sorted { $0.actionKey.name < $1.actionKey.name }
    }

    /// Only those that a layer is drawn anew for.
    var drawn: AppProperties {
        var drawn = self
        drawn.entries = entries?.filter { $0.value.key.needsDisplay }
        if drawn.entries?.isEmpty == true { drawn.entries = nil }
        return drawn
    }
}

extension LayerProperties {
    /// The value of a property of an app's own, which may be its default.
    ///
    /// - Complexity: O(1); setting copies the values that are not defaults.
    public subscript<Key: LayerPropertyKey>(key: Key.Type) -> Key.Value {
        get { appProperties[key] }
        set { appProperties[key] = newValue }
    }

    subscript<Key: LayerPropertyKey>(token: PropertyToken<Key>) -> Key.Value {
        get { appProperties[Key.self] }
        set { appProperties[Key.self] = newValue }
    }
}

extension Layer {
    /// The value of a property of an app's own, which may be its default; see ``LayerPropertyKey``.
    public subscript<Key: LayerPropertyKey>(key: Key.Type) -> Key.Value {
        get { properties[key] }
        set { change { $0[key] = newValue } }
    }
}
