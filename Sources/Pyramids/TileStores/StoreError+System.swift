internal import Glibc

extension StoreError {
    /// The error for a system call that failed on `path` while doing `action` ("writing", "creating the folder").
    ///
    /// A run that makes one file cannot be continued and says so.
    static func system(_ action: String, path: String, errno code: Int32, canResume: Bool = true) -> StoreError {
        let reason = String(cString: strerror(code))
        switch code {
        case ENOSPC, EDQUOT, EFBIG:
            let advice = canResume ? "Make room and go on with --resume." : "Make room and run again."
            return StoreError(.diskFull, path: path, "\(action) failed: \(reason). \(advice)")
        case ENOENT, ENOTDIR, EACCES, EPERM, EROFS, EEXIST, ENAMETOOLONG, EISDIR, ELOOP:
            return StoreError(
                .cannotCreate, path: path, "\(action) failed: \(reason). Choose another place with --output.")
        default:
            return StoreError(.inputOutput, path: path, "\(action) failed: \(reason).")
        }
    }

    /// The error for something that could not be read.
    static func reading(_ path: String, errno code: Int32) -> StoreError {
        let reason = String(cString: strerror(code))
        switch code {
        case ENOENT, ENOTDIR, EACCES, EPERM, EISDIR, ENAMETOOLONG, ELOOP:
            return StoreError(.unreadable, path: path, "it cannot be read: \(reason).")
        default:
            return StoreError(.inputOutput, path: path, "reading it failed: \(reason).")
        }
    }

    /// The error for a folder of tiles that was there when its pyramid was opened.
    static func vanished(_ folder: String) -> StoreError {
        StoreError(.unreadable, path: folder, "the folder with the tiles has vanished. Is its disk there?")
    }

    /// The error for something that is there and is not to be replaced.
    static func exists(_ path: String) -> StoreError {
        StoreError(.exists, path: path, "this exists already. Replace it with --force, or choose another --output.")
    }

    /// The error for something of the final name that was not there when the run began.
    static func appeared(_ path: String) -> StoreError {
        StoreError(
            .exists, path: path,
            "this has appeared while the tiles were made. Move it away and run again with --resume, or replace it with "
                + "--resume --force.")
    }

    /// The error for a partial pyramid that nobody has asked to continue.
    static func interrupted(_ path: String) -> StoreError {
        StoreError(
            .interrupted, path: path,
            "an interrupted run has left this partial pyramid. Finish it with --resume, or throw it away and start "
                + "anew with --force.")
    }

    /// Throws the error for the last system call when `result` says that it failed.
    @discardableResult
    static func check(_ result: Int32, _ action: String, path: String) throws -> Int32 {
        guard result >= 0 else { throw system(action, path: path, errno: errno) }
        return result
    }
}
