internal import CJPEGXL

/// Loads libjxl on demand, because few images are JPEG XL.
enum JPEGXLLibrary {
    /// The functions of libjxl; nil where it cannot be loaded.
    ///
    /// The first call loads it, on any thread.
    static var functions: UnsafePointer<tk_jxl_functions>? { found }

    // The guard of `nonisolated(unsafe)`: the table of functions is not written after it has been filled.
    private nonisolated(unsafe) static let found: UnsafePointer<tk_jxl_functions>? = {
        let functions = UnsafeMutablePointer<tk_jxl_functions>.allocate(capacity: 1)
        functions.initialize(to: tk_jxl_functions())
        guard tk_jxl_load_library(functions) != nil else { return UnsafePointer(functions) }
        functions.deallocate()
        return nil
    }()
}
