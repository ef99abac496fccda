internal import CProj
internal import Glibc
package import Georeferencing

/// Loads PROJ on demand, because few images are in a coordinate reference system that needs it.
package enum ProjLibrary {
    // The guard of `nonisolated(unsafe)`: the table of functions is not written after it has been filled.
    private nonisolated(unsafe) static let found = load([TK_PROJ_LIBRARY, TK_PROJ_8_LIBRARY])

    /// PROJ's functions; the first call loads the library, on any thread.
    ///
    /// - Throws: `GeoreferencingError` when the library cannot be loaded.
    static func functions() throws(GeoreferencingError) -> UnsafePointer<tk_proj_functions> {
        try found.get()
    }

    // The guard of `nonisolated(unsafe)`: the text is not written after it has been made, and stays.
    private nonisolated(unsafe) static let searched: UnsafeMutablePointer<CChar>? =
        (try? functions())?.pointee.info().searchpath.flatMap { strdup(":\(String(cString: $0)):") }

    /// The folders of PROJ's database and grids, each with a colon before and after it; nil when they are not known.
    ///
    /// The text stays as long as the process.
    static var folders: UnsafeMutablePointer<CChar>? { searched }

    /// Returns the version of PROJ; the first call loads the library, on any thread.
    ///
    /// The last digits of coordinates depend on the version.
    ///
    /// - Throws: `GeoreferencingError` when the library cannot be loaded.
    package static func version() throws(GeoreferencingError) -> String {
        guard let version = try functions().pointee.info().version else { return "unknown" }
        return String(cString: version)
    }

    /// Loads the first library that there is, which is never unloaded, and looks up the functions.
    static func load(_ libraries: [String]) -> Result<UnsafePointer<tk_proj_functions>, GeoreferencingError> {
        let functions = UnsafeMutablePointer<tk_proj_functions>.allocate(capacity: 1)
        functions.initialize(to: tk_proj_functions())
        var reasons: [String] = []
        for library in libraries {
            guard let reason = tk_proj_load_library(library, functions) else {
                return .success(UnsafePointer(functions))
            }
            reasons.append(String(cString: reason))
        }
        functions.deallocate()
        return .failure(
            GeoreferencingError(
                "the library PROJ, which other coordinate systems than EPSG:3857 and EPSG:4326 need, cannot be loaded "
                    + "(\(reasons.first ?? "it has no name")). Install it: libproj25."))
    }
}
