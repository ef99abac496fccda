internal import Numbers
internal import TileContainers

extension FreeSpace {
    /// Compares the free space of a disk with what an output needs.
    ///
    /// - Parameters:
    ///   - path: the path of the output.
    ///   - contents: the contents of the output for messages, such as "the tiles".
    ///   - least: the fewest bytes that they need.
    ///   - estimate: the bytes that they are likely to need.
    /// - Returns: a warning if there is less than the estimate; nil if there is enough, or if nothing is known.
    /// - Throws: `StoreError` with code `diskFull` if there is less than the least.
    static func warning(
        at path: String, for contents: String, least: Int, estimate: Int
    ) throws(StoreError) -> String? {
        guard let available = available(at: path), available < max(least, estimate) else { return nil }
        let need = "\(contents) need about \(NumberText.bytes(estimate))"
        let free = "\(NumberText.bytes(available)) are free"
        guard available >= least else {
            throw StoreError(
                .diskFull, path: path, "\(need), but only \(free). Free some space, or choose another --output.")
        }
        return "\(need), and only \(free)."
    }
}
