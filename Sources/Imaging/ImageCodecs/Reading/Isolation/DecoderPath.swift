internal import Glibc
internal import ImageMetadata

/// Paths as another process sees them.
enum DecoderPath {
    /// A path that names the same file in a decoder process: descriptors of this process, as of standard input, are
    /// named by its number.
    static func visible(_ path: String) throws(CodecError) -> String {
        let own = "/proc/\(getpid())/fd/"
        for prefix in ["/proc/self/fd/", "/dev/fd/"] where path.hasPrefix(prefix) {
            return own + path.dropFirst(prefix.count)
        }
        return path == "/dev/stdin" ? own + "0" : path
    }
}
