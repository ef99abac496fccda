internal import CVips

// The guard of `nonisolated(unsafe)` here and below: the table of functions is not written after it has been filled.

/// libvips' functions; the first access loads the library, on any thread.
///
/// It must be used only after ``VipsRuntime/start(file:)`` has succeeded.
nonisolated(unsafe) let vips = VipsFunctions.found.functions

/// Loads libvips on demand: loading it with its dependencies takes as long as cutting a small image, and most images
/// need none of them.
enum VipsFunctions {
    nonisolated(unsafe) static let found = find(in: TK_VIPS_LIBRARY)

    /// Loads a library and looks up the functions.
    ///
    /// - Returns: the functions, which are never unloaded, and the reason for a failure, in the system's words.
    static func find(in file: String) -> (functions: UnsafePointer<tk_vips_functions>, loadFailure: String?) {
        let functions = UnsafeMutablePointer<tk_vips_functions>.allocate(capacity: 1)
        functions.initialize(to: tk_vips_functions())
        return (UnsafePointer(functions), tk_vips_load_library(file, functions).map { String(cString: $0) })
    }
}
