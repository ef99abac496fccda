internal import Files
internal import Glibc

/// An error that says why a file of the user's state cannot be read or written.
struct StateFileError: Error, Hashable, CustomStringConvertible {
    /// The file, the fault and the remedy.
    var description: String

    init(path: String, _ message: String) {
        description = "\(path): \(message)"
    }

    /// The error of a file that cannot be replaced.
    init(_ error: FileError) {
        let message =
            switch error.cause {
            case .system(let action, let code): "\(action) failed: \(String(cString: strerror(code)))."
            case .busy: "another viewer is writing this file. Try again."
            case .isFolder, .isSpecial, .exists, .appeared, .foreign: "something else is in the way. Move it away."
            }
        self.init(path: error.path, message)
    }
}
