internal import Glibc
internal import TileStores

/// A folder for an output, with those above it that were missing.
struct NewFolders {
    /// The ones that were made, the uppermost first.
    private let made: [String]

    /// Makes a folder and those above it.
    init(_ path: String) throws {
        made = try Self.make(path)
    }

    /// Removes those that were made, unless there is something in them.
    func removeEmpty() {
        for folder in made.reversed() {
            rmdir(folder)
        }
    }

    private static func make(_ path: String) throws -> [String] {
        if FileSystem.isFolder(path) {
            return []
        }
        let parent = FilePath.parent(of: path)
        let made = parent == "." || parent == "/" ? [] : try make(parent)
        let isMade = mkdir(path, 0o777) == 0
        let code = errno
        guard isMade || code == EEXIST && FileSystem.isFolder(path) else {
            throw StoreError(
                .cannotCreate, path: path,
                "the folder cannot be made: \(String(cString: strerror(code))). Choose another place with --output.")
        }
        return made + [path]
    }
}
