internal import Files
internal import Glibc
internal import TileContainers

/// The folder of an output, created with the missing folders above it.
struct NewFolders {
    /// The folders that were created, outermost first.
    private let created: [String]

    /// Creates a folder and the missing ones above it.
    init(_ path: String) throws {
        created = try Self.create(path)
    }

    /// Removes the created folders that are empty.
    func removeEmpty() {
        for folder in created.reversed() {
            rmdir(folder)
        }
    }

    private static func create(_ path: String) throws -> [String] {
        if FileSystem.isFolder(path) {
            return []
        }
        let parent = FilePath.parent(of: path)
        let created = parent == "." || parent == "/" ? [] : try create(parent)
        let isCreated = mkdir(path, 0o777) == 0
        let code = errno
        guard isCreated || code == EEXIST && FileSystem.isFolder(path) else {
            let reason =
                code == EEXIST && FileSystem.exists(path)
                ? "this is a file, and an output cannot lie in it"
                : "the folder cannot be created: \(String(cString: strerror(code)))"
            throw StoreError(.cannotCreate, path: path, "\(reason). Choose another --output.")
        }
        // What is finished in the folder is there after a power failure only if the folder is.
        if isCreated { try? DurableStorage.sync(folder: parent) }
        return created + [path]
    }
}
