internal import Glibc

/// A part of a scan's entropy-coded data, as it moves through the file: without the zeros that are put behind each 255, and
/// without markers.
final class EntropyWindow {
    /// A restart marker.
    struct Restart: Equatable {
        /// Where it was: the number of the byte before which it stood.
        var place: Int
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
    private(set) var restarts: ArraySlice<Restart> = []
    /// Whether no more bytes will come.
    private(set) var isAtEnd = false
    /// Whether a marker has ended the data, and not the file.
    private(set) var hasEndMarker = false
    private var lastWas255 = false
    private let room: UnsafeMutablePointer<UInt8>
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
        room = .allocate(capacity: Self.bytesPerRead)
    }

    /// A window that shows a part of another one for good.
    ///
    /// - Parameters:
    ///   - window: the other one.
    ///   - bytes: the part.
    ///   - restarts: the markers in it.
    ///   - hasEndMarker: whether a marker ends it.
    private init(_ window: EntropyWindow, _ bytes: Range<Int>, restarts: ArraySlice<Restart>, hasEndMarker: Bool) {
        read = { _, _ in 0 }
        bytesPerRead = 0
        capacity = bytes.count
        base = .allocate(capacity: capacity + Self.margin)
        base.initialize(from: window.base + bytes.lowerBound, count: bytes.count)
        (base + bytes.count).initialize(repeating: 0, count: Self.margin)
        room = .allocate(capacity: 1)
        count = bytes.count
        isAtEnd = true
        self.hasEndMarker = hasEndMarker
        self.restarts = ArraySlice(
            restarts.map { Restart(place: $0.place - bytes.lowerBound, number: $0.number) })
    }

    /// A window on data that are in memory; shows none at first.
    convenience init() {
        self.init { _, _ in 0 }
        isAtEnd = true
    }

    deinit {
        base.deallocate()
        room.deallocate()
    }

    /// Shows all of another scan's data.
    func show(_ bytes: UnsafeBufferPointer<UInt8>) {
        (count, restarts, isAtEnd, hasEndMarker, lastWas255) = (0, [], false, false, false)
        reserve(bytes.count)
        append(bytes)
        isAtEnd = true
        (base + count).update(repeating: 0, count: Self.margin)
    }

    /// Makes sure that there is a whole MCU behind a byte, or all there is; moves what is there to other places.
    ///
    /// - Parameters:
    ///   - place: the byte.
    ///   - first: the first byte that is still wanted: is then number 0.
    /// - Returns: whether anything has moved.
    /// - Throws: what reading throws.
    func require(behind place: Int, keepingFrom first: Int) throws -> Bool {
        guard count - place < Self.margin, !isAtEnd else { return false }
        drop(first)
        while count - (place - first) < Self.margin, !isAtEnd {
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
    func takePart(upTo markers: Int, limit: Int) throws -> (part: EntropyWindow, end: Restart?) {
        while restarts.count < markers, !isAtEnd {
            guard count <= limit else { throw EntropyDecoder.Damage.makesNoSense }
            try readMore()
        }
        let end = restarts.count < markers ? nil : restarts[restarts.startIndex + markers - 1]
        let part = EntropyWindow(
            self, 0..<(end?.place ?? count), restarts: restarts.prefix(markers - (end == nil ? 0 : 1)),
            hasEndMarker: end != nil || hasEndMarker)
        restarts = restarts.dropFirst(markers)
        drop(part.count)
        return (part, end)
    }

    private func readMore() throws {
        let length = try read(room, bytesPerRead)
        if length == 0 {
            isAtEnd = true
        }
        reserve(count + length)
        append(UnsafeBufferPointer(start: room, count: length))
    }

    /// Drops the first bytes.
    private func drop(_ first: Int) {
        base.update(from: base + first, count: count - first)
        count -= first
        for place in restarts.indices {
            restarts[place].place -= first
        }
    }

    func passRestart() {
        restarts.removeFirst()
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
        var place = 0
        while place < bytes.count, !isAtEnd {
            if lastWas255 {
                let code = bytes[place]
                place += 1
                lastWas255 = code == 0xFF
                switch code {
                case 0:
                    base[count] = 0xFF
                    count += 1
                case 0xD0...0xD7: restarts.append(Restart(place: count, number: Int(code) - 0xD0))
                case 0xFF: break  // markers may be filled up
                default:
                    isAtEnd = true
                    hasEndMarker = true
                }
                continue
            }
            let rest = bytes.count - place
            let length = memchr(start + place, 0xFF, rest).map {
                UnsafeRawPointer($0) - UnsafeRawPointer(start + place)
            }
            (base + count).update(from: start + place, count: length ?? rest)
            count += length ?? rest
            place += (length ?? rest) + 1
            lastWas255 = length != nil
        }
    }
}
