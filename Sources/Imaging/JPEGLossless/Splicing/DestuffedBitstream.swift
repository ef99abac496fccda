internal import Glibc
internal import ImageSources

/// A sliding window on a scan's entropy-coded data, without stuffed bytes and markers.
final class DestuffedBitstream {
    /// A restart marker (RST0 to RST7).
    struct RestartMarker: Equatable {
        /// The offset of the byte that followed it.
        var offset: Int
        /// Its number, 0 to 7.
        let number: Int
    }

    /// Readable bytes past the last one: more than the longest MCU, ten blocks of 64 coefficients of 31 bits each, so
    /// that reading past the end needs to be checked only after each MCU.
    static let margin = 4096
    /// Bytes read from the file at a time.
    static let bytesPerRead = 128 << 10

    private(set) var base: UnsafeMutablePointer<UInt8>
    private var capacity: Int
    /// Bytes in the window.
    private(set) var count = 0
    /// Restart markers in the window that have not been passed.
    private(set) var restartMarkers: ArraySlice<RestartMarker> = []
    /// Whether no more bytes will follow.
    private(set) var isAtEnd = false
    /// Whether the data was ended by a marker and not by the end of the file.
    private(set) var hasEndMarker = false
    /// Whether the data was ended by the end of the file.
    var lacksEndMarker: Bool { isAtEnd && !hasEndMarker }
    private var previousWasFF = false
    private let readBuffer: UnsafeMutablePointer<UInt8>
    private let read: (UnsafeMutablePointer<UInt8>, Int) throws -> Int

    /// Creates an empty window.
    ///
    /// - Parameter read: reads at most the given number of the file's next bytes; returns how many it read. By default
    ///   there are none, for data in memory (``load(_:)``).
    /// - Throws: `OutOfMemory` when the system refuses the memory.
    init(read: @escaping (UnsafeMutablePointer<UInt8>, Int) throws -> Int = { _, _ in 0 }) throws(OutOfMemory) {
        self.read = read
        capacity = 2 * Self.bytesPerRead
        base = try HeapMemory.allocate(capacity + Self.margin, of: UInt8.self)
        base.initialize(repeating: 0, count: capacity + Self.margin)
        readBuffer = .allocate(capacity: Self.bytesPerRead)
    }

    /// Creates a window with a copy of a part of another one; nothing more is read.
    private init(
        _ bitstream: DestuffedBitstream, _ bytes: Range<Int>, restartMarkers: ArraySlice<RestartMarker>,
        hasEndMarker: Bool
    ) throws(OutOfMemory) {
        read = { _, _ in 0 }
        capacity = bytes.count
        base = try HeapMemory.allocate(capacity + Self.margin, of: UInt8.self)
        base.initialize(from: bitstream.base + bytes.lowerBound, count: bytes.count)
        (base + bytes.count).initialize(repeating: 0, count: Self.margin)
        readBuffer = .allocate(capacity: 1)
        count = bytes.count
        isAtEnd = true
        self.hasEndMarker = hasEndMarker
        self.restartMarkers = ArraySlice(
            restartMarkers.map { RestartMarker(offset: $0.offset - bytes.lowerBound, number: $0.number) })
    }

    deinit {
        HeapMemory.free(base)
        readBuffer.deallocate()
    }

    /// Replaces the window's contents by all of a scan's data in memory.
    ///
    /// - Throws: `OutOfMemory` when the system refuses the memory of a copy.
    func load(_ bytes: UnsafeBufferPointer<UInt8>) throws(OutOfMemory) {
        count = 0
        restartMarkers = []
        isAtEnd = false
        hasEndMarker = false
        previousWasFF = false
        try reserve(bytes.count)
        append(bytes)
        isAtEnd = true
        (base + count).update(repeating: 0, count: Self.margin)
    }

    /// Reads until a whole MCU follows an offset, or the data ends; may move the window.
    ///
    /// - Parameters:
    ///   - offset: the offset of a byte.
    ///   - first: the first byte that is still needed; if the window moves, it becomes byte 0.
    /// - Returns: whether the window has moved.
    /// - Throws: the error of reading.
    func fill(after offset: Int, keepingFrom first: Int) throws -> Bool {
        guard count - offset < Self.margin, !isAtEnd else { return false }
        drop(first)
        while count - (offset - first) < Self.margin, !isAtEnd {
            try readMore()
        }
        // Reading past the end must give the same bits every time.
        (base + count).update(repeating: 0, count: Self.margin)
        return true
    }

    /// Removes the data up to a restart marker, and the marker, from the window.
    ///
    /// - Parameters:
    ///   - markers: the number of the marker, counted from 1.
    ///   - limit: the most bytes before it.
    /// - Returns: a window on the data, and the marker; if the data ends before it, the remaining data and nil.
    /// - Throws: ``JPEGDamage`` if the marker is missing among so many bytes, or what reading throws.
    func takeSegments(upTo markers: Int, limit: Int) throws -> (part: DestuffedBitstream, end: RestartMarker?) {
        while restartMarkers.count < markers, !isAtEnd {
            guard count <= limit else { throw JPEGDamage.corrupt }
            try readMore()
        }
        let end = restartMarkers.count < markers ? nil : restartMarkers[restartMarkers.startIndex + markers - 1]
        let part = try DestuffedBitstream(
            self, 0..<(end?.offset ?? count), restartMarkers: restartMarkers.prefix(markers - (end == nil ? 0 : 1)),
            hasEndMarker: end != nil || hasEndMarker)
        restartMarkers = restartMarkers.dropFirst(markers)
        drop(part.count)
        return (part, end)
    }

    private func readMore() throws {
        precondition(!isAtEnd, "a window that is a part of another one has nothing to read")
        let length = try read(readBuffer, Self.bytesPerRead)
        isAtEnd = length == 0
        try reserve(count + length)
        append(UnsafeBufferPointer(start: readBuffer, count: length))
    }

    /// Removes the first bytes.
    private func drop(_ first: Int) {
        base.update(from: base + first, count: count - first)
        count -= first
        for index in restartMarkers.indices {
            restartMarkers[index].offset -= first
        }
    }

    func skipRestartMarker() {
        restartMarkers.removeFirst()
    }

    private func reserve(_ needed: Int) throws(OutOfMemory) {
        guard needed > capacity else { return }
        let larger = try HeapMemory.allocate(max(needed, 2 * capacity) + Self.margin, of: UInt8.self)
        capacity = max(needed, 2 * capacity)
        larger.initialize(repeating: 0, count: capacity + Self.margin)
        larger.update(from: base, count: count)
        HeapMemory.free(base)
        base = larger
    }

    /// Appends bytes of the file up to a marker other than a restart marker, and removes stuffed bytes.
    private func append(_ bytes: UnsafeBufferPointer<UInt8>) {
        guard let start = bytes.baseAddress else { return }
        var offset = 0
        while offset < bytes.count, !isAtEnd {
            if previousWasFF {
                let code = bytes[offset]
                offset += 1
                previousWasFF = code == 0xFF
                switch code {
                case 0:
                    base[count] = 0xFF
                    count += 1
                case 0xD0...0xD7: restartMarkers.append(RestartMarker(offset: count, number: Int(code) - 0xD0))
                case 0xFF: break  // fill bytes may precede a marker (ITU-T T.81, B.1.1.2)
                default:
                    isAtEnd = true
                    hasEndMarker = true
                }
                continue
            }
            let rest = bytes.count - offset
            let length = memchr(start + offset, 0xFF, rest).map {
                UnsafeRawPointer($0) - UnsafeRawPointer(start + offset)
            }
            (base + count).update(from: start + offset, count: length ?? rest)
            count += length ?? rest
            offset += (length ?? rest) + 1
            previousWasFF = length != nil
        }
    }
}
