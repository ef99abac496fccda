/// Layers in the order they were put in, each once; so that what is done for all of them is done in the same order in
/// every run.
@MainActor
struct OrderedLayerSet {
    /// The layers, with gaps where some were taken out.
    private var layers: [Layer?] = []
    private var indices: [ObjectIdentifier: Int] = [:]

    /// The layers, in order.
    var all: some Sequence<Layer> { layers.lazy.compactMap { $0 } }

    /// Puts a layer at the end unless it is in already; O(1).
    mutating func insert(_ layer: Layer) {
        let id = ObjectIdentifier(layer)
        guard indices[id] == nil else { return }
        indices[id] = layers.count
        layers.append(layer)
    }

    /// Takes a layer out; O(1) on average.
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
