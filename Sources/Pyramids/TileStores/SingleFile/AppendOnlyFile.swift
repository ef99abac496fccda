internal import Concurrency

/// A file to whose end several threads write at once.
///
/// Each reserves its place in one step and then writes to it, so that nobody waits while another writes.
final class AppendOnlyFile: AppendableFile {
    let file: OpenFile
    private let reserved: Locked<Int>

    /// Grows a file from a place on; what is before it is written by others.
    init(_ file: OpenFile, from start: Int = 0) {
        self.file = file
        reserved = Locked(start)
    }

    var path: String { file.path }

    /// Where the next reservation will be: the size of the file when all that is reserved has been written.
    var end: Int { reserved.withLock { $0 } }

    /// Sets a place aside for so many bytes.
    func reserve(_ count: Int) -> Int {
        reserved.withLock { end in
            defer { end += count }
            return end
        }
    }

    /// Writes bytes to the end and says where they are.
    @discardableResult
    func append(_ bytes: [UInt8]) throws -> Int { try bytes.withUnsafeBytes { try append($0) } }

    /// Writes bytes to the end and says where they are.
    func append(_ bytes: UnsafeRawBufferPointer) throws -> Int {
        let offset = reserve(bytes.count)
        try file.write(bytes, at: offset)
        return offset
    }

    func read(into buffer: UnsafeMutableRawBufferPointer, at offset: Int) throws -> Int {
        try file.read(into: buffer, at: offset)
    }
}
