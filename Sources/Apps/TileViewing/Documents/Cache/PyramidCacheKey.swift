internal import Glibc

/// What a cached pyramid is known by: the image's file as it was when it was cut.
struct PyramidCacheKey: Hashable {
    /// The absolute path, without links.
    let path: String
    /// The file's bytes.
    let size: Int
    /// The date of its last change, in nanoseconds.
    let modified: Int

    /// The key of a file as it is now; nil when there is none.
    init?(_ path: String) {
        var status = stat()
        guard stat(path, &status) == 0, let resolved = realpath(path, nil) else { return nil }
        defer { free(resolved) }
        self.path = String(cString: resolved)
        size = Int(status.st_size)
        modified = status.st_mtim.tv_sec * 1_000_000_000 + status.st_mtim.tv_nsec
    }

    /// The name of the folder in the cache: the same for the same file, in all likelihood different for another.
    ///
    /// Two 64-bit FNV-1a hashes (http://www.isthe.com/chongo/tech/comp/fnv) with different beginnings.
    var folderName: String {
        let text = "\(size) \(modified) \(path)"
        return [0xCBF2_9CE4_8422_2325, 0x6C62_272E_07BB_0142].map { (start: UInt64) in
            let hash = text.utf8.reduce(start) { ($0 ^ UInt64($1)) &* 0x100_0000_01B3 }
            let digits = String(hash, radix: 16)
            return String(repeating: "0", count: 16 - digits.utf8.count) + digits
        }.joined()
    }
}
