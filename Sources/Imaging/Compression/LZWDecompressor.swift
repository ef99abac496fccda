/// Decompresses TIFF's LZW (TIFF 6.0, section 13), a whole strip or tile at a time; one thread uses it at a time.
///
/// The strings of the table are in the output: the first occurrence of a string ends with the first byte of the string after
/// it. So an entry is a position and a length, and decoding is copying. Unusual data is not decoded, so that a decoder with
/// error messages can report it: least significant bits first, as old versions of libtiff wrote it, data that does not begin
/// with a clear code, a full table, damage.
package final class LZWDecompressor {
    /// The number of bytes read beyond the end of the input.
    package static let inputPadding = 8

    private static let clear = 256
    private static let end = 257
    private static let tableCount = 4096
    /// The bytes copied at once.
    private static let chunk = 16

    /// The strings: the position relative to the output's first byte, shifted by ``lengthBits``, and the length.
    private let table: UnsafeMutablePointer<Int>
    /// One byte for each literal, and room to read a chunk.
    private let literals: UnsafeMutablePointer<UInt8>
    private static let lengthBits = 16

    /// Creates a decompressor.
    package init() {
        table = .allocate(capacity: Self.tableCount)
        table.initialize(repeating: 0, count: Self.tableCount)
        literals = .allocate(capacity: 256 + Self.chunk)
        for value in 0..<256 + Self.chunk { literals[value] = UInt8(truncatingIfNeeded: value) }
    }

    deinit {
        table.deallocate()
        literals.deallocate()
    }

    /// Decompresses a strip or tile.
    ///
    /// - Parameters:
    ///   - input: the data, followed by ``inputPadding`` readable bytes.
    ///   - output: memory that has to be filled; data after that is ignored.
    /// - Returns: true when the output is filled, false when the data is damaged or unusual.
    package func decompress(_ input: UnsafeRawBufferPointer, into output: UnsafeMutableRawBufferPointer) -> Bool {
        guard let source = input.baseAddress, let target = output.baseAddress, input.count >= 2 else { return false }
        // The first code is the clear code: with the most significant bits first its byte is 128.
        guard input[0] == 0x80 else { return false }
        // The distance may be of either sign; literals are found through it like strings.
        let offset = UnsafeRawPointer(literals) - UnsafeRawPointer(target)
        for value in 0..<256 { table[value] = (offset &+ value) &<< Self.lengthBits | 1 }
        table[Self.clear] = 0
        table[Self.end] = 0
        return decode(source, bits: input.count * 8, into: target, count: output.count)
    }

    /// Decodes sections, each of which begins with a clear code.
    private func decode(
        _ source: UnsafeRawPointer, bits: Int, into target: UnsafeMutableRawPointer, count: Int
    ) -> Bool {
        var position = 0
        var written = 0
        while written < count {
            var code = Self.clear
            while code == Self.clear {
                guard position &+ 9 <= bits else { return false }
                code = Self.code(source, at: position, width: 9)
                position &+= 9
                // The data begins with a clear code.
                if position == 9, code != Self.clear { return false }
            }
            guard code < Self.clear else { return false }
            target.storeBytes(of: UInt8(truncatingIfNeeded: code), toByteOffset: written, as: UInt8.self)
            let previous = written &<< Self.lengthBits | 1
            written &+= 1
            guard section(source, &position, bits, previous, into: target, &written, count) else { return false }
        }
        return true
    }

    /// Decodes codes up to the next clear code or the end of the output, after the first code of a section.
    private func section(
        _ source: UnsafeRawPointer, _ place: inout Int, _ bits: Int, _ first: Int,
        into target: UnsafeMutableRawPointer, _ filled: inout Int, _ count: Int
    ) -> Bool {
        let table = table
        var position = place
        var written = filled
        var previous = first
        defer {
            place = position
            filled = written
        }
        var next = 258
        var width = 9
        // A chunk is written beyond the end of a string.
        let roomy = count &- 2 &* Self.chunk
        while written < count {
            let limit = 1 &<< width &- 1
            while next < limit {
                guard position &+ width <= bits else { return false }
                let code = Self.code(source, at: position, width: width)
                position &+= width
                // The previous string and the first byte of this one, which is written after it.
                table[next] = previous &+ 1
                let entry = table[code]
                let length = entry & 0xFFFF
                guard code <= next, length > 0 else { return code == Self.clear }
                let string = UnsafeRawPointer(target) + entry &>> Self.lengthBits
                let start = target + written
                if written &+ length <= roomy {
                    start.storeBytes(
                        of: string.loadUnaligned(as: SIMD16<UInt8>.self), as: SIMD16<UInt8>.self)
                    if length > Self.chunk || code == next { Self.copyLong(string, to: start, length) }
                } else {
                    let fitting = min(length, count &- written)
                    Self.copyBytes(string, to: start, fitting)
                    if fitting < length || written &+ length == count {
                        written = count
                        return true
                    }
                }
                previous = written &<< Self.lengthBits | length
                written &+= length
                next &+= 1
            }
            // Writers clear the table before it is full.
            guard width < 12 else { return Self.isClear(source, &position, bits) }
            width &+= 1
        }
        return true
    }

    /// Copies a string that is longer than a chunk, or that ends with the first byte of itself.
    @inline(never)
    private static func copyLong(_ string: UnsafeRawPointer, to start: UnsafeMutableRawPointer, _ length: Int) {
        let distance = UnsafeRawPointer(start) - string
        guard distance >= chunk else {
            return copyBytes(string, to: start, length)
        }
        var index = 0
        while index < length {
            start.storeBytes(
                of: string.loadUnaligned(fromByteOffset: index, as: SIMD16<UInt8>.self), toByteOffset: index,
                as: SIMD16<UInt8>.self)
            index &+= chunk
        }
    }

    private static func copyBytes(_ string: UnsafeRawPointer, to start: UnsafeMutableRawPointer, _ length: Int) {
        for index in 0..<length {
            start.storeBytes(
                of: string.load(fromByteOffset: index, as: UInt8.self), toByteOffset: index, as: UInt8.self)
        }
    }

    /// Reads the code after the last one of a full table.
    private static func isClear(_ source: UnsafeRawPointer, _ position: inout Int, _ bits: Int) -> Bool {
        guard position &+ 12 <= bits else { return false }
        defer { position &+= 12 }
        return code(source, at: position, width: 12) == clear
    }

    /// The code of up to 12 bits at a position in bits.
    @inline(__always)
    private static func code(_ source: UnsafeRawPointer, at position: Int, width: Int) -> Int {
        let word = UInt64(bigEndian: source.loadUnaligned(fromByteOffset: position &>> 3, as: UInt64.self))
        let shifted = word &<< UInt64(truncatingIfNeeded: position & 7)
        return Int(truncatingIfNeeded: shifted &>> UInt64(truncatingIfNeeded: 64 &- width))
    }
}
