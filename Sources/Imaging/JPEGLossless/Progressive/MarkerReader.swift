internal import Glibc
internal import ImageSources

/// Reads the markers of a JPEG from its beginning, and passes its entropy-coded data.
struct MarkerReader: ~Copyable {
    /// Bytes read from the file at a time.
    private static let bytesPerRead = 256 << 10

    private let read: (UnsafeMutableRawBufferPointer, _ offset: Int) throws -> Int
    private let window: UnsafeMutableRawPointer
    /// The offset of the window in the file, the number of bytes in it, and the index of the next one.
    private var start = 0
    private var count = 0
    private var next = 0

    /// Creates a reader at the beginning of a file.
    ///
    /// - Parameter read: reads bytes from an offset on; returns how many it has read, 0 only at the end.
    /// - Throws: `OutOfMemory` when the system refuses the memory.
    init(read: @escaping (UnsafeMutableRawBufferPointer, _ offset: Int) throws -> Int) throws(OutOfMemory) {
        self.read = read
        window = try HeapMemory.allocate(Self.bytesPerRead)
    }

    deinit { HeapMemory.free(window) }

    /// The offset of the next byte in the file.
    private var offset: Int { start + next }

    /// Reads the next part of the file when the window is empty; returns false at the end of the file.
    private mutating func fill() throws -> Bool {
        guard next == count else { return true }
        start += count
        count = 0
        next = 0
        count = try read(UnsafeMutableRawBufferPointer(start: window, count: Self.bytesPerRead), start)
        return count > 0
    }

    /// Returns the next byte; nil at the end.
    mutating func nextByte() throws -> UInt8? {
        guard try fill() else { return nil }
        defer { next += 1 }
        return window.load(fromByteOffset: next, as: UInt8.self)
    }

    /// Returns the code of the marker that follows; nil if none does.
    mutating func nextMarker() throws -> UInt8? {
        guard try nextByte() == 0xFF else { return nil }
        // Fill bytes may precede a marker (ITU-T T.81, B.1.1.2).
        while let code = try nextByte() {
            if code != 0xFF { return code == 0 ? nil : code }
        }
        return nil
    }

    /// Returns the content of the segment that follows its marker, without its length; nil if the file ends before.
    mutating func nextSegment() throws -> [UInt8]? {
        guard let high = try nextByte(), let low = try nextByte() else { return nil }
        let length = Int(high) << 8 | Int(low)
        guard length >= 2 else { return nil }
        var content: [UInt8] = []
        content.reserveCapacity(length - 2)
        while content.count < length - 2 {
            guard let byte = try nextByte() else { return nil }
            content.append(byte)
        }
        return content
    }

    /// Passes the data up to the next marker that ends it.
    ///
    /// - Returns: the range of the data in the file; nil if the file ends before.
    mutating func passEntropyCodedData() throws -> Range<Int>? {
        let first = offset
        while try fill() {
            guard let found = memchr(window + next, 0xFF, count - next) else {
                next = count
                continue
            }
            next = UnsafeRawPointer(found) - UnsafeRawPointer(window) + 1
            let end = offset - 1
            // Fill bytes may precede a marker.
            var code = try nextByte()
            while code == 0xFF { code = try nextByte() }
            guard let code else { return nil }
            if code != 0, !(0xD0...0xD7).contains(code) {
                back(to: end)
                return first..<end
            }
        }
        return nil
    }

    /// Goes back to an offset.
    private mutating func back(to offset: Int) {
        if offset >= start {
            next = offset - start
        } else {
            start = offset
            count = 0
            next = 0
        }
    }
}
