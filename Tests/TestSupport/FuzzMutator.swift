/// Damages valid files, in the same way on every run.
public struct FuzzMutator: Sendable {
    /// The source of randomness.
    public var random: SeededRandom

    /// Creates a mutator that depends on the seed only.
    public init(seed: UInt64) {
        random = SeededRandom(seed: seed)
    }

    /// Returns a random element; all are equally likely.
    public mutating func any<Element>(of elements: [Element]) -> Element {
        elements[Int.random(in: 0..<elements.count, using: &random)]
    }

    /// Numbers at which programs have failed: zero, the greatest values, and values just out of range.
    private static let numbers: [UInt64] = [
        0, 1, 2, 0x7F, 0xFF, 0x7FFF, 0xFFFF, 0x7FFF_FFFF, 0x8000_0000, 0xFFFF_FFFF, 1 << 40, 1 << 53, 1 << 57, 1 << 62,
        (1 << 63) - 1,
        1 << 63, .max, .max - 7,
    ]

    /// Numbers in text form.
    private static let texts = [
        "0", "-1", "1", "2", "00", "2147483647", "2147483648", "4294967296", "9223372036854775807",
        "9223372036854775808",
        "-9223372036854775808", "9007199254740992", "144115188075855872", "1e300", "-1e300", "null", "\"text\"",
        "1e999", "0.5", "-0", "99999999999999999999999999", "NaN", "", " ", "0x10", "\u{0661}",
    ]

    /// Returns a binary file with one to three mutations.
    ///
    /// - Parameters:
    ///   - bytes: a valid file.
    ///   - borders: the byte offsets of its parts; most of the damage is near them.
    /// - Returns: the damaged file, which may be empty.
    public mutating func damaged(_ bytes: [UInt8], borders: [Int] = []) -> [UInt8] {
        var bytes = bytes
        for _ in 0..<Int.random(in: 1...3, using: &random) where !bytes.isEmpty {
            mutateOnce(&bytes, borders: borders)
        }
        return bytes
    }

    /// Returns a random offset: in three of four cases near the beginning or a border.
    private mutating func offset(in bytes: [UInt8], borders: [Int]) -> Int {
        let near = Int.random(in: 0..<64, using: &random)
        let offset =
            switch Int.random(in: 0..<4, using: &random) {
            case 0: near
            case 1, 2: (borders.isEmpty ? 0 : any(of: borders)) + near
            default: Int.random(in: 0..<bytes.count, using: &random)
            }
        return min(max(0, offset), bytes.count - 1)
    }

    private mutating func mutateOnce(_ bytes: inout [UInt8], borders: [Int]) {
        let offset = offset(in: bytes, borders: borders)
        let length = min(bytes.count - offset, Int.random(in: 1...64, using: &random))
        switch Int.random(in: 0..<10, using: &random) {
        case 0: bytes[offset] ^= 1 << UInt8.random(in: 0..<8, using: &random)
        case 1: bytes[offset] = UInt8.random(in: 0...255, using: &random)
        case 2, 3, 4: replaceNumber(at: offset, in: &bytes)
        case 5:
            let end = Bool.random(using: &random) ? any(of: borders + [offset]) : offset
            bytes.removeLast(max(0, bytes.count - end))
        case 6: bytes.removeSubrange(offset..<offset + length)
        case 7: bytes.insert(contentsOf: bytes[offset..<offset + length], at: offset)
        case 8:
            let other = Int.random(in: 0...bytes.count - length, using: &random)
            let first = Array(bytes[offset..<offset + length])
            let second = Array(bytes[other..<other + length])
            bytes.replaceSubrange(offset..<offset + length, with: second)
            bytes.replaceSubrange(other..<other + length, with: first)
        default:
            for index in offset..<offset + length { bytes[index] = 0 }
        }
    }

    /// Replaces bytes by a number of 1 to 8 bytes, in either byte order.
    private mutating func replaceNumber(at offset: Int, in bytes: inout [UInt8]) {
        let size = min(any(of: [1, 2, 4, 8]), bytes.count - offset)
        let old = bytes[offset..<offset + size].reversed().reduce(UInt64(0)) { $0 << 8 | UInt64($1) }
        let new = any(of: Self.numbers + [old &+ 1, old &- 1, UInt64(bytes.count), UInt64(bytes.count - offset), ~old])
        var digits = (0..<size).map { UInt8(truncatingIfNeeded: new >> UInt64(8 * $0)) }
        if Bool.random(using: &random) { digits.reverse() }
        bytes.replaceSubrange(offset..<offset + size, with: digits)
    }

    /// Returns a text file with one to three mutations.
    ///
    /// Numbers are replaced, punctuation is inserted or replaced, elements are nested or repeated; in one of four cases the
    /// mutations are those of binary files.
    public mutating func damaged(text bytes: [UInt8]) -> [UInt8] {
        guard Int.random(in: 0..<4, using: &random) > 0 else { return damaged(bytes) }
        var bytes = bytes
        for _ in 0..<Int.random(in: 1...3, using: &random) where !bytes.isEmpty {
            mutateTextOnce(&bytes)
        }
        return bytes
    }

    private mutating func mutateTextOnce(_ bytes: inout [UInt8]) {
        let offset = Int.random(in: 0..<bytes.count, using: &random)
        switch Int.random(in: 0..<6, using: &random) {
        case 0, 1, 2:
            guard let number = anyNumber(in: bytes) else { return }
            bytes.replaceSubrange(number, with: Array(any(of: Self.texts).utf8))
        case 3: bytes.insert(any(of: Array("<>\"'&{}[],:=/-!?\\\0\u{FF}".utf8)), at: offset)
        case 4: bytes[offset] = any(of: Array("<>\"'&{}[],:=/- \n09az".utf8))
        default:
            let piece = any(of: [
                "<a>", "<a/>", "[", "{\"a\":", "<!DOCTYPE a [<!ENTITY b \"bbbbbbbb\">", "&b;", "<!--", "../",
                "\u{202E}",
                "%2e%2e/", "\"", " a=\"\"",
            ])
            let count = any(of: [1, 3, 200, 20_000])
            bytes.insert(contentsOf: Array(String(repeating: piece, count: count).utf8), at: offset)
        }
    }

    /// Returns the range of a random number in a text.
    private mutating func anyNumber(in bytes: [UInt8]) -> Range<Int>? {
        let digits = UInt8(ascii: "0")...UInt8(ascii: "9")
        let starts = bytes.indices.filter { digits.contains(bytes[$0]) && ($0 == 0 || !digits.contains(bytes[$0 - 1])) }
        guard !starts.isEmpty else { return nil }
        let start = any(of: starts)
        let end = bytes[start...].firstIndex { !digits.contains($0) } ?? bytes.count
        return start..<end
    }
}
