internal import Files
internal import Glibc

/// An error that says why annotations cannot be read or written.
struct AnnotationFileError: Error, Hashable, CustomStringConvertible {
    /// The file or folder.
    var path: String
    /// The fault and the remedy.
    var message: String
    /// Whether a file exists that may not be replaced.
    var exists = false
    /// Whether it cannot be decided yet to which image the file belongs.
    var isUndecided = false
    /// Whether the folder may not be written.
    var isFolderUnwritable = false

    init(path: String, message: String) {
        self.path = path
        self.message = message
    }

    /// The error of a system call.
    init(path: String, action: String, errno code: Int32) {
        self.init(
            path: path,
            message: "\(action) failed: \(String(cString: strerror(code))). Choose another file for annotations.")
        isFolderUnwritable = [EACCES, EPERM, EROFS].contains(code)
    }

    init(_ error: FileError) {
        switch error.cause {
        case .system(let action, let code): self.init(path: error.path, action: action, errno: code)
        case .isFolder:
            self.init(path: error.path, message: "this is a folder. Choose another file for annotations.")
        case .isSpecial:
            self.init(path: error.path, message: "this is not a regular file. Choose another file for annotations.")
        case .exists, .appeared:
            self.init(
                path: error.path, message: "this exists already. Move it away, or choose it as the file of annotations."
            )
            exists = true
        case .busy: self.init(path: error.path, message: "another viewer is writing this file. Try again.")
        case .foreign:
            self.init(
                path: error.path,
                message: "this is in the way, and no interrupted run of yours has left it. Move it away.")
        }
    }

    var description: String { "\(path): \(message)" }
}
