/// A box of the ISO base media file format (ISO/IEC 14496-12, 4.2) in memory.
struct ISOBox {
    /// The type: four characters.
    let type: String
    /// The box with its head.
    let whole: ArraySlice<UInt8>
    /// The bytes after the head.
    let content: ArraySlice<UInt8>

    /// The most boxes in a row that are read.
    private static let limit = 10_000

    /// The boxes that follow each other in `bytes`; those after a damaged one are left out.
    static func boxes(in bytes: ArraySlice<UInt8>) -> [ISOBox] {
        var boxes: [ISOBox] = []
        var rest = bytes
        while boxes.count < limit, let box = ISOBox(rest) {
            boxes.append(box)
            rest = rest.dropFirst(box.whole.count)
        }
        return boxes
    }

    /// The first box in `bytes`; nil when it is not complete.
    private init?(_ bytes: ArraySlice<UInt8>) {
        let reader = BigEndianReader(bytes)
        guard let short = reader.number(at: 0), let type = reader.part(at: 4, size: 4) else { return nil }
        var size = short
        var headBytes = 8
        if short == 1 {
            guard let upper = reader.number(at: 8), upper == 0, let lower = reader.number(at: 12) else { return nil }
            size = lower
            headBytes = 16
        } else if short == 0 {
            size = bytes.count
        }
        guard size >= headBytes, size <= bytes.count else { return nil }
        self.type = String(decoding: type, as: UTF8.self)
        whole = bytes.prefix(size)
        content = whole.dropFirst(headBytes)
    }

    /// The bytes of the box where others follow it: its head states its size, and not that it goes on to the end.
    var bytesWithSize: [UInt8] {
        guard whole.prefix(4).allSatisfy({ $0 == 0 }), let size = UInt32(exactly: whole.count) else {
            return Array(whole)
        }
        return withUnsafeBytes(of: size.bigEndian) { Array($0) } + whole.dropFirst(4)
    }

    /// The version of a full box.
    var version: Int? { content.first.map(Int.init) }

    /// The flags of a full box.
    var flags: Int? { BigEndianReader(content).number(at: 1, size: 3) }

    /// The bytes after the version and the flags of a full box.
    var fullContent: ArraySlice<UInt8> { content.dropFirst(4) }
}

/// Reads big-endian numbers one after the other.
struct BigEndianCursor {
    private let reader: BigEndianReader
    private(set) var offset = 0

    init(_ bytes: ArraySlice<UInt8>) {
        reader = BigEndianReader(bytes)
    }

    /// The next number, of up to 8 bytes; nil at the end, or when it is beyond an `Int`.
    mutating func number(_ size: Int) -> Int? {
        guard size > 0 else { return 0 }
        guard let part = reader.part(at: offset, size: size) else { return nil }
        offset += size
        let value = part.reduce(UInt64(0)) { $0 << 8 | UInt64($1) }
        return Int(exactly: value)
    }

    /// The next bytes.
    mutating func bytes(_ size: Int) -> ArraySlice<UInt8>? {
        guard let part = reader.part(at: offset, size: size) else { return nil }
        offset += size
        return part
    }

    /// The next bytes as text.
    mutating func text(_ size: Int) -> String? {
        bytes(size).map { String(decoding: $0, as: UTF8.self) }
    }
}
