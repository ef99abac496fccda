/// A set of layers in insertion order, so that the order of processing is the same in every run.
@MainActor
struct OrderedLayerSet {
    /// The layers, with nil for removed ones.
    private var layers: [Layer?] = []
    private var indices: [ObjectIdentifier: Int] = [:]

    /// The layers in insertion order.
    var all: Members { Members(layers: layers) }

    /// The layers of a set at a time: later changes of the set do not matter.
    struct Members: Sequence, IteratorProtocol {
        fileprivate let layers: [Layer?]
        private var index = 0

        fileprivate init(layers: [Layer?]) {
            self.layers = layers
        }

        mutating func next() -> Layer? {
            while index < layers.count {
                defer { index += 1 }
                if let layer = layers[index] { return layer }
            }
            return nil
        }
    }

    /// Appends a layer unless the set contains it; O(1).
    mutating func insert(_ layer: Layer) {
        let id = ObjectIdentifier(layer)
        guard indices[id] == nil else { return }
        indices[id] = layers.count
        layers.append(layer)
    }

    /// Removes a layer; O(1) on average.
    mutating func remove(_ layer: Layer) {
        guard let index = indices.removeValue(forKey: ObjectIdentifier(layer)) else { return }
        layers[index] = nil
        guard layers.count > 16, indices.count < layers.count / 2 else { return }
        layers.removeAll { $0 == nil }
        for (index, layer) in layers.enumerated() {
            if let layer { indices[ObjectIdentifier(layer)] = index }
        }
    }
}
