internal import Controls
internal import Files
internal import Glibc
internal import TileContainers

/// A disk cache of pyramids, which are cut from plain images for viewing.
///
/// Each image has a folder of its own, keyed by the file's path, size and modification date. Several processes may share the
/// cache; an open pyramid is never evicted. The cache's folder may be a symbolic link that the user has made, but a folder of
/// another user is not used.
public struct PyramidCache: Hashable, Sendable {
    /// The cache's folder.
    public var path: String
    /// The limit for the bytes of all pyramids together; 4 GiB by default.
    ///
    /// Above the limit, the least recently used pyramids are evicted. Only open pyramids may exceed it.
    public var sizeLimit: Int

    /// Creates a cache; its folder is created when it is needed.
    public init(path: String = Self.standardPath, sizeLimit: Int = 4 << 30) {
        self.path = path
        self.sizeLimit = sizeLimit
    }

    /// The default folder of the current user: `tilekit/pyramids` in `$XDG_CACHE_HOME`, or in `~/.cache` if that is not set.
    ///
    /// Follows the XDG Base Directory Specification (https://specifications.freedesktop.org/basedir-spec), which ignores
    /// relative paths.
    public static var standardPath: String { standardPath(PathText.variable) }

    /// The default folder for an environment whose variables a closure returns.
    static func standardPath(_ variable: (_ name: String) -> String?) -> String {
        func folder(_ name: String) -> String? { variable(name).flatMap { $0.hasPrefix("/") ? $0 : nil } }
        return (folder("XDG_CACHE_HOME") ?? (folder("HOME") ?? "/tmp") + "/.cache") + "/tilekit/pyramids"
    }

    /// Returns a path in the cache's folder for a file of the app; creates the folder if it is missing.
    ///
    /// Such a file does not count toward ``sizeLimit``, and is never evicted. Blocks while the folder is created.
    ///
    /// - Parameter name: the file's name, without a path.
    /// - Returns: the path, whether or not the file exists.
    public func path(ofFile name: String) -> String {
        PrivateFolder.create(path)
        return "\(path)/\(name)"
    }

    /// The complete pyramid of an image; nil if it is not cached.
    func completeEntry(for key: PyramidCacheKey) -> PyramidCacheEntry? {
        // Only creating a folder can fail.
        guard FileOwner.isOwnPlace(path),
            let entry = try? PyramidCacheEntry("\(path)/\(key.folderName)", creates: false)
        else { return nil }
        return entry.isComplete ? entry : nil
    }

    /// The folder for the pyramid of an image, created if needed.
    ///
    /// - Throws: ``StoreError``.
    func entry(for key: PyramidCacheKey) throws -> PyramidCacheEntry {
        try makeFolders(path)
        guard FileOwner.isOwnPlace(path) else {
            throw StoreError(
                .cannotCreate, path: path,
                "tiles cannot be cached here: the folder belongs to another user. Set XDG_CACHE_HOME to a folder of your "
                    + "own.")
        }
        let folder = "\(path)/\(key.folderName)"
        // If the folder was just evicted, one more attempt is enough: a new folder is not evicted.
        guard let entry = try PyramidCacheEntry(folder, creates: true) ?? PyramidCacheEntry(folder, creates: true)
        else {
            throw StoreError.unusableCache(folder, errno: EBUSY)
        }
        return entry
    }

    private func makeFolders(_ path: String) throws {
        if mkdir(path, 0o700) == 0 || errno == EEXIST { return }
        guard errno == ENOENT, path != "/" else { throw StoreError.unusableCache(path, errno: errno) }
        try makeFolders(FilePath.parent(of: path))
        if mkdir(path, 0o700) != 0, errno != EEXIST {
            throw StoreError.unusableCache(path, errno: errno)
        }
    }
}
