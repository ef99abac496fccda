internal import Glibc

/// Where temporary files go that can be as large as an image.
package enum TemporaryFiles {
    /// The folder that the environment variable TMPDIR names, else /var/tmp; not /tmp, which is often held in memory.
    package static var folder: String {
        let named = getenv("TMPDIR").map { String(cString: $0) } ?? ""
        return named.isEmpty ? "/var/tmp" : named
    }

    /// Makes a file without a name: it is gone with the process, however that ends.
    ///
    /// - Returns: its descriptor, which the caller closes and programs that are started do not get; -1 with `errno` set
    ///   when there can be none.
    package static func makeUnnamedFile(in folder: String) -> Int32 {
        var name = Array("\(folder)/.tilekit-XXXXXX".utf8CString)
        let descriptor = mkstemp(&name)
        if descriptor >= 0 {
            unlink(name)
            _ = fcntl(descriptor, F_SETFD, FD_CLOEXEC)
        }
        return descriptor
    }
}
