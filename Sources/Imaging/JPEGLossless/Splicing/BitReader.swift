/// Reads bits of entropy-coded data, most significant bit first.
///
/// Reads up to ``bytesAhead`` bytes past the bits that are used; that memory must be readable.
struct BitReader {
    /// The most bytes that are read past the next bit: up to 63 bits are held, and eight bytes follow them.
    static let bytesAhead = 16

    private let base: UnsafePointer<UInt8>
    private var next: UnsafePointer<UInt8>
    /// The next bits, left-aligned; below the valid ones are zeros, or bits that agree with what follows.
    private(set) var bits: UInt64 = 0
    private var count = 0

    @inline(__always)
    init(_ base: UnsafePointer<UInt8>, at position: Int) {
        self.base = base
        next = base + position >> 3
        refill()
        skip(position & 7)
    }

    /// The position of the next bit.
    @inline(__always)
    var position: Int { (next - base) << 3 - count }

    /// Makes at least the next 56 bits available.
    @inline(__always)
    mutating func refill() {
        let word = UInt64(bigEndian: UnsafeRawPointer(next).loadUnaligned(as: UInt64.self))
        bits |= word &>> UInt64(truncatingIfNeeded: count)
        next += (63 &- count) &>> 3
        count |= 56
    }

    /// Returns the next bits as a number.
    @inline(__always)
    func next(_ count: Int) -> Int { Int(truncatingIfNeeded: bits >> UInt64(truncatingIfNeeded: 64 &- count)) }

    @inline(__always)
    mutating func skip(_ length: Int) {
        bits &<<= UInt64(truncatingIfNeeded: length)
        count &-= length
    }

    /// Skips the number of bits in the lowest byte of an entry, fewer than 64; the higher bytes are ignored.
    @inline(__always)
    mutating func skip(lengthOf entry: UInt64) {
        bits &<<= entry
        count &-= Int(truncatingIfNeeded: entry & 0xFF)
    }
}
