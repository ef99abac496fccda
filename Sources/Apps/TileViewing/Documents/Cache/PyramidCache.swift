internal import Glibc
internal import TileStores

/// The folder that keeps the pyramids of images that have been cut to be looked at.
///
/// One folder for each image as it was at a time, known by the image's path, size and date. Several processes may use it
/// at once. What is open somewhere is not removed.
public struct PyramidCache: Hashable, Sendable {
    /// The folder.
    public var path: String
    /// The most bytes of all pyramids together; default 4 GiB.
    ///
    /// When there are more, those that were not used for the longest time are removed. Only a pyramid that is open may
    /// be larger.
    public var sizeLimit: Int

    /// A cache in a folder, which is made when it is needed.
    public init(path: String = Self.standardPath, sizeLimit: Int = 4 << 30) {
        self.path = path
        self.sizeLimit = sizeLimit
    }

    /// The folder for this user: `tilekit/pyramids` in `$XDG_CACHE_HOME`, or in `~/.cache` where that is not set.
    ///
    /// By the XDG Base Directory Specification (https://specifications.freedesktop.org/basedir-spec), which has relative
    /// paths ignored.
    public static var standardPath: String { standardPath { name in getenv(name).map { String(cString: $0) } } }

    /// The same for variables of the environment.
    static func standardPath(_ variable: (_ name: String) -> String?) -> String {
        func folder(_ name: String) -> String? { variable(name).flatMap { $0.hasPrefix("/") ? $0 : nil } }
        return (folder("XDG_CACHE_HOME") ?? (folder("HOME") ?? "/tmp") + "/.cache") + "/tilekit/pyramids"
    }

    /// The complete pyramid of an image; nil when there is none.
    func completeEntry(for key: PyramidCacheKey) -> PyramidCacheEntry? {
        // Where nothing is made, nothing can fail.
        guard let entry = try? PyramidCacheEntry("\(path)/\(key.folderName)", creates: false) else { return nil }
        return entry.isComplete ? entry : nil
    }

    /// The folder for the pyramid of an image, made if need be.
    ///
    /// - Throws: ``StoreError``.
    func entry(for key: PyramidCacheKey) throws -> PyramidCacheEntry {
        try makeFolders(path)
        let folder = "\(path)/\(key.folderName)"
        // A second try is enough after the folder was just removed: nobody removes a new one.
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
