internal import Concurrency

/// A descriptor that cannot seek, such as a pipe, to which a file is written front to back.
final class StreamedFile: WritableFile {
    private let descriptor: Int32
    private let path: String
    private let position = Locked(0)

    /// Writes to a descriptor, which stays open.
    ///
    /// - Parameters:
    ///   - descriptor: the descriptor.
    ///   - path: the name for messages.
    init(_ descriptor: Int32, path: String) {
        self.descriptor = descriptor
        self.path = path
    }

    /// Writes all bytes, which must follow those that were written last.
    func write(_ bytes: UnsafeRawBufferPointer, at offset: Int) throws {
        try position.withLock { position in
            precondition(offset == position, "a stream is written front to back")
            try FileSystem.write(bytes, to: descriptor, path: path, canResume: false)
            position += bytes.count
        }
    }
}
