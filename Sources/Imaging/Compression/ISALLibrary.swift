internal import CISAL

/// Loads ISA-L on demand, whose inflate is almost twice as fast as zlib's.
enum ISALLibrary {
    // The guard of `nonisolated(unsafe)`: the table of functions is not written after it has been filled.
    private nonisolated(unsafe) static let found = load(TK_ISAL_LIBRARY)

    /// ISA-L's functions; nil where the library cannot be loaded.
    ///
    /// The first call loads it, on any thread.
    static var functions: UnsafePointer<tk_isal_functions>? { found }

    /// Loads a library, which is never unloaded, and looks up the functions; nil where that fails.
    static func load(_ library: String) -> UnsafePointer<tk_isal_functions>? {
        let functions = UnsafeMutablePointer<tk_isal_functions>.allocate(capacity: 1)
        functions.initialize(to: tk_isal_functions())
        guard tk_isal_load_library(library, functions) != nil else { return UnsafePointer(functions) }
        functions.deallocate()
        return nil
    }
}
