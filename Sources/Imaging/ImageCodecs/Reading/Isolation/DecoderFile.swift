internal import CLinux
internal import Files
internal import Glibc
internal import ImageMetadata

/// An image as an open file, which a decoder process gets: that can open no other.
final class DecoderFile: Sendable {
    /// A file that several openings share; images in memory have none.
    struct Identity: Hashable, Sendable {
        var device: dev_t
        var number: ino_t
    }

    let descriptor: Int32

    /// The identity of the file; nil for bytes in memory.
    let identity: Identity?

    /// Opens a file, or creates one in memory of the bytes of an image.
    ///
    /// - Throws: ``CodecError`` when it cannot be opened, or when there is no memory for the bytes.
    init(_ input: ImageInput) throws(CodecError) {
        let descriptor: Int32
        var identity: Identity?
        switch input {
        case .file(let path):
            descriptor = open(path, O_RDONLY | O_CLOEXEC)
            var status = stat()
            guard descriptor >= 0, fstat(descriptor, &status) == 0 else { throw .cannotOpen(path, errno: errno) }
            identity = Identity(device: status.st_dev, number: status.st_ino)
        case .bytes(let bytes, let name):
            descriptor = tk_memory_file("tilekit")
            guard descriptor >= 0 else { throw .noMemory(name) }
            let isWritten = bytes.withUnsafeBytes { (try? DescriptorIO.write($0, to: descriptor)) != nil }
            guard isWritten else {
                close(descriptor)
                throw .noMemory(name)
            }
        }
        // Last, because an instance that has all it stores ends with deinit, even if its initializer throws.
        self.descriptor = descriptor
        self.identity = identity
    }

    deinit { close(descriptor) }

    /// The most temporary files that a decoder process gets: for the coefficients or passes of an image, and for turning it
    /// upright.
    static let temporaryFileLimit = 3

    /// Creates temporary files for a decoder process, which can create none; fewer, or none, where that fails.
    ///
    /// - Returns: descriptors that the caller closes.
    static func makeTemporaryFiles() -> [Int32] {
        let files = (0..<temporaryFileLimit).map { _ in TemporaryFiles.makeUnnamedFile(in: TemporaryFiles.folder) }
        return files.filter { $0 >= 0 }
    }

    /// The path by which a process opens a descriptor of its own again, from the first byte on.
    static func path(of descriptor: Int32) -> String { "/proc/self/fd/\(descriptor)" }
}
