internal import Glibc

/// The error for memory that the system refused.
package struct OutOfMemory: Error, Hashable {
    /// The number of requested bytes.
    package var bytes: Int
}

extension OutOfMemory: CustomStringConvertible {
    /// The fault and the remedy.
    package var description: String {
        "there is not enough memory (\(max(1, bytes >> 20)) MiB more are needed). Use fewer threads, or allow more memory."
    }
}

/// Memory whose size depends on an image, so that the system may refuse it.
package enum HeapMemory {
    /// The alignment of all memory, in bytes.
    package static let alignment = 64

    /// Allocates memory; free it with ``free(_:)``.
    ///
    /// - Throws: ``OutOfMemory``, where Swift's own allocation would end the process.
    package static func allocate(_ count: Int) throws(OutOfMemory) -> UnsafeMutableRawPointer {
        var memory: UnsafeMutableRawPointer?
        guard posix_memalign(&memory, alignment, count) == 0, let memory else { throw OutOfMemory(bytes: count) }
        return memory
    }

    /// Allocates uninitialized memory for elements; free it with ``free(_:)``.
    ///
    /// - Throws: ``OutOfMemory``, also when there are more bytes than an `Int` counts.
    package static func allocate<Element: BitwiseCopyable>(
        _ count: Int, of type: Element.Type
    ) throws(OutOfMemory) -> UnsafeMutablePointer<Element> {
        let (bytes, overflows) = count.multipliedReportingOverflow(by: MemoryLayout<Element>.stride)
        guard !overflows else { throw OutOfMemory(bytes: .max) }
        return try allocate(max(bytes, alignment)).bindMemory(to: type, capacity: count)
    }

    /// Frees memory that was allocated here.
    package static func free(_ memory: UnsafeMutableRawPointer?) { Glibc.free(memory) }
}
