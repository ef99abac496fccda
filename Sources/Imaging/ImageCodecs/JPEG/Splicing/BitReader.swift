/// Reads bits of entropy-coded data, from the highest of each byte on.
///
/// Up to eight bytes behind what is used are read, so there have to be so many.
struct BitReader {
    private let base: UnsafePointer<UInt8>
    private var next: UnsafePointer<UInt8>
    /// The next bits, from the highest on; below those that count are such that do not contradict what comes.
    private(set) var bits: UInt64 = 0
    private var count = 0

    /// A reader that begins at a bit.
    @inline(__always)
    init(_ base: UnsafePointer<UInt8>, at position: Int) {
        self.base = base
        next = base + position >> 3
        refill()
        skip(position & 7)
    }

    /// How many bits come before the next one.
    @inline(__always)
    var position: Int { (next - base) << 3 - count }

    /// Makes sure that the next 56 bits are there.
    @inline(__always)
    mutating func refill() {
        let word = UInt64(bigEndian: UnsafeRawPointer(next).loadUnaligned(as: UInt64.self))
        bits |= word &>> UInt64(truncatingIfNeeded: count)
        next += (63 &- count) &>> 3
        count |= 56
    }

    /// The next bits as a number.
    @inline(__always)
    func next(_ count: Int) -> Int { Int(truncatingIfNeeded: bits >> UInt64(truncatingIfNeeded: 64 &- count)) }

    @inline(__always)
    mutating func skip(_ length: Int) {
        bits &<<= UInt64(truncatingIfNeeded: length)
        count &-= length
    }

    /// Skips as many bits as the lowest byte of an entry says, fewer than 64; what stands above it is ignored.
    @inline(__always)
    mutating func skip(lengthOf entry: UInt64) {
        bits &<<= entry
        count &-= Int(truncatingIfNeeded: entry & 0xFF)
    }
}
