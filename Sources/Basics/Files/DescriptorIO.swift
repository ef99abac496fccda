internal import Glibc

/// Reads and writes all bytes of a buffer, with as many system calls as necessary.
package enum DescriptorIO {
    /// A system call that failed.
    package struct Failure: Error, Hashable {
        /// The `errno` of the call; `ENOSPC` when nothing was written and no error reported.
        package var code: Int32
    }

    /// Writes all bytes, at an offset (`pwrite`) or the current position (`write`), which is the default.
    package static func write(
        _ bytes: UnsafeRawBufferPointer, to file: Int32, at offset: Int? = nil
    ) throws(Failure) {
        var done = 0
        while let base = bytes.baseAddress, done < bytes.count {
            let start = base + done
            let rest = bytes.count - done
            let count = offset.map { pwrite(file, start, rest, off_t($0 + done)) } ?? Glibc.write(file, start, rest)
            if count < 0, errno == EINTR { continue }
            guard count > 0 else { throw Failure(code: count < 0 ? errno : ENOSPC) }
            done += count
        }
    }

    /// Fills the buffer, from an offset (`pread`) or the current position (`read`), which is the default.
    ///
    /// - Returns: the number of bytes read; smaller than the buffer only at the end of the file.
    package static func read(
        into buffer: UnsafeMutableRawBufferPointer, from file: Int32, at offset: Int? = nil
    ) throws(Failure) -> Int {
        var done = 0
        while let base = buffer.baseAddress, done < buffer.count {
            let start = base + done
            let rest = buffer.count - done
            let count = offset.map { pread(file, start, rest, off_t($0 + done)) } ?? Glibc.read(file, start, rest)
            if count < 0, errno == EINTR { continue }
            if count < 0 { throw Failure(code: errno) }
            if count == 0 { break }
            done += count
        }
        return done
    }
}
