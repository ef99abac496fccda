internal import Files
internal import Glibc
internal import ToolSupport

/// Standard input as a file that can be opened several times, as decoders require.
final class StandardInput {
    /// A path that opens the file, for the lifetime of this object.
    let path: String
    private let descriptor: Int32

    /// Uses a redirected file directly and copies anything else into an unnamed temporary file.
    ///
    /// The copy is in `TMPDIR`, or in `/var/tmp`, which unlike `/tmp` is on disk everywhere: images can be larger
    /// than memory. It disappears when the process ends, however it ends.
    init() throws {
        guard isatty(STDIN_FILENO) == 0 else {
            throw Failure(
                file: "standard input", "this is a terminal. Pipe or redirect an image into it.", status: .usage)
        }
        var status = stat()
        let isRegular = fstat(STDIN_FILENO, &status) == 0 && status.st_mode & S_IFMT == S_IFREG
        if isRegular, access("/proc/self/fd/0", R_OK) == 0 {
            descriptor = -1
            path = "/proc/self/fd/0"
            return
        }
        let folder = TemporaryFiles.folder
        descriptor = TemporaryFiles.makeUnnamedFile(in: folder)
        guard descriptor >= 0 else { throw Self.failure("a temporary file cannot be created in \(folder)") }
        path = "/proc/self/fd/\(descriptor)"
        try copy()
    }

    deinit {
        if descriptor >= 0 {
            close(descriptor)
        }
    }

    private func copy() throws {
        let buffer = UnsafeMutableRawBufferPointer.allocate(byteCount: 256 * 1024, alignment: 16)
        defer { buffer.deallocate() }
        var hash = FNV1aHash()
        while true {
            let count = read(STDIN_FILENO, buffer.baseAddress, buffer.count)
            if count < 0, errno == EINTR { continue }
            guard count >= 0 else { throw Self.failure("reading failed", "Check the command that writes to it") }
            guard count > 0 else { break }
            let bytes = UnsafeRawBufferPointer(rebasing: buffer[..<count])
            hash.append(bytes)
            do {
                try DescriptorIO.write(bytes, to: descriptor)
            } catch {
                throw Self.failure("copying to a temporary file failed", errno: error.code)
            }
        }
        setDate(from: hash.value)
    }

    /// Sets the copy's date from a hash of its contents (FNV-1a), not from the clock.
    ///
    /// An interrupted cut is resumed only if the source's size and date are the same; so the same bytes can be piped in
    /// again.
    private func setDate(from hash: UInt64) {
        let date = timespec(tv_sec: Int(hash & 0x7fff_ffff), tv_nsec: Int((hash >> 32) % 1_000_000_000))
        _ = [date, date].withUnsafeBufferPointer { futimens(descriptor, $0.baseAddress) }
    }

    private static func failure(
        _ fault: String, _ remedy: String = "Set TMPDIR to a folder with enough free space", errno code: Int32 = errno
    ) -> Failure {
        Failure(
            file: "standard input", "\(fault): \(String(cString: strerror(code))). \(remedy).",
            status: .inputOutput)
    }
}
