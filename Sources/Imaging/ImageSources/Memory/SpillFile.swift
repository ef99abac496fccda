internal import Concurrency
internal import Files
package import ImageMetadata
internal import Glibc

/// An unnamed temporary file for data that does not fit into memory; it disappears with the process in any case.
package final class SpillFile: Sendable {
    private let descriptor: Int32
    private let folder: String
    private let size: Int
    private let image: String
    private let purpose: String
    /// Whether the file has been lent, and can be used again.
    private let isLent: Bool

    /// Descriptors of files that are used in place of new ones.
    private static let lent = Locked<[Int32]>([])

    /// Lends open files to a process that cannot create any, to use and reuse them in place of new ones in the usual folder.
    ///
    /// Files that were lent before and are not in use are closed.
    ///
    /// - Parameter descriptors: empty files, open for reading and writing, of which this takes ownership.
    package static func lend(_ descriptors: [Int32]) {
        let unused = lent.withLock { lent in
            defer { lent = descriptors }
            return lent
        }
        for descriptor in unused { close(descriptor) }
    }

    /// Creates a file in a folder, and checks that the folder has enough free space.
    ///
    /// - Parameters:
    ///   - size: the most bytes the file will hold.
    ///   - image: the image's name for messages.
    ///   - purpose: the purpose of the file, as the beginning of a message: "turning the image upright".
    ///   - folder: the folder that holds the file.
    /// - Throws: ``CodecError`` with ``CodecError/Code/inputOutput`` if there is not enough space or the folder is
    ///   unusable.
    package init(size: Int, image: String, purpose: String, folder: String = TemporaryFiles.folder) throws {
        self.folder = folder
        self.size = size
        self.image = image
        self.purpose = purpose
        let lent = folder == TemporaryFiles.folder ? Self.lent.withLock { $0.popLast() } : nil
        isLent = lent != nil
        descriptor = lent ?? TemporaryFiles.makeUnnamedFile(in: folder)
        guard descriptor >= 0 else {
            throw failure(errno)
        }
        // A full disk is reported before the work instead of in its middle.
        var space = statvfs()
        if fstatvfs(descriptor, &space) == 0, Double(space.f_bavail) * Double(space.f_frsize) < Double(size) {
            throw failure(ENOSPC)
        }
    }

    deinit {
        if isLent, ftruncate(descriptor, 0) == 0 {
            Self.lent.withLock { $0.append(descriptor) }
        } else {
            close(descriptor)
        }
    }

    /// Writes all of `bytes` at `offset` (`pwrite`).
    package func write(_ bytes: UnsafeRawBufferPointer, at offset: Int) throws {
        do {
            try DescriptorIO.write(bytes, to: descriptor, at: offset)
        } catch {
            throw failure(error.code)
        }
    }

    /// Fills `bytes` from `offset` (`pread`).
    package func read(into bytes: UnsafeMutableRawBufferPointer, at offset: Int) throws {
        let count: Int
        do {
            count = try DescriptorIO.read(into: bytes, from: descriptor, at: offset)
        } catch {
            throw failure(error.code)
        }
        guard count == bytes.count else { throw failure(EIO) }
    }

    /// Lends the descriptor to C code that reads and writes the file itself.
    package func withDescriptor<Result>(_ body: (Int32) throws -> Result) rethrows -> Result {
        try body(descriptor)
    }

    /// Returns the error for a failed operation on the file, from its `errno`.
    package func failure(_ cause: Int32) -> CodecError {
        let megabytes = max(1, (size + 999_999) / 1_000_000)
        let reason = String(cString: strerror(cause))
        return CodecError(
            .inputOutput, file: image,
            "\(purpose) needs a temporary file of \(megabytes) MB, which failed in \(folder) (\(reason)). "
                + "Set TMPDIR to a folder with enough free space.")
    }
}
