/// The layers of a scene that requested display, in the order of their requests.
@MainActor
struct DisplayQueue {
    private var requests: [ObjectIdentifier: (number: Int, layer: Layer)] = [:]
    private var lastNumber = 0

    var isEmpty: Bool { requests.isEmpty }

    mutating func insert(_ layer: Layer) {
        guard requests[ObjectIdentifier(layer)] == nil else { return }
        lastNumber += 1
        requests[ObjectIdentifier(layer)] = (lastNumber, layer)
    }

    mutating func remove(_ layer: Layer) {
        requests[ObjectIdentifier(layer)] = nil
    }

    func contains(where isWanted: (Layer) -> Bool) -> Bool {
        requests.values.contains { isWanted($0.layer) }
    }

    /// Removes and returns the layers that satisfy a condition.
    mutating func dequeue(where isDue: (Layer) -> Bool) -> [Layer] {
        guard !isEmpty else { return [] }
        let due = requests.values.filter { isDue($0.layer) }.sorted { $0.number < $1.number }.map(\.layer)
        for layer in due {
            remove(layer)
        }
        return due
    }
}

/// A set of layers in insertion order, so that the order of processing is the same in every run.
@MainActor
struct OrderedLayerSet {
    /// The layers, with nil for removed ones.
    private var layers: [Layer?] = []
    private var indices: [ObjectIdentifier: Int] = [:]

    /// The layers in insertion order.
    var all: some Sequence<Layer> { layers.lazy.compactMap { $0 } }

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
