package import TilePyramid
internal import Files
internal import Glibc

extension StoreError {
    /// The error for a system call on `path` that failed while `action` ("writing", "creating the folder").
    ///
    /// - Parameters:
    ///   - action: what was being done, as the subject of "failed".
    ///   - path: the file or folder.
    ///   - code: the `errno` of the call.
    ///   - canResume: whether a later run can continue this one; single-file containers start over.
    /// - Returns: the error, with a remedy for a full disk and for a path that cannot be created.
    package static func system(_ action: String, path: String, errno code: Int32, canResume: Bool = true) -> StoreError
    {
        let reason = String(cString: strerror(code))
        switch code {
        case ENOSPC, EDQUOT, EFBIG:
            let advice = canResume ? "Free some space and resume." : "Free some space and run again."
            return StoreError(.diskFull, path: path, "\(action) failed: \(reason). \(advice)")
        case ENOENT, ENOTDIR, EACCES, EPERM, EROFS, EEXIST, ENAMETOOLONG, EISDIR, ELOOP:
            return StoreError(
                .cannotCreate, path: path, "\(action) failed: \(reason). Choose another place.")
        default:
            return StoreError(.inputOutput, path: path, "\(action) failed: \(reason).")
        }
    }

    /// Runs a file operation, and throws its error with the remedy for stores.
    static func wrapping<Result>(_ body: () throws(FileError) -> Result) throws(StoreError) -> Result {
        do {
            return try body()
        } catch {
            throw StoreError(error)
        }
    }

    private init(_ error: FileError) {
        switch error.cause {
        case .system(let action, let code): self = .system(action, path: error.path, errno: code)
        case .isFolder:
            self.init(.exists, path: error.path, "this is a folder. Choose another output.")
        case .isSpecial:
            self.init(.exists, path: error.path, "this is not a regular file. Choose another output.")
        case .exists: self = .exists(error.path)
        case .appeared:
            self.init(
                .exists, path: error.path,
                "this appeared while tiles were being made. Move it away and run again, or allow it to be replaced.")
        case .busy:
            self.init(
                .busy, path: error.path,
                "another run is writing this file. Wait for it, or choose another place.")
        case .foreign: self = .foreign(error.path)
        }
    }

    /// The error for a file or folder that could not be read.
    package static func reading(_ path: String, errno code: Int32) -> StoreError {
        let reason = String(cString: strerror(code))
        switch code {
        case ENOENT, ENOTDIR, EACCES, EPERM, EISDIR, ENAMETOOLONG, ELOOP:
            return StoreError(.unreadable, path: path, "it cannot be read: \(reason).")
        default:
            return StoreError(.inputOutput, path: path, "reading it failed: \(reason).")
        }
    }

    /// The error for a pyramid's folder that was there when the pyramid was opened and is gone now.
    package static func vanished(_ folder: String) -> StoreError {
        StoreError(
            .unreadable, path: folder, "the folder of the tiles no longer exists. Check that its disk is connected.")
    }

    /// The error for a file of a pyramid in a folder that is a link to somewhere else.
    static func leadingOut(_ path: String) -> StoreError {
        StoreError(
            .unreadable, path: path,
            "this is a link that leads out of the folder of the pyramid. Copy the file there, or link the whole folder."
        )
    }

    /// The error for a file whose bytes contradict each other or its format.
    package static func damagedFile(_ path: String, _ reason: String) -> StoreError {
        StoreError(.malformed, path: path, "the file is damaged: \(reason). Get it again from its source.")
    }

    /// The error for a tile without bytes, which a single file cannot tell from an absent one.
    package static func emptyTile(_ index: TileIndex, _ path: String) -> StoreError {
        StoreError(
            .cannotCreate, path: path,
            "tile \(index) has no bytes, and cannot be stored. Find such tiles with tilecut verify.")
    }

    /// The error for an output that exists and may not be replaced.
    package static func exists(_ path: String) -> StoreError {
        StoreError(.exists, path: path, "this exists already. Allow it to be replaced, or choose another output.")
    }

    /// The error for an output that did not exist when the run began and does now.
    static func appeared(_ path: String) -> StoreError {
        StoreError(
            .exists, path: path,
            "this appeared while tiles were being made. Move it away and resume, or resume and "
                + "replace it.")
    }

    /// The error for a partial pyramid that the options neither continue nor replace.
    package static func interrupted(_ path: String) -> StoreError {
        StoreError(
            .interrupted, path: path,
            "an interrupted run has left this partial pyramid. Resume it, or discard it and start over.")
    }

    /// The error for a partial name at which something lies that is not removed.
    static func foreign(_ path: String) -> StoreError {
        StoreError(
            .cannotCreate, path: path,
            "this is in the way, and no interrupted run of yours has left it. Move it away, or choose another place.")
    }

    /// The error for tiles whose reordering failed halfway, so that some are at their final offsets and others are not.
    package static func incompleteReordering(_ path: String) -> StoreError {
        StoreError(.inputOutput, path: path, "an earlier attempt to finish it failed. Cut the image again.")
    }

    /// Throws the error for the current `errno` if `result` is negative.
    @discardableResult
    package static func check(_ result: Int32, _ action: String, path: String) throws -> Int32 {
        guard result >= 0 else { throw system(action, path: path, errno: errno) }
        return result
    }
}
