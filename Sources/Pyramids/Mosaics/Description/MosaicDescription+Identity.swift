internal import Files
internal import Glibc

extension MosaicDescription {
    /// The blocks that are read of all images for ``contentHash()``, as far as each has its first and its last.
    private static let sampledBlocks = 16_384

    /// Identifies the images: a hash of their paths, sizes and dates, and their bytes.
    package func memberStatus() -> (hash: UInt64, byteCount: Int) {
        var hash = FNV1aHash()
        var byteCount = 0
        for path in Set(members.map(\.path)).sorted() {
            var status = stat()
            guard Files.stat(path, &status) == 0 else {
                hash.append(Array("\(path) unreadable\n".utf8))
                continue
            }
            let seconds = status.st_mtim.tv_sec
            let nanoseconds = status.st_mtim.tv_nsec
            hash.append(Array("\(path) \(status.st_size) \(seconds).\(nanoseconds)\n".utf8))
            byteCount += Int(status.st_size)
        }
        return (hash.value, byteCount)
    }

    /// Hashes samples of the images in the order of the list, without what differs between copies of them.
    package func contentHash() -> UInt64 {
        var known: Set<String> = []
        let paths = members.map(\.path).filter { known.insert($0).inserted }
        // Of many images, fewer blocks of each are read.
        let blocks = max(2, min(ContentSample.blockLimit, Self.sampledBlocks / max(1, paths.count)))
        var hash = FNV1aHash()
        for path in paths {
            let sample = ContentSample.hash(of: path, blockLimit: blocks)
            hash.append(Array("\(sample.map { String($0, radix: 16) } ?? "unreadable")\n".utf8))
        }
        return hash.value
    }
}
