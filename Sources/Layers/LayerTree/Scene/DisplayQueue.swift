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
