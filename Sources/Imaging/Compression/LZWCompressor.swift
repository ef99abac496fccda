/// Compresses to TIFF's LZW (TIFF 6.0, section 13), a whole strip or tile at a time; one thread uses it at a time.
///
/// The most significant bits come first, and codes are lengthened one code early, as all readers expect.
package final class LZWCompressor {
    private static let clear = 256
    private static let end = 257
    private static let firstString = 258
    /// After the string with this code, the table is cleared.
    private static let lastString = 4094
    private static let hashBits = 14

    /// The strings by the hash of their key: the number of the table in the bits above 20, then the code of the string without
    /// its last byte, and that byte.
    private let keys: UnsafeMutablePointer<UInt64>
    private let codes: UnsafeMutablePointer<UInt16>
    /// The number of the table, so that clearing it is counting.
    private var table: UInt64 = 0

    /// Creates a compressor.
    package init() {
        keys = .allocate(capacity: 1 << Self.hashBits)
        keys.initialize(repeating: 0, count: 1 << Self.hashBits)
        codes = .allocate(capacity: 1 << Self.hashBits)
        codes.initialize(repeating: 0, count: 1 << Self.hashBits)
    }

    deinit {
        keys.deallocate()
        codes.deallocate()
    }

    /// The most bytes that `count` bytes are compressed to: 12 bits for each, one clear code for thousands, and the end.
    package static func bound(_ count: Int) -> Int { 2 * count + 16 }

    /// Compresses bytes, at least one.
    ///
    /// - Parameters:
    ///   - input: the bytes.
    ///   - output: room for ``bound(_:)`` of their number.
    /// - Returns: the number of bytes written.
    package func compress(_ input: UnsafeRawBufferPointer, into output: UnsafeMutableRawBufferPointer) -> Int {
        precondition(!input.isEmpty && output.count >= Self.bound(input.count), "there is room for the codes")
        var writer = CodeWriter(output)
        writer.write(Self.clear)
        table &+= 1
        var next = Self.firstString
        var prefix = Int(input[0])
        for byte in input.dropFirst() {
            let key = table &<< 20 | UInt64(truncatingIfNeeded: prefix &<< 8) | UInt64(byte)
            var slot = Int(truncatingIfNeeded: (key &* 0x9E37_79B9_7F4A_7C15) &>> UInt64(64 - Self.hashBits))
            while keys[slot] != key, keys[slot] &>> 20 == table {
                slot = (slot &+ 1) & ((1 &<< Self.hashBits) &- 1)
            }
            if keys[slot] == key {
                prefix = Int(codes[slot])
                continue
            }
            writer.write(prefix)
            keys[slot] = key
            codes[slot] = UInt16(truncatingIfNeeded: next)
            prefix = Int(byte)
            addString(&next, &writer)
        }
        writer.write(prefix)
        addString(&next, &writer)
        writer.write(Self.end)
        return writer.finish()
    }

    /// Counts a string; lengthens the codes that follow, or clears the table.
    private func addString(_ next: inout Int, _ writer: inout CodeWriter) {
        if next == Self.lastString {
            writer.write(Self.clear)
            writer.width = 9
            table &+= 1
            next = Self.firstString
            return
        }
        if next == 1 &<< writer.width &- 1 { writer.width += 1 }
        next &+= 1
    }
}

/// Writes codes of 9 to 12 bits.
private struct CodeWriter {
    /// The bits of a code.
    var width = 9
    private let output: UnsafeMutableRawBufferPointer
    private var count = 0
    private var bits: UInt32 = 0
    private var bitCount = 0

    init(_ output: UnsafeMutableRawBufferPointer) {
        self.output = output
    }

    mutating func write(_ code: Int) {
        bits = bits &<< UInt32(truncatingIfNeeded: width) | UInt32(truncatingIfNeeded: code)
        bitCount &+= width
        while bitCount >= 8 {
            bitCount &-= 8
            output[count] = UInt8(truncatingIfNeeded: bits &>> UInt32(truncatingIfNeeded: bitCount))
            count &+= 1
        }
    }

    /// Writes the last bits; returns the number of bytes.
    mutating func finish() -> Int {
        if bitCount > 0 {
            output[count] = UInt8(truncatingIfNeeded: bits &<< UInt32(truncatingIfNeeded: 8 &- bitCount))
            count &+= 1
        }
        return count
    }
}
