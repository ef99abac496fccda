internal import CDeflate
internal import CISAL
internal import CZlib

/// The libraries that compress and decompress.
package enum CompressionLibraries {
    /// The name and version of each; libdeflate and ISA-L do not say their own, so those are the versions of their
    /// headers.
    package static var versions: [String] {
        ["libdeflate \(LIBDEFLATE_VERSION_STRING) (headers)", "zlib \(String(cString: zlibVersion()))", isal]
    }

    private static var isal: String {
        guard InflateStream.Library.isal.isInstalled else { return "ISA-L is not installed" }
        return "ISA-L \(TK_ISAL_MAJOR).\(TK_ISAL_MINOR) (headers)"
    }
}
