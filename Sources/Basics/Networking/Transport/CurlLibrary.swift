internal import CCURL

/// Loads libcurl on demand, because few runs open an address.
package enum CurlLibrary {
    /// The name and the version of the library; loads it.
    package static var version: String {
        guard let curl = try? functions.get(), let info = curl.pointee.version_info(TK_CURL_VERSION) else {
            return "libcurl is not installed"
        }
        return "libcurl \(String(cString: info.pointee.version))"
    }

    // The guard of `nonisolated(unsafe)`: the table of functions is not written after it has been filled.
    /// libcurl's functions; the first call loads and initializes the library, on any thread.
    nonisolated(unsafe) static let functions = load(TK_CURL_LIBRARY)

    /// The reason why a library could not be loaded.
    struct Failure: Error {
        let reason: String
    }

    /// Loads a library, which is never unloaded, and looks up the functions, which are those since libcurl 7.85.
    static func load(_ file: String) -> Result<UnsafePointer<tk_curl_functions>, Failure> {
        let functions = UnsafeMutablePointer<tk_curl_functions>.allocate(capacity: 1)
        functions.initialize(to: tk_curl_functions())
        if let failure = tk_curl_load_library(file, functions) {
            defer { functions.deallocate() }
            return .failure(Failure(reason: "libcurl was not found: install libcurl4 (\(String(cString: failure)))"))
        }
        guard functions.pointee.global_init(Int(CURL_GLOBAL_DEFAULT)) == CURLE_OK else {
            defer { functions.deallocate() }
            return .failure(Failure(reason: "libcurl cannot be initialized"))
        }
        return .success(UnsafePointer(functions))
    }
}
