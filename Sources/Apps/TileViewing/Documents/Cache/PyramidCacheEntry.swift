internal import FilePyramids
internal import Files
internal import Glibc
internal import TileContainers
internal import TilePyramid

/// A pyramid's folder in the cache, which is not evicted while this object lives.
///
/// The folder holds the pyramid and a lock file. Every process that uses the pyramid holds a shared lock on that file,
/// which the kernel releases however the process ends. The lock file's modification date is the time of the last use;
/// it contains the size of the finished pyramid in bytes and, for people, the path of the image.
final class PyramidCacheEntry: Sendable {
    static let lockName = "in-use"

    /// The folder's path.
    let path: String
    private let lock: Int32

    /// The path of the pyramid's descriptor, which exists once the pyramid is complete.
    var descriptorPath: String { "\(path)/image.dzi" }
    /// The path of a pyramid of values, which exists once it is complete; an entry has either this or tiles.
    var valuesPath: String { "\(path)/levels.ome.zarr" }
    /// Whether the pyramid is complete.
    var isComplete: Bool { FileSystem.exists(descriptorPath) || FileSystem.exists(valuesPath) }

    /// Opens a folder of the cache and marks it as just used.
    ///
    /// The result is nil if there is no such folder, or if another process is just evicting it.
    ///
    /// - Parameters:
    ///   - path: the folder.
    ///   - creates: whether a missing folder is created.
    /// - Throws: ``StoreError`` if the folder cannot be created.
    init?(_ path: String, creates: Bool) throws {
        if creates, mkdir(path, 0o777) != 0, errno != EEXIST {
            throw StoreError.unusableCache(path, errno: errno)
        }
        guard FileOwner.isOwnFolder(path) else {
            if creates { throw StoreError.unusableCache(path, errno: EPERM) }
            return nil
        }
        let name = "\(path)/\(Self.lockName)"
        let file = open(name, O_RDWR | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC | (creates ? O_CREAT : 0), 0o666)
        guard file >= 0 else {
            if creates { throw StoreError.unusableCache(path, errno: errno) }
            return nil
        }
        guard FileOwner.isOwnFile(file, in: path) else {
            close(file)
            if creates { throw StoreError.unusableCache(name, errno: EPERM) }
            return nil
        }
        // An eviction takes an exclusive lock, and renames the folder before it removes it.
        guard flock(file, LOCK_SH | LOCK_NB) == 0, FileLock.isFile(file, at: name) else {
            close(file)
            return nil
        }
        self.path = path
        lock = file
        futimens(file, nil)
    }

    deinit {
        // A process that is being started holds copies of all descriptors for a moment, and with them the lock.
        flock(lock, LOCK_UN)
        close(lock)
    }

    /// Records the size of the finished pyramid, so that eviction does not have to add up its files.
    func note(bytes: Int, of image: String) {
        let text = Array("\(bytes)\n\(image)\n".utf8)
        ftruncate(lock, 0)
        pwrite(lock, text, text.count, 0)
    }
}

extension StoreError {
    /// The error for a cache folder that cannot be used.
    static func unusableCache(_ path: String, errno code: Int32) -> StoreError {
        let reason = String(cString: strerror(code))
        return switch code {
        case ENOSPC, EDQUOT:
            StoreError(.diskFull, path: path, "tiles cannot be cached here: \(reason). Free some disk space.")
        default:
            StoreError(
                .cannotCreate, path: path,
                "tiles cannot be cached here: \(reason). Set XDG_CACHE_HOME to a writable folder.")
        }
    }
}

/// The tiles of a cached pyramid, which is not evicted while they are in use.
struct CachedTiles: TileSource {
    private let source: LayoutSource
    private let entry: PyramidCacheEntry

    /// Opens the complete pyramid of an entry.
    init(in entry: PyramidCacheEntry) throws {
        source = try LayoutSource(opening: entry.descriptorPath, as: .deepZoom)
        self.entry = entry
    }

    /// Opens the pyramid of an image; nil if it is not cached.
    init?(of key: PyramidCacheKey, in cache: PyramidCache) {
        guard let entry = cache.completeEntry(for: key), let tiles = try? CachedTiles(in: entry) else { return nil }
        self = tiles
    }

    var pyramid: Pyramid { source.pyramid }

    func read(_ index: TileIndex) throws -> EncodedTile? { try source.read(index) }
}
