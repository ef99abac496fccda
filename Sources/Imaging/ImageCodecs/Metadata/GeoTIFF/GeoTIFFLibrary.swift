internal import CGeoTIFF

/// Loads libgeotiff on demand, because few images define a coordinate reference system of their own.
enum GeoTIFFLibrary {
    // The guard of `nonisolated(unsafe)`: the table of functions is not written after it has been filled.
    private nonisolated(unsafe) static let found = load(TK_GEOTIFF_LIBRARY)

    /// libgeotiff's functions; the first call loads the library, on any thread.
    ///
    /// - Throws: the reason for a failure, with the remedy.
    static func functions() throws(GeoKeys.Fault) -> UnsafePointer<tk_geotiff_functions> { try found.get() }

    /// Loads a library, which is never unloaded, and looks up the functions.
    static func load(_ library: String) -> Result<UnsafePointer<tk_geotiff_functions>, GeoKeys.Fault> {
        let functions = UnsafeMutablePointer<tk_geotiff_functions>.allocate(capacity: 1)
        functions.initialize(to: tk_geotiff_functions())
        guard let reason = tk_geotiff_load_library(library, functions) else {
            return .success(UnsafePointer(functions))
        }
        let text = String(cString: reason)
        functions.deallocate()
        return .failure(
            GeoKeys.Fault(
                "the library libgeotiff, which its own coordinate system needs, cannot be loaded (\(text)). "
                    + "Install it: libgeotiff5."))
    }
}
