internal import CVips

// The guard behind `nonisolated(unsafe)` here and below: nobody writes to the functions' places after they have been found.

/// Where libvips' functions are; the first look loads it, on whichever thread that happens.
///
/// Nobody looks before ``VipsRuntime/start(file:)`` has said that they are there.
nonisolated(unsafe) let vips = VipsFunctions.found.functions

/// libvips as a file that is loaded when it is needed: it and the libraries below it take as long to load as a small image
/// takes to be cut, and most images need none of them.
enum VipsFunctions {
    /// Why libvips cannot be used, in the system's words; nil when it can be.
    static var loadFailure: String? { found.loadFailure }

    fileprivate nonisolated(unsafe) static let found = find(in: TK_VIPS_LIBRARY)

    /// Loads a file and finds the functions in it.
    ///
    /// - Returns: where they are, for good, and what stands in the way of using them.
    static func find(in file: String) -> (functions: UnsafePointer<tk_vips_functions>, loadFailure: String?) {
        let functions = UnsafeMutablePointer<tk_vips_functions>.allocate(capacity: 1)
        functions.initialize(to: tk_vips_functions())
        return (UnsafePointer(functions), tk_vips_load_library(file, functions).map { String(cString: $0) })
    }
}
