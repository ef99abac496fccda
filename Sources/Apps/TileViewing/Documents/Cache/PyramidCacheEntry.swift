internal import Glibc
internal import TileStores

/// A pyramid's folder in the cache, which is not removed as long as this lives.
///
/// The folder holds the pyramid and a file that is locked by everybody who uses it: the lock goes with the process,
/// however that ends. Its date is that of the last use, its content the bytes of the finished pyramid and, for people,
/// the path of the image.
final class PyramidCacheEntry: Sendable {
    static let lockName = "in-use"

    /// The folder.
    let path: String
    private let lock: Int32

    /// The descriptor of the pyramid, which is there when it is complete.
    var descriptorPath: String { "\(path)/image.dzi" }
    /// Whether the pyramid is complete.
    var isComplete: Bool { FileSystem.exists(descriptorPath) }

    /// Takes up a folder, and makes it if that is asked for.
    ///
    /// - Returns: nil when there is none, or when it is just being removed by another process.
    /// - Throws: ``StoreError`` when the folder cannot be made.
    init?(_ path: String, creates: Bool) throws {
        if creates, mkdir(path, 0o777) != 0, errno != EEXIST {
            throw StoreError.unusableCache(path, errno: errno)
        }
        let name = "\(path)/\(Self.lockName)"
        let file = open(name, O_RDWR | O_CLOEXEC | (creates ? O_CREAT : 0), 0o666)
        guard file >= 0 else {
            if creates { throw StoreError.unusableCache(path, errno: errno) }
            return nil
        }
        // Who removes a folder has the lock for itself, and gives the folder another name first.
        guard flock(file, LOCK_SH | LOCK_NB) == 0, Self.isSame(file, name) else {
            close(file)
            return nil
        }
        self.path = path
        lock = file
        futimens(file, nil)
    }

    deinit {
        close(lock)
    }

    /// Notes how many bytes the finished pyramid has, so that nobody has to look at all of its files.
    func note(bytes: Int, of image: String) {
        let text = Array("\(bytes)\n\(image)\n".utf8)
        ftruncate(lock, 0)
        pwrite(lock, text, text.count, 0)
    }

    /// Whether an open file is still the one of that name.
    static func isSame(_ file: Int32, _ name: String) -> Bool {
        var (opened, named) = (stat(), stat())
        return fstat(file, &opened) == 0 && stat(name, &named) == 0 && opened.st_ino == named.st_ino
            && opened.st_dev == named.st_dev
    }
}

extension StoreError {
    /// The error for a cache folder that cannot be used.
    static func unusableCache(_ path: String, errno code: Int32) -> StoreError {
        let reason = String(cString: strerror(code))
        return switch code {
        case ENOSPC, EDQUOT:
            StoreError(.diskFull, path: path, "tiles cannot be kept there: \(reason). Make room.")
        default:
            StoreError(
                .cannotCreate, path: path,
                "tiles cannot be kept there: \(reason). Set XDG_CACHE_HOME to a folder that can be written.")
        }
    }
}
