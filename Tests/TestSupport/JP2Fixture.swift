/// A JP2 or JPX file around codestreams, with header boxes as given (ISO 15444-1, annex I).
public struct JP2Fixture {
    /// The codestreams.
    public var codestreams: [[UInt8]]
    /// The boxes in the header box, by their types.
    public var boxes: [(kind: String, content: [UInt8])]
    /// The boxes between the header box and the codestream.
    public var later: [(kind: String, content: [UInt8])] = []

    /// Creates a file with one codestream.
    public init(_ codestream: [UInt8], _ boxes: [(kind: String, content: [UInt8])]) {
        codestreams = [codestream]
        self.boxes = boxes
    }

    /// The file.
    public var bytes: [UInt8] {
        func box(_ kind: String, _ content: [UInt8]) -> [UInt8] {
            Self.number(content.count + 8, 4) + Array(kind.utf8) + content
        }
        return box("jP  ", [0x0D, 0x0A, 0x87, 0x0A]) + box("ftyp", Array("jp2 \0\0\0\0jp2 ".utf8))
            + box("jp2h", boxes.flatMap { box($0.kind, $0.content) }) + later.flatMap { box($0.kind, $0.content) }
            + codestreams.flatMap { box("jp2c", $0) }
    }

    /// A color specification: an enumerated color space.
    public static func color(_ number: Int) -> (kind: String, content: [UInt8]) {
        ("colr", [1, 0, 0] + Self.number(number, 4))
    }

    /// A color specification: an ICC profile.
    public static func profile(_ bytes: [UInt8]) -> (kind: String, content: [UInt8]) { ("colr", [2, 0, 0] + bytes) }

    /// A palette with entries of up to 16 bits: one row for each index.
    public static func palette(bits: [Int], _ entries: [[Int]]) -> (kind: String, content: [UInt8]) {
        let head = number(entries.count, 2) + [UInt8(bits.count)] + bits.map { UInt8($0 - 1) }
        return ("pclr", head + entries.flatMap { zip($0, bits).flatMap { number($0, ($1 + 7) / 8) } })
    }

    /// A component mapping: for each channel a component and a column of the palette, nil for none.
    public static func mapping(_ channels: [(component: Int, column: Int?)]) -> (kind: String, content: [UInt8]) {
        ("cmap", channels.flatMap { number($0.component, 2) + [$0.column == nil ? 0 : 1, UInt8($0.column ?? 0)] })
    }

    /// Channel definitions: channel, type and association.
    public static func definitions(_ values: [(Int, Int, Int)]) -> (kind: String, content: [UInt8]) {
        ("cdef", number(values.count, 2) + values.flatMap { number($0, 2) + number($1, 2) + number($2, 2) })
    }

    private static func number(_ value: Int, _ size: Int) -> [UInt8] {
        (0..<size).reversed().map { UInt8(value >> (8 * $0) & 255) }
    }
}
