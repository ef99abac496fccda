internal import Concurrency

/// A file to which several threads append at once.
///
/// Each append reserves its range under the lock and writes outside of it, so that no thread waits for another's write.
final class AppendOnlyFile: AppendableFile {
    let file: OpenFile
    private let reserved: Locked<Int>

    /// Appends from an offset on; the bytes before it are not touched.
    init(_ file: OpenFile, from start: Int = 0) {
        self.file = file
        reserved = Locked(start)
    }

    var path: String { file.path }

    /// The offset of the next append: the file size once every reserved range has been written.
    var end: Int { reserved.withLock { $0 } }

    /// Reserves a range of `count` bytes and returns its offset.
    func reserve(_ count: Int) -> Int {
        reserved.withLock { end in
            defer { end += count }
            return end
        }
    }

    /// Appends bytes and returns their offset.
    @discardableResult
    func append(_ bytes: [UInt8]) throws -> Int { try bytes.withUnsafeBytes { try append($0) } }

    func append(_ bytes: UnsafeRawBufferPointer) throws -> Int {
        let offset = reserve(bytes.count)
        try file.write(bytes, at: offset)
        return offset
    }

    func read(into buffer: UnsafeMutableRawBufferPointer, at offset: Int) throws -> Int {
        try file.read(into: buffer, at: offset)
    }
}
