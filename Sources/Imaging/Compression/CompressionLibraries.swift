internal import CDeflate
internal import CZlib

/// The libraries for compression and decompression.
package enum CompressionLibraries {
    /// The name and version of each library; libdeflate does not report its version, so its headers' version is given.
    package static var versions: [String] {
        ["libdeflate \(LIBDEFLATE_VERSION_STRING) (headers)", "zlib \(String(cString: zlibVersion()))"]
    }
}
