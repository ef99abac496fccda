internal import Files
internal import Glibc

/// The identity of a cached pyramid: the image file as it was when it was cut.
struct PyramidCacheKey: Hashable {
    /// The contents of a pyramid.
    enum Contents: Hashable {
        /// Tiles of pictures.
        case pictures
        /// Stored values, in the levels that the file has not.
        case values
    }

    /// The absolute path, with symbolic links resolved.
    let path: String
    /// The file's size in bytes.
    let size: Int
    /// The file's modification date, in nanoseconds since 1970.
    let modified: Int
    /// The page of the file, counted from 1.
    let page: Int
    /// The contents of the pyramid.
    let contents: Contents

    /// The key of a page of a file as it is now; nil if the file does not exist.
    init?(_ path: String, page: Int = 1, contents: Contents = .pictures) {
        var status = stat()
        guard Files.stat(path, &status) == 0, let resolved = realpath(path, nil) else { return nil }
        defer { free(resolved) }
        self.path = PathText.text(resolved)
        self.page = page
        self.contents = contents
        size = Int(status.st_size)
        modified = status.st_mtim.tv_sec * 1_000_000_000 + status.st_mtim.tv_nsec
    }

    /// The name of the entry's folder, a hash of path, size, date, page and contents.
    ///
    /// Two FNV-1a hashes with different offset bases.
    var folderName: String {
        // The first page has the name that it had before there were pages.
        let text =
            "\(size) \(modified) \(path)" + (page == 1 ? "" : " page \(page)")
            + (contents == .pictures ? "" : " \(contents)")
        return [FNV1aHash(), FNV1aHash(offsetBasis: 0x6C62_272E_07BB_0142)].map { hash in
            var hash = hash
            hash.append(text.utf8)
            let digits = String(hash.value, radix: 16)
            return String(repeating: "0", count: 16 - digits.utf8.count) + digits
        }.joined()
    }
}
