internal import Glibc

/// Where temporary files go that can be as large as an image.
package enum TemporaryPlace {
    /// The folder that the environment variable TMPDIR names, else /var/tmp; not /tmp, which is often held in memory.
    package static var folder: String {
        let named = getenv("TMPDIR").map { String(cString: $0) } ?? ""
        return named.isEmpty ? "/var/tmp" : named
    }
}
