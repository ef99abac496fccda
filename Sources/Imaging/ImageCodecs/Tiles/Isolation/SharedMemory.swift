internal import CLinux
internal import Glibc

/// Memory that two processes share, which neither can shrink: whoever touched what had been cut off would be ended (SIGBUS).
///
/// Whoever reads it copies what it needs first: the other process may write it at any time.
package final class SharedMemory {
    /// The open file of the memory, which can be sent to another process.
    let descriptor: Int32
    /// The first byte.
    package let base: UnsafeMutableRawPointer
    /// The number of bytes, at least 1.
    let byteCount: Int

    /// Creates memory of zeros, which takes none of the system before it is touched.
    ///
    /// - Returns: nil if the system refuses it.
    convenience init?(byteCount: Int) {
        let descriptor = tk_sealed_memory("tilekit", byteCount)
        guard descriptor >= 0 else { return nil }
        self.init(owning: descriptor, byteCount: byteCount)
    }

    /// Receives memory that another process sends over a UNIX stream socket, after a byte.
    ///
    /// - Returns: nil if it sends none of this size that is sealed against shrinking.
    package convenience init?(receivedFrom socket: Int32, byteCount: Int) {
        let descriptor = tk_receive_descriptor(socket)
        guard descriptor >= 0 else { return nil }
        self.init(owning: descriptor, byteCount: byteCount)
    }

    /// Takes ownership of a descriptor that another process has sent.
    ///
    /// - Returns: nil if it is not memory of this size, or is not sealed against shrinking.
    init?(owning descriptor: Int32, byteCount: Int) {
        var status = stat()
        guard byteCount > 0, tk_cannot_shrink(descriptor) != 0, fstat(descriptor, &status) == 0,
            status.st_size == byteCount,
            let base = mmap(nil, byteCount, PROT_READ | PROT_WRITE, MAP_SHARED, descriptor, 0), base != MAP_FAILED
        else {
            close(descriptor)
            return nil
        }
        self.descriptor = descriptor
        self.base = base
        self.byteCount = byteCount
    }

    deinit {
        munmap(base, byteCount)
        close(descriptor)
    }
}
