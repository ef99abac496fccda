internal import CDeflate
internal import CZlib

/// The libraries that compress and decompress.
package enum CompressionLibraries {
    /// The name and version of each; libdeflate does not say its own, so that is the version of its headers.
    package static var versions: [String] {
        ["libdeflate \(LIBDEFLATE_VERSION_STRING) (headers)", "zlib \(String(cString: zlibVersion()))"]
    }
}
