internal import FilePyramids
internal import Files

/// The order of the files that a viewer steps through.
public enum FileOrder: String, Hashable, Sendable, CaseIterable {
    /// By name, in natural order: "scan 9" comes before "scan 10".
    case name
    /// By the time of the last modification, the oldest file first.
    case date
    /// By size, the smallest file first.
    case size

    /// The next order; the last one is followed by the first.
    var next: FileOrder {
        switch self {
        case .name: .date
        case .date: .size
        case .size: .name
        }
    }

    /// The order in a message.
    var summary: String {
        switch self {
        case .name: "Sorted by name."
        case .date: "Sorted by date, the oldest file first."
        case .size: "Sorted by size, the smallest file first."
        }
    }

    /// Sorts files; blocks while their dates or sizes are read.
    ///
    /// Files that are equal in date or size are in natural order. Files without a date or size come after the others, and
    /// addresses come last, in the order of their server.
    ///
    /// - Parameters:
    ///   - paths: the files.
    ///   - attributes: returns a file's date and size; nil if it does not exist. It is not called for addresses.
    /// - Returns: the same files.
    /// - Complexity: O(n log n), and a call of `attributes` for each file unless files are sorted by name.
    func sorted(_ paths: [String], attributes: (String) -> FileAttributes?) -> [String] {
        let addresses = paths.filter { PyramidLocation($0).isRemote }
        let files = paths.filter { !PyramidLocation($0).isRemote }.map(NaturalOrder.init).sorted().map(\.name)
        let sorted =
            switch self {
            case .name: files
            case .date: Self.sorted(files) { attributes($0)?.modification }
            case .size: Self.sorted(files) { attributes($0)?.byteCount }
            }
        return sorted + addresses
    }

    /// Sorts files by a value; those that are equal or have none keep their order.
    private static func sorted<Value: Comparable>(_ files: [String], by value: (String) -> Value?) -> [String] {
        var known: [(index: Int, value: Value)] = []
        var unknown: [String] = []
        for (index, file) in files.enumerated() {
            if let value = value(file) { known.append((index, value)) } else { unknown.append(file) }
        }
        known.sort { $0.value != $1.value ? $0.value < $1.value : $0.index < $1.index }
        return known.map { files[$0.index] } + unknown
    }
}
