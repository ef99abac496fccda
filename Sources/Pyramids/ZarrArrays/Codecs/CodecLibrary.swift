internal import ImageMetadata

/// Loads libraries of codecs on demand, because few files need them.
enum CodecLibrary {
    /// The reason that a library was not loaded, in the system's words.
    struct Failure: Error {
        /// The reason.
        var reason: String
    }

    /// Loads a library, which is never unloaded, and looks up its functions.
    ///
    /// - Parameters:
    ///   - name: the name of the library.
    ///   - functions: an empty table of functions.
    ///   - load: fills the table; returns the reason for a failure, or nil.
    /// - Returns: the table, or the reason that there is none.
    static func load<Functions>(
        _ name: String, _ functions: Functions,
        _ load: (UnsafePointer<CChar>?, UnsafeMutablePointer<Functions>?) -> UnsafePointer<CChar>?
    ) -> Result<Functions, Failure> {
        var functions = functions
        guard let reason = load(name, &functions) else { return .success(functions) }
        return .failure(Failure(reason: String(cString: reason)))
    }

    /// The name and the version of a library, or that it is not installed.
    static func version<Functions>(
        of name: String, _ found: Result<Functions, Failure>, _ version: (Functions) -> UnsafePointer<CChar>?
    ) -> String {
        switch found {
        case .success(let functions): "\(name) \(version(functions).map { String(cString: $0) } ?? "")"
        case .failure: "\(name) is not installed"
        }
    }

    /// The table of functions of a library.
    ///
    /// - Throws: ``CodecError`` naming `file` and the package to install when the library was not loaded.
    static func functions<Functions>(
        _ found: Result<Functions, Failure>, of library: String, package: String, file: String
    ) throws(CodecError) -> Functions {
        switch found {
        case .success(let functions): return functions
        case .failure(let failure):
            throw CodecError(
                .unsupported, file: file,
                "it is compressed with \(library), whose library cannot be loaded (\(failure.reason)). Install it: "
                    + "\(package).")
        }
    }
}
