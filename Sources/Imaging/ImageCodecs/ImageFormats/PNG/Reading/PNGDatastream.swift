internal import ImageMetadata
internal import ImageSources

/// Reads the bytes of a PNG from front to back, through a buffer of fixed size.
final class PNGDatastream {
    /// The number of bytes read at a time.
    static let bufferBytes = 256 << 10

    private let bytes: ImageBytes
    private let buffer: UnsafeMutableRawBufferPointer
    /// The position in the file of the bytes after the buffer's.
    private var position = 0
    /// The bytes of the buffer that have not been taken.
    private var unread = 0..<0

    /// Starts at the first byte.
    ///
    /// - Throws: `OutOfMemory` when the system refuses the buffer.
    init(_ bytes: ImageBytes) throws(OutOfMemory) {
        self.bytes = bytes
        buffer = UnsafeMutableRawBufferPointer(
            start: try HeapMemory.allocate(Self.bufferBytes), count: Self.bufferBytes)
    }

    deinit { HeapMemory.free(buffer.baseAddress) }

    /// Takes the next bytes, at most `limit`, which stay valid until bytes are taken again; empty at the end of the file.
    func take(atMost limit: Int) -> UnsafeRawBufferPointer {
        if unread.isEmpty, limit > 0 {
            let count = bytes.read(into: buffer, at: position)
            position += count
            unread = 0..<count
        }
        let part = unread.prefix(limit)
        unread = part.upperBound..<unread.upperBound
        return UnsafeRawBufferPointer(rebasing: buffer[part])
    }

    /// Takes the next `count` bytes; nil when the file ends before.
    ///
    /// Memory is taken for bytes that exist.
    func take(_ count: Int) -> [UInt8]? {
        var result: [UInt8] = []
        while result.count < count {
            let part = take(atMost: count - result.count)
            guard !part.isEmpty else { return nil }
            result += part
        }
        return result
    }

    /// Takes a big-endian number of 32 bits; nil when the file ends before.
    func takeNumber() -> Int? { take(4).map { $0.reduce(0) { $0 << 8 | Int($1) } } }

    /// Skips bytes without reading them; the end of the file is met by what is taken next.
    func skip(_ count: Int) {
        let held = min(count, unread.count)
        unread = unread.lowerBound + held..<unread.upperBound
        position += count - held
    }
}
