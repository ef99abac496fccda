/// The files that a viewer steps through, and which of them is current.
struct FileList: Sendable {
    private(set) var paths: [String] = []
    /// The index of the current file; nil if there is none.
    private(set) var position: Int?
    /// Whether the files are those of a folder, of which one was opened, and not those that the user has named.
    private(set) var followsFolder = false
    /// The file whose folder is being listed; nil if none is.
    var listedPath: String?
    /// Whether the folder of the current file is being listed.
    var isListing: Bool { listedPath != nil }
    /// The paths that were named, and are not in the list for the folder that they are in.
    private var named: Set<String> = []

    /// An empty list.
    init() {}

    /// A file that was opened alone, so that the others of its folder can join it.
    init(alone path: String) {
        paths = [path]
        position = 0
        followsFolder = true
        named = [path]
    }

    /// The path of the current file.
    var current: String? { position.map { paths[$0] } }

    /// Whether a path was named, and not found in a folder.
    func isNamed(_ path: String) -> Bool { named.contains(path) }

    /// Appends files that are not in the list yet, and makes the first one current.
    mutating func add(_ new: [String]) {
        var known = Set(paths)
        paths += new.filter { known.insert($0).inserted }
        named.formUnion(new)
        followsFolder = false
        if let first = new.first {
            position = paths.firstIndex(of: first)
        }
    }

    /// Replaces a folder by the files in it, of which the first becomes current.
    mutating func replace(_ folder: String, by inside: [String]) {
        guard let index = paths.firstIndex(of: folder), !inside.isEmpty else { return }
        let others = Set(paths)
        let new = inside.filter { !others.contains($0) }
        paths.replaceSubrange(index...index, with: new)
        named.remove(folder)
        position = inside.first.flatMap(paths.firstIndex)
    }

    /// Adds the files around the only one, which stays current.
    mutating func surround(_ path: String, with all: [String]) {
        guard paths == [path], let index = all.firstIndex(of: path) else { return }
        paths = all
        position = index
    }

    /// Moves by some files forward or back; the list wraps around at both ends.
    mutating func move(by step: Int) {
        guard let position else { return }
        self.position = ((position + step) % paths.count + paths.count) % paths.count
    }
}
