internal import Files
internal import Glibc

/// The disk space that is available for an output.
package enum FreeSpace {
    /// The bytes that an ordinary user may still write to the file system of `path`; `nil` if unknown.
    ///
    /// `path` and the folders above it need not exist yet.
    package static func available(at path: String) -> Int? {
        var status = statvfs()
        var folder = path
        while Files.statvfs(folder, &status) != 0 {
            guard folder != "/", folder != "." else { return nil }
            folder = FilePath.parent(of: folder)
        }
        // Some network file systems report practically unlimited space.
        let (bytes, isMore) = UInt(status.f_bavail).multipliedReportingOverflow(by: UInt(status.f_frsize))
        return isMore ? .max : Int(clamping: bytes)
    }
}
