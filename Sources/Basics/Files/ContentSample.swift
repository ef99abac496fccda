internal import Glibc

/// A hash of some blocks of a file, which shows a changed content even if size and date are the same.
///
/// The sample has the first and the last block; the others are spread evenly. A file that is not larger than the sample is read
/// whole.
package enum ContentSample {
    /// The most blocks that are read from a file.
    package static let blockLimit = 64
    /// The size of a block.
    package static let blockBytes = 4096

    /// Hashes a file's sample.
    ///
    /// - Parameters:
    ///   - path: the file.
    ///   - blockLimit: the most blocks that are read, at least 2.
    /// - Returns: the hash; `nil` if the file cannot be read or is not a regular file.
    package static func hash(of path: String, blockLimit: Int = Self.blockLimit) -> UInt64? {
        let file = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK)
        guard file >= 0 else { return nil }
        defer { close(file) }
        var status = stat()
        guard fstat(file, &status) == 0, status.st_mode & S_IFMT == S_IFREG else { return nil }
        var hash = FNV1aHash()
        for offset in offsets(size: Int(status.st_size), blockLimit: blockLimit) {
            let block = try? [UInt8](unsafeUninitializedCapacity: blockBytes) { buffer, count in
                count = try DescriptorIO.read(into: UnsafeMutableRawBufferPointer(buffer), from: file, at: offset)
            }
            guard let block else { return nil }
            hash.append(block)
        }
        return hash.value
    }

    /// The offsets of the blocks of a file.
    static func offsets(size: Int, blockLimit: Int = Self.blockLimit) -> [Int] {
        let count = min(blockLimit, max(0, size - 1) / blockBytes + 1)
        guard count > 1 else { return [0] }
        let last = size - blockBytes
        let steps = count - 1
        return (0..<count).map { last / steps * $0 + last % steps * $0 / steps }
    }
}
