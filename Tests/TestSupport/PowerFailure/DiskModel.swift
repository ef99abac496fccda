/// A model of a file system in a computer that may lose power; operations run one after the other.
///
/// It guarantees no more than any common file system, and less than each of them:
/// - **Data**: writes to a file since its last sync (`fsync`, `fdatasync`, `syncfs`) may be lost in part: any subset of the
///   writes, each divided into pages of 4096 bytes. A lost piece beyond the end of the file leaves the file short, or leaves
///   zeros (as ext4 with `data=writeback` does). Sizes are part of the data.
/// - **Names**: creating, renaming, linking and removing are durable after `fsync` of the folder (or `syncfs`); syncing the
///   file is not enough. Without it, any number of a folder's first changes is durable, in their order; different folders are
///   independent. A rename between two folders is durable in both or in neither. The file systems ext4, XFS and Btrfs keep one
///   order for all folders, and POSIX promises none; this model is between the two. The mode of a file comes with its name.
/// - A rename does not make the data of the file durable, unlike on ext4 with `auto_da_alloc`.
/// - Synced data stay, even if the same file is written again.
public struct DiskModel: Sendable {
    /// A part of a file that was written and not synced: a page, or a change of the size.
    enum Piece: Sendable {
        case bytes(offset: Int, [UInt8])
        case size(Int)
    }

    /// A change of names that is there as a whole or not at all; nil for a name that is removed.
    struct NameChange: Sendable {
        var number: Int
        var entries: [(folder: Int, name: String, inode: Int?)]
    }

    struct File: Sendable {
        var durable: [UInt8] = []
        var pending: [Piece] = []
    }

    struct Folder: Sendable {
        /// The names as programs see them, and as they are on the disk.
        var (live, durable): ([String: Int], [String: Int]) = ([:], [:])
        /// The changes that are not on the disk yet.
        var pending: [NameChange] = []
    }

    static let root = 0
    private static let pageBytes = 4096

    private(set) var files: [Int: File] = [:]
    private(set) var folders: [Int: Folder] = [root: Folder()]
    private var changeCount = 0
    private var inodeCount = 1

    /// Creates a disk with these files; all of them are durable.
    public init(_ image: DiskImage = DiskImage()) {
        for path in image.folders.sorted() { perform(.makeFolder(path)) }
        for (path, bytes) in image.files {
            perform(.create(path))
            perform(.write(path, offset: 0, bytes: bytes))
        }
        perform(.syncAll)
    }

    /// Performs an operation.
    public mutating func perform(_ operation: FileOperation) {
        switch operation {
        case .create(let path):
            guard inode(path) == nil else { return }
            files[inodeCount] = File()
            setName(path, newInode())
        case .makeFolder(let path):
            folders[inodeCount] = Folder()
            setName(path, newInode())
        case .write(let path, let offset, let bytes):
            guard let inode = inode(path) else { return }
            var start = 0
            while start < bytes.count {
                let end = min(bytes.count, (offset + start) / Self.pageBytes * Self.pageBytes + Self.pageBytes - offset)
                files[inode]?.pending.append(.bytes(offset: offset + start, Array(bytes[start..<end])))
                start = end
            }
        case .truncate(let path, let size):
            guard let inode = inode(path) else { return }
            files[inode]?.pending.append(.size(size))
        case .rename(let old, let new): change([(old, nil), (new, inode(old))])
        case .exchange(let one, let other): change([(one, inode(other)), (other, inode(one))])
        case .link(let old, let new): setName(new, inode(old))
        case .remove(let path): setName(path, nil)
        case .sync(let path): if let inode = inode(path) { sync(inode) }
        case .syncAll:
            for inode in Array(files.keys) { sync(inode) }
            for inode in Array(folders.keys) { sync(inode) }
        }
    }

    private mutating func newInode() -> Int {
        defer { inodeCount += 1 }
        return inodeCount
    }

    /// The inode at a path; nil if there is none.
    func inode(_ path: String) -> Int? {
        path.split(separator: "/").reduce(Self.root) { folder, name in
            folder.flatMap { folders[$0]?.live[String(name)] }
        }
    }

    private mutating func setName(_ path: String, _ inode: Int?) { change([(path, inode)]) }

    private mutating func change(_ names: [(path: String, inode: Int?)]) {
        let entries = names.compactMap { path, inode -> (folder: Int, name: String, inode: Int?)? in
            let parts = path.split(separator: "/")
            guard let name = parts.last, let folder = self.inode(parts.dropLast().joined(separator: "/"))
            else { return nil }
            return (folder, String(name), inode)
        }
        let change = NameChange(number: changeCount, entries: entries)
        changeCount += 1
        for folder in Set(entries.map(\.folder)) { folders[folder]?.pending.append(change) }
        for entry in entries { folders[entry.folder]?.live[entry.name] = entry.inode }
    }

    private mutating func sync(_ inode: Int) {
        if var file = files[inode] {
            for piece in file.pending { file.durable.apply(piece) }
            file.pending = []
            files[inode] = file
        } else if let count = folders[inode]?.pending.count, count > 0 {
            let durable = durableCounts([inode: count])
            for (folder, count) in durable { makeDurable(folder, count) }
        }
    }

    private mutating func makeDurable(_ folder: Int, _ count: Int) {
        guard var state = folders[folder] else { return }
        for change in state.pending.prefix(count) {
            for entry in change.entries where entry.folder == folder { state.durable[entry.name] = entry.inode }
        }
        state.pending.removeFirst(count)
        folders[folder] = state
    }

    /// Extends the numbers of changes that are durable, by folder, so that each change is durable in all of its folders.
    func durableCounts(_ counts: [Int: Int]) -> [Int: Int] {
        var counts = counts
        var isComplete = false
        while !isComplete {
            isComplete = true
            for (folder, count) in counts {
                for change in folders[folder]?.pending.prefix(count) ?? [] where change.entries.count > 1 {
                    for entry in change.entries where entry.folder != folder {
                        let position = folders[entry.folder]?.pending.firstIndex { $0.number == change.number }
                        guard let position, counts[entry.folder, default: 0] <= position else { continue }
                        counts[entry.folder] = position + 1
                        isComplete = false
                    }
                }
            }
        }
        return counts
    }
}

extension [UInt8] {
    /// Changes the bytes of a file.
    mutating func apply(_ piece: DiskModel.Piece) {
        switch piece {
        case .bytes(let offset, let bytes):
            if count < offset { append(contentsOf: repeatElement(0, count: offset - count)) }
            replaceSubrange(offset..<Swift.min(count, offset + bytes.count), with: bytes)
        case .size(let size):
            if size <= count {
                removeLast(count - size)
            } else {
                append(contentsOf: repeatElement(0, count: size - count))
            }
        }
    }
}
