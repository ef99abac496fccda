/// The files that a viewer goes through, and which of them is shown.
struct FileList: Sendable {
    private(set) var paths: [String] = []
    /// The place of the file that is shown; nil while there is none.
    private(set) var position: Int?

    /// The file that is shown.
    var current: String? { position.map { paths[$0] } }

    /// Puts files at the end, those that are there already left out, and goes to the first of them.
    mutating func add(_ new: [String]) {
        for path in new where !paths.contains(path) {
            paths.append(path)
        }
        if let first = new.first {
            position = paths.firstIndex(of: first)
        }
    }

    /// Goes so many files on, or back; after the last comes the first.
    mutating func move(by step: Int) {
        guard let position else { return }
        self.position = ((position + step) % paths.count + paths.count) % paths.count
    }
}
