internal import Glibc

/// A file operation that failed; the calling module writes the message and the remedy.
package struct FileError: Error, Hashable {
    /// The kinds of failure.
    package enum Cause: Hashable, Sendable {
        /// A system call failed: the action, as the subject of "failed", and its `errno`.
        case system(action: String, errno: Int32)
        /// A folder has the name of the file.
        case isFolder
        /// Something that is neither a file nor a folder has the name of the file.
        case isSpecial
        /// The file exists and may not be replaced.
        case exists
        /// The file did not exist when writing began, exists now, and may not be replaced.
        case appeared
        /// Another run is writing the file.
        case busy
        /// Something foreign has the unfinished file's name; no interrupted run of this user has left it.
        case foreign
    }

    /// The file or folder.
    package var path: String
    /// The cause of the failure.
    package var cause: Cause

    init(_ cause: Cause, _ path: String) {
        self.path = path
        self.cause = cause
    }

    /// Throws the error for the current `errno` if `result` is negative.
    @discardableResult
    static func check(_ result: Int32, _ action: String, _ path: String) throws(FileError) -> Int32 {
        guard result >= 0 else { throw FileError(.system(action: action, errno: errno), path) }
        return result
    }
}
