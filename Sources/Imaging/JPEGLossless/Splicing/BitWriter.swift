/// Writes entropy-coded data of a JPEG with byte stuffing: a zero after each 0xFF byte (ITU-T T.81, B.1.1.5).
///
/// Memory is reused from tile to tile.
struct BitWriter: ~Copyable {
    private(set) var bytes: UnsafeMutablePointer<UInt8>
    private var capacity: Int
    private(set) var count = 0
    /// Bits not written yet, in the lowest `pending` bits.
    private var bits: UInt64 = 0
    private var pending = 0

    init() {
        capacity = 64 << 10  // a 256-pixel tile of a photograph is 10 to 40 KB
        bytes = .allocate(capacity: capacity)
    }

    deinit {
        bytes.deallocate()
    }

    mutating func removeAll() {
        count = 0
        bits = 0
        pending = 0
    }

    /// Reserves memory for `more` bytes of entropy-coded or plain data.
    mutating func reserve(_ more: Int) {
        // Byte stuffing may double the data; up to eight bytes are pending.
        let needed = count + 2 * (more + 8)
        guard needed > capacity else { return }
        capacity = max(needed, 2 * capacity)
        let larger = UnsafeMutablePointer<UInt8>.allocate(capacity: capacity)
        larger.update(from: bytes, count: count)
        bytes.deallocate()
        bytes = larger
    }

    /// Appends bytes without byte stuffing.
    mutating func append(_ more: [UInt8]) {
        reserve(more.count)
        more.withUnsafeBufferPointer { source in
            guard let start = source.baseAddress else { return }
            (bytes + count).update(from: start, count: source.count)
        }
        count += more.count
    }

    /// Appends at most 32 bits; memory for them must be reserved.
    @inline(__always)
    mutating func put(_ value: UInt32, _ length: Int) {
        bits = bits &<< UInt64(truncatingIfNeeded: length) | UInt64(value)
        pending &+= length
        if pending >= 32 {
            pending &-= 32
            write(UInt32(truncatingIfNeeded: bits &>> UInt64(truncatingIfNeeded: pending)))
        }
    }

    @inline(__always)
    private mutating func write(_ word: UInt32) {
        if (~word &- 0x0101_0101) & word & 0x8080_8080 == 0 {
            UnsafeMutableRawPointer(bytes + count).storeBytes(of: word.bigEndian, as: UInt32.self)
            count &+= 4
        } else {
            for shift: UInt32 in [24, 16, 8, 0] {
                writeByte(UInt8(truncatingIfNeeded: word &>> shift))
            }
        }
    }

    private mutating func writeByte(_ byte: UInt8) {
        bytes[count] = byte
        count += 1
        if byte == 0xFF {
            bytes[count] = 0
            count += 1
        }
    }

    /// Appends bits of other data; memory for them must be reserved, and eight bytes past `source`'s last must be
    /// readable.
    mutating func copy(_ source: UnsafePointer<UInt8>, _ range: Range<Int>) {
        var position = range.lowerBound
        while position < range.upperBound {
            let word = UInt64(bigEndian: UnsafeRawPointer(source + position >> 3).loadUnaligned(as: UInt64.self))
            let length = min(32, range.upperBound - position)
            put(UInt32(truncatingIfNeeded: (word &<< UInt64(position & 7)) &>> UInt64(64 - length)), length)
            position += length
        }
    }

    /// Returns the place where the next bits are written, for many of them; ``resume(at:)`` ends its use.
    ///
    /// Memory for the bits must be reserved.
    func cursor() -> Cursor { Cursor(next: bytes + count, bits: bits, pending: pending) }

    /// Goes on after what has been written at a cursor.
    mutating func resume(at cursor: Cursor) {
        count = cursor.next - bytes
        bits = cursor.bits
        pending = cursor.pending
    }

    /// The place where bits are written.
    ///
    /// As a local variable it stays in registers.
    struct Cursor {
        fileprivate var next: UnsafeMutablePointer<UInt8>
        fileprivate var bits: UInt64
        fileprivate var pending: Int

        /// Appends at most 32 bits.
        @inline(__always)
        mutating func put(_ value: UInt32, _ length: Int) {
            bits = bits &<< UInt64(truncatingIfNeeded: length) | UInt64(value)
            pending &+= length
            guard pending >= 32 else { return }
            pending &-= 32
            let word = UInt32(truncatingIfNeeded: bits &>> UInt64(truncatingIfNeeded: pending))
            UnsafeMutableRawPointer(next).storeBytes(of: word.bigEndian, as: UInt32.self)
            next += 4
            if (~word &- 0x0101_0101) & word & 0x8080_8080 != 0 {
                next = Self.stuff(word, at: next - 4)
            }
        }

        /// Writes four bytes, with a zero after each 0xFF byte; returns the place after them.
        @inline(never)
        private static func stuff(
            _ word: UInt32, at start: UnsafeMutablePointer<UInt8>
        ) -> UnsafeMutablePointer<UInt8> {
            var next = start
            for shift: UInt32 in [24, 16, 8, 0] {
                next.pointee = UInt8(truncatingIfNeeded: word &>> shift)
                next += 1
                if next[-1] == 0xFF {
                    next.pointee = 0
                    next += 1
                }
            }
            return next
        }
    }

    /// Pads the last byte with 1 bits (ITU-T T.81, B.1.1.5).
    mutating func finish() {
        let free = -pending & 7
        bits = bits << UInt64(free) | (1 << UInt64(free) - 1)
        pending += free
        while pending > 0 {
            pending -= 8
            writeByte(UInt8(truncatingIfNeeded: bits >> UInt64(pending)))
        }
    }
}
