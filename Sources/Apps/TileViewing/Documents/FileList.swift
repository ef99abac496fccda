/// The files that a viewer steps through, and which of them is current.
struct FileList: Sendable {
    private(set) var paths: [String] = []
    /// The index of the current file; nil if there is none.
    private(set) var position: Int?

    /// The path of the current file.
    var current: String? { position.map { paths[$0] } }

    /// Appends files that are not in the list yet, and makes the first one current.
    mutating func add(_ new: [String]) {
        for path in new where !paths.contains(path) {
            paths.append(path)
        }
        if let first = new.first {
            position = paths.firstIndex(of: first)
        }
    }

    /// Moves by some files forward or back; the list wraps around at both ends.
    mutating func move(by step: Int) {
        guard let position else { return }
        self.position = ((position + step) % paths.count + paths.count) % paths.count
    }
}
