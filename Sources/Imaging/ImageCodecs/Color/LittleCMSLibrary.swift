internal import CLittleCMS
internal import ImageMetadata

/// Loads Little CMS on demand, because few images have a profile that needs it.
enum LittleCMSLibrary {
    // The guard of `nonisolated(unsafe)`: the table of functions is not written after it has been filled.
    private nonisolated(unsafe) static let found = load(TK_CMS_LIBRARY)

    /// Little CMS's functions; the first call loads the library, on any thread.
    ///
    /// - Throws: ``CodecError`` naming `file` when the library cannot be loaded.
    static func functions(file: String) throws(CodecError) -> UnsafePointer<tk_cms_functions> {
        switch found {
        case .success(let functions): return functions
        case .failure(let failure): throw cannotLoad(failure.reason, file: file)
        }
    }

    /// The reason that the library was not loaded, in the system's words.
    struct LoadFailure: Error {
        var reason: String
    }

    /// Loads a library, which is never unloaded, and looks up the functions.
    static func load(_ library: String) -> Result<UnsafePointer<tk_cms_functions>, LoadFailure> {
        let functions = UnsafeMutablePointer<tk_cms_functions>.allocate(capacity: 1)
        functions.initialize(to: tk_cms_functions())
        guard let reason = tk_cms_load_library(library, functions) else { return .success(UnsafePointer(functions)) }
        defer { functions.deallocate() }
        return .failure(LoadFailure(reason: String(cString: reason)))
    }

    /// The error for an image whose colors need Little CMS when it cannot be loaded.
    static func cannotLoad(_ reason: String, file: String) -> CodecError {
        CodecError(
            .unsupported, file: file,
            "the color management library Little CMS, which its color profile needs, cannot be loaded (\(reason)). "
                + "Install it: liblcms2-2.")
    }
}
