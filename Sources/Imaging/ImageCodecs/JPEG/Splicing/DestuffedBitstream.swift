internal import Glibc

/// A part of a scan's entropy-coded data, as it moves through the file: without the zeros that are put behind each 255, and
/// without markers.
final class DestuffedBitstream {
    /// A restart marker.
    struct Restart: Equatable {
        /// Where it was: the number of the byte before which it stood.
        var offset: Int
        /// Its number, 0 to 7.
        let number: Int
    }

    /// Bytes behind the last one that may be read: more than the longest MCU has, ten blocks of 64 coefficients of 31 bits
    /// each, so that reading past the end is noticed after an MCU.
    static let margin = 4096
    /// Bytes read from the file at a time.
    static let bytesPerRead = 128 << 10

    private(set) var base: UnsafeMutablePointer<UInt8>
    private var capacity: Int
    /// Bytes that are there.
    private(set) var count = 0
    /// Restart markers in what is there that have not been passed.
    private(set) var restartMarkers: ArraySlice<Restart> = []
    /// Whether no more bytes will come.
    private(set) var isAtEnd = false
    /// Whether a marker has ended the data, and not the file.
    private(set) var hasEndMarker = false
    private var previousWasFF = false
    private let readBuffer: UnsafeMutablePointer<UInt8>
    private let bytesPerRead: Int
    private let read: (UnsafeMutablePointer<UInt8>, Int) throws -> Int

    /// An empty window.
    ///
    /// - Parameter read: gets the next bytes of the file, at most as many; returns how many there were.
    init(read: @escaping (UnsafeMutablePointer<UInt8>, Int) throws -> Int) {
        self.read = read
        bytesPerRead = Self.bytesPerRead
        capacity = 2 * Self.bytesPerRead
        base = .allocate(capacity: capacity + Self.margin)
        base.initialize(repeating: 0, count: capacity + Self.margin)
        readBuffer = .allocate(capacity: Self.bytesPerRead)
    }

    /// A window that shows a part of another one for good.
    ///
    /// - Parameters:
    ///   - bitstream: the other one.
    ///   - bytes: the part.
    ///   - restartMarkers: the markers in it.
    ///   - hasEndMarker: whether a marker ends it.
    private init(
        _ bitstream: DestuffedBitstream, _ bytes: Range<Int>, restartMarkers: ArraySlice<Restart>, hasEndMarker: Bool
    ) {
        read = { _, _ in 0 }
        bytesPerRead = 0
        capacity = bytes.count
        base = .allocate(capacity: capacity + Self.margin)
        base.initialize(from: bitstream.base + bytes.lowerBound, count: bytes.count)
        (base + bytes.count).initialize(repeating: 0, count: Self.margin)
        readBuffer = .allocate(capacity: 1)
        count = bytes.count
        isAtEnd = true
        self.hasEndMarker = hasEndMarker
        self.restartMarkers = ArraySlice(
            restartMarkers.map { Restart(offset: $0.offset - bytes.lowerBound, number: $0.number) })
    }

    /// A window on data that are in memory; shows none at first.
    convenience init() {
        self.init { _, _ in 0 }
        isAtEnd = true
    }

    deinit {
        base.deallocate()
        readBuffer.deallocate()
    }

    /// Shows all of another scan's data.
    func load(_ bytes: UnsafeBufferPointer<UInt8>) {
        (count, restartMarkers, isAtEnd, hasEndMarker, previousWasFF) = (0, [], false, false, false)
        reserve(bytes.count)
        append(bytes)
        isAtEnd = true
        (base + count).update(repeating: 0, count: Self.margin)
    }

    /// Makes sure that there is a whole MCU behind a byte, or all there is; moves what is there to other places.
    ///
    /// - Parameters:
    ///   - offset: the byte.
    ///   - first: the first byte that is still wanted: is then number 0.
    /// - Returns: whether anything has moved.
    /// - Throws: what reading throws.
    func fill(after offset: Int, keepingFrom first: Int) throws -> Bool {
        guard count - offset < Self.margin, !isAtEnd else { return false }
        drop(first)
        while count - (offset - first) < Self.margin, !isAtEnd {
            try readMore()
        }
        // What is read behind the end shall be the same each time.
        (base + count).update(repeating: 0, count: Self.margin)
        return true
    }

    /// Takes the data up to a restart marker, and the marker, out of the window.
    ///
    /// - Parameters:
    ///   - markers: the marker's number, counted from 1.
    ///   - limit: bytes among which it has to be.
    /// - Returns: a window on the data, and the marker; what there is, and nil, if the data end before.
    /// - Throws: ``EntropyDecoder/Damage`` when there are too many bytes, or what reading throws.
    func takeSegments(upTo markers: Int, limit: Int) throws -> (part: DestuffedBitstream, end: Restart?) {
        while restartMarkers.count < markers, !isAtEnd {
            guard count <= limit else { throw EntropyDecoder.Damage.corrupt }
            try readMore()
        }
        let end = restartMarkers.count < markers ? nil : restartMarkers[restartMarkers.startIndex + markers - 1]
        let part = DestuffedBitstream(
            self, 0..<(end?.offset ?? count), restartMarkers: restartMarkers.prefix(markers - (end == nil ? 0 : 1)),
            hasEndMarker: end != nil || hasEndMarker)
        restartMarkers = restartMarkers.dropFirst(markers)
        drop(part.count)
        return (part, end)
    }

    private func readMore() throws {
        let length = try read(readBuffer, bytesPerRead)
        if length == 0 {
            isAtEnd = true
        }
        reserve(count + length)
        append(UnsafeBufferPointer(start: readBuffer, count: length))
    }

    /// Drops the first bytes.
    private func drop(_ first: Int) {
        base.update(from: base + first, count: count - first)
        count -= first
        for offset in restartMarkers.indices {
            restartMarkers[offset].offset -= first
        }
    }

    func skipRestartMarker() {
        restartMarkers.removeFirst()
    }

    private func reserve(_ needed: Int) {
        guard needed > capacity else { return }
        capacity = max(needed, 2 * capacity)
        let larger = UnsafeMutablePointer<UInt8>.allocate(capacity: capacity + Self.margin)
        larger.initialize(repeating: 0, count: capacity + Self.margin)
        larger.update(from: base, count: count)
        base.deallocate()
        base = larger
    }

    /// Appends bytes of the file up to a marker that is no restart marker.
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
                case 0xD0...0xD7: restartMarkers.append(Restart(offset: count, number: Int(code) - 0xD0))
                case 0xFF: break  // markers may be filled up
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
