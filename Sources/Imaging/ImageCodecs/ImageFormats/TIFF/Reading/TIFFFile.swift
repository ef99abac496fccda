internal import Files
internal import ImageMetadata
internal import CTIFF
internal import CodecShims
internal import Glibc

/// Owns a libtiff handle and the file or bytes that it reads.
final class TIFFFile {
    /// The name used in error messages.
    let name: String
    /// The size of the file in bytes.
    let size: Int

    private let descriptor: Int32
    private let bytes: UnsafeMutableRawBufferPointer
    private let isMapped: Bool
    private let handle: OpaquePointer
    /// The file that owns the descriptor and bytes; nil when this one does.
    private let owner: TIFFFile?

    /// Opens a file or bytes; nil when they are not a TIFF or BigTIFF, or not a regular file.
    ///
    /// A file is mapped (`mmap`) for compressed strips that are too large for memory, because libtiff reads a strip as
    /// a whole; mapped pages count as memory until ``releasePages()``. By default memory holds only what is read.
    ///
    /// - Throws: ``CodecError`` when it is a TIFF whose first directory cannot be read.
    init?(_ input: ImageInput, isMapped wantsMapping: Bool = false) throws {
        name = input.name
        owner = nil
        switch input {
        case .bytes(let array, _):
            descriptor = -1
            isMapped = false
            size = array.count
            bytes = .allocate(byteCount: array.count, alignment: 16)
            bytes.copyBytes(from: array)
        case .file(let path):
            let descriptor = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK)
            guard descriptor >= 0 else { throw CodecError.cannotOpen(path, errno: errno) }
            var status = stat()
            guard fstat(descriptor, &status) == 0, status.st_mode & S_IFMT == S_IFREG, status.st_size > 0 else {
                close(descriptor)
                return nil
            }
            size = Int(status.st_size)
            posix_fadvise(descriptor, 0, 0, POSIX_FADV_SEQUENTIAL)
            self.descriptor = descriptor
            let map = wantsMapping ? mmap(nil, size, PROT_READ, MAP_SHARED, descriptor, 0) : nil
            isMapped = map != nil && map != MAP_FAILED
            bytes = UnsafeMutableRawBufferPointer(start: isMapped ? map : nil, count: isMapped ? size : 0)
        }
        let pointer = bytes.baseAddress?.assumingMemoryBound(to: UInt8.self)
        let isInMemory = descriptor < 0 || isMapped
        guard let handle = tk_tiff_open(isInMemory ? -1 : descriptor, pointer, UInt64(size)) else {
            TIFFFile.release(bytes, isMapped: isMapped, descriptor)
            throw CodecError(.inputOutput, file: input.name, "not enough memory to start decoding.")
        }
        self.handle = handle
        let header = [UInt8](unsafeUninitializedCapacity: 16) { buffer, count in
            count = (try? read(at: 0, into: UnsafeMutableRawBufferPointer(buffer))) ?? 0
        }
        guard let start = TIFFHeader(header) else { return nil }
        guard tk_tiff_handle(handle) != nil else {
            guard start.firstDirectory(header).map({ $0 <= size - 2 }) ?? false else {
                throw CodecError(
                    .truncated, file: name,
                    "the file ends before its directory, which locates the pixels. Get a complete copy.")
            }
            throw failure("its directory, which locates the pixels, cannot be read")
        }
    }

    /// Opens a second handle on the same file, which stays open, for another thread; the two do not affect each other.
    ///
    /// The handle is at the directory at an offset, or at the first one if the offset is nil.
    ///
    /// - Throws: ``CodecError`` when there is no memory or the directory at this offset cannot be read.
    init(sharing owner: TIFFFile, directory: UInt64?) throws {
        name = owner.name
        size = owner.size
        self.owner = owner
        descriptor = owner.descriptor
        bytes = owner.bytes
        isMapped = owner.isMapped
        let pointer = bytes.baseAddress?.assumingMemoryBound(to: UInt8.self)
        guard let handle = tk_tiff_open(pointer == nil ? descriptor : -1, pointer, UInt64(size)) else {
            throw CodecError(.inputOutput, file: name, "not enough memory to start decoding.")
        }
        self.handle = handle
        guard tk_tiff_handle(handle) != nil,
            directory.map({ offset in succeeds { TIFFSetSubDirectory($0, offset) != 0 } }) ?? true
        else { throw failure("the directory of a page cannot be read") }
    }

    deinit {
        tk_tiff_close(handle)
        guard owner == nil else { return }
        TIFFFile.release(bytes, isMapped: isMapped, descriptor)
    }

    /// Lends libtiff's handle to `body`.
    func withHandle<Result>(_ body: (OpaquePointer) throws -> Result) rethrows -> Result {
        guard let tiff = tk_tiff_handle(handle) else { preconditionFailure("an open file has a handle") }
        return try body(OpaquePointer(tiff))
    }

    /// True when `body` succeeds and libtiff reports no error meanwhile.
    ///
    /// libtiff continues after some kinds of damage and returns success.
    func succeeds(_ body: (OpaquePointer) -> Bool) -> Bool {
        tk_tiff_clear_errors(handle)
        let returned = withHandle(body)
        return returned && tk_tiff_error_count(handle) == 0
    }

    /// Reads bytes of the file without libtiff.
    ///
    /// - Returns: the number of bytes read; fewer than requested at the end of the file.
    /// - Throws: ``CodecError`` with code ``CodecError/Code/inputOutput``.
    func read(at offset: Int, into buffer: UnsafeMutableRawBufferPointer) throws -> Int {
        guard offset >= 0, offset < size, let target = buffer.baseAddress else { return 0 }
        let wanted = min(buffer.count, size - offset)
        if let base = bytes.baseAddress {
            target.copyMemory(from: base + offset, byteCount: wanted)
            return wanted
        }
        do {
            return try DescriptorIO.read(
                into: UnsafeMutableRawBufferPointer(start: target, count: wanted), from: descriptor, at: offset)
        } catch {
            throw readFailure(error.code)
        }
    }

    /// Releases the pages of a mapped file; they are read again when they are needed.
    func releasePages() {
        guard isMapped, let base = bytes.baseAddress else { return }
        madvise(base, bytes.count, MADV_DONTNEED)
    }

    /// The error for the damage that libtiff reported last, described by `what`, or for the read error that caused it.
    func failure(_ what: String) -> CodecError {
        let detail = lastErrorMessage.isEmpty ? "" : " (\(lastErrorMessage))"
        if let readError { return readError }
        let isUnsupported = ["not supported", "not implemented", "nsupported"].contains {
            lastErrorMessage.contains($0)
        }
        return isUnsupported
            ? CodecError(.unsupported, file: name, "it is stored in a way that cannot be read\(detail). Convert it.")
            : CodecError(.damaged, file: name, "\(what)\(detail). Get a good copy.")
    }

    /// The last message of libtiff without its full stop; empty if there is none.
    var lastErrorMessage: String {
        // libtiff starts some messages with the name passed to it, which is empty.
        let message = Substring(cString: tk_tiff_message(handle))
        let text = message.hasPrefix(": ") ? message.dropFirst(2) : message
        return String(text.last == "." ? text.dropLast() : text)
    }

    /// The error of a failed read; nil if none has failed.
    var readError: CodecError? {
        let code = tk_tiff_errno(handle)
        return code == 0 ? nil : readFailure(code)
    }

    /// Reads bytes of the file without libtiff, from any thread; fewer than requested at the end of the file.
    ///
    /// - Throws: ``CodecError`` with code ``CodecError/Code/inputOutput``.
    func read(at offset: Int, count: Int) throws -> [UInt8] {
        try [UInt8](unsafeUninitializedCapacity: count) { buffer, filled in
            filled = try read(at: offset, into: UnsafeMutableRawBufferPointer(buffer))
        }
    }

    /// libtiff's current directory, read without libtiff; nil if it is damaged.
    var directory: TIFFDirectory? {
        guard let reader = byteReader, let start = Int(exactly: withHandle { TIFFCurrentDirOffset($0) }) else {
            return nil
        }
        return try? TIFFDirectory(at: start, of: reader)
    }

    /// A reader of directories without libtiff, for any thread; it may be used as long as this file is open.
    var byteReader: TIFFByteReader? {
        guard let header = TIFFHeader((try? read(at: 0, count: 16)) ?? []) else { return nil }
        // Only the reading of bytes is used, which any thread may do.
        nonisolated(unsafe) let file = self
        return TIFFByteReader(header, size: size) {
            try file.read(at: $0, count: $1)
        } failure: {
            CodecError(.damaged, file: file.name, "\($0). Get a good copy.")
        }
    }

    private func readFailure(_ code: Int32) -> CodecError {
        CodecError(
            .inputOutput, file: name,
            "reading failed: \(String(cString: strerror(code))). Check the disk and try again.")
    }

    private static func release(_ bytes: UnsafeMutableRawBufferPointer, isMapped: Bool, _ descriptor: Int32) {
        if isMapped {
            munmap(bytes.baseAddress, bytes.count)
        } else {
            bytes.deallocate()
        }
        if descriptor >= 0 {
            close(descriptor)
        }
    }
}
