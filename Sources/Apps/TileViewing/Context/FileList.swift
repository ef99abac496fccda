internal import FilePyramids
internal import RemotePyramids

/// The files that a viewer steps through, and which of them is current.
struct FileList: Sendable {
    private(set) var paths: [String] = []
    /// The index of the current file; nil if there is none.
    private(set) var position: Int?
    /// Whether the files are those of a folder, of which one was opened, and not those that the user has named.
    private(set) var followsFolder = false
    /// The order in which the files are sorted; nil for that in which they were named.
    private(set) var order: FileOrder?
    /// The file whose folder is being listed; nil if none is.
    var listedPath: String?
    /// Whether the folder of the current file is being listed.
    var isListing: Bool { listedPath != nil }
    /// The paths that were named, and are not in the list for the folder that they are in; each may be a folder itself.
    private var named: Set<String> = []
    /// The lists that were replaced by what is in them, so that lists that name each other come to an end.
    private var replaced: Set<String> = []
    /// The names of addresses, where a list has given them.
    private var names: [String: String] = [:]

    /// The most files in the list; the memory for it follows their number.
    static let limit = FolderImages.limit

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

    /// The name of a file for display.
    func name(of path: String) -> String { names[path] ?? PyramidLocation(path).name }

    /// Whether all files are at addresses, where they have no dates and sizes.
    var isRemote: Bool { paths.allSatisfy { PyramidLocation($0).isRemote } }

    /// Appends files that are not in the list yet, and makes the first one current.
    mutating func add(_ new: [String]) {
        var known = Set(paths)
        paths += new.filter { known.insert($0).inserted }.prefix(max(0, Self.limit - paths.count))
        named.formUnion(new)
        followsFolder = false
        order = nil
        if let first = new.first {
            position = paths.firstIndex(of: first)
        }
    }

    /// Replaces a folder by the files in it, which are sorted in an order and of which the first becomes current.
    mutating func replace(_ folder: String, by inside: [String], in order: FileOrder? = nil) {
        guard let index = paths.firstIndex(of: folder), !inside.isEmpty else { return }
        let others = Set(paths)
        let new = inside.filter { !others.contains($0) }.prefix(max(1, Self.limit - paths.count))
        self.order = paths == [folder] ? order : nil
        paths.replaceSubrange(index...index, with: new)
        named.remove(folder)
        position = inside.first.flatMap(paths.firstIndex)
    }

    /// Replaces the address of a list by the addresses in it, of which the first becomes current.
    ///
    /// - Returns: whether the list has an address that is not a list which was replaced before.
    mutating func replace(_ address: String, by list: AddressList) -> Bool {
        replaced.insert(address)
        let items = list.items.filter { !replaced.contains($0.address) }
        guard !items.isEmpty else { return false }
        for item in items {
            if let name = item.name { names[item.address] = name }
            if item.isList { named.insert(item.address) }
        }
        replace(address, by: items.map(\.address))
        return true
    }

    /// Brings the files in another order; the current one stays current.
    ///
    /// - Parameters:
    ///   - sorted: the files in the new order.
    ///   - former: the files that were sorted.
    ///   - order: the new order.
    /// - Returns: whether these are still the files of the list.
    mutating func reorder(_ sorted: [String], insteadOf former: [String], in order: FileOrder) -> Bool {
        guard paths == former, sorted.count == former.count else { return false }
        self.order = order
        let current = current
        paths = sorted
        position = current.flatMap(paths.firstIndex)
        return true
    }

    /// Makes a file current; returns whether there is such a file.
    mutating func move(to index: Int) -> Bool {
        guard paths.indices.contains(index) else { return false }
        position = index
        return true
    }

    /// Adds the files around the only one, which stays current.
    mutating func surround(_ path: String, with all: [String], in order: FileOrder) {
        guard paths == [path], let index = all.firstIndex(of: path) else { return }
        self.order = order
        paths = all
        position = index
    }

    /// Moves by some files forward or back; the list wraps around at both ends.
    mutating func move(by step: Int) {
        guard let position else { return }
        self.position = ((position + step) % paths.count + paths.count) % paths.count
    }
}
