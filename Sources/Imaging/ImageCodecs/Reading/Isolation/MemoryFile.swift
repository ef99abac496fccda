internal import CLinux
internal import Files
internal import Glibc
internal import ImageMetadata

/// The bytes of an image as a file in memory, which a decoder process can open while this object lives.
final class MemoryFile {
    private let descriptor: Int32

    /// The path of the file for processes of the same user.
    var path: String { "/proc/\(getpid())/fd/\(descriptor)" }

    /// Creates a file of bytes.
    ///
    /// - Throws: ``CodecError`` when there is no memory for it.
    init(_ bytes: [UInt8], name: String) throws(CodecError) {
        let descriptor = tk_memory_file("tilekit")
        guard descriptor >= 0 else { throw .noMemory(name) }
        let isWritten = bytes.withUnsafeBytes { (try? DescriptorIO.write($0, to: descriptor)) != nil }
        guard isWritten else {
            close(descriptor)
            throw .noMemory(name)
        }
        // Last, because an instance that has all it stores ends with deinit, even if its initializer throws.
        self.descriptor = descriptor
    }

    deinit { close(descriptor) }
}
