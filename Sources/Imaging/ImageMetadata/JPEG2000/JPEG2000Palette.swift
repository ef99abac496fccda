/// The palette of a JP2 file (ISO 15444-1, I.5.3.4).
package struct JPEG2000Palette: Hashable {
    /// A column: the values in one channel for the samples of a component.
    package struct Column: Hashable {
        /// The precision of the entries.
        package var bits: Int
        package var isSigned: Bool
        /// The entries, from index 0.
        package var entries: [Int]
    }

    /// A fault of a palette.
    struct Fault: Error {
        var reason: String
    }

    package private(set) var columns: [Column]

    /// Reads the content of a pclr box.
    ///
    /// - Throws: ``Fault`` when it is cut short, or an entry has more bits than declared.
    init(_ fields: BigEndianReader) throws(Fault) {
        guard let entries = fields.number(at: 0, size: 2), let count = fields.number(at: 2, size: 1),
            (1...1024).contains(entries), count > 0
        else { throw Fault(reason: "its palette (pclr) has no entries, or too many") }
        columns = []
        var offset = 3
        for _ in 0..<count {
            guard let depth = fields.number(at: offset, size: 1) else { throw Self.cutShort }
            columns.append(Column(bits: depth & 0x7F + 1, isSigned: depth & 0x80 != 0, entries: []))
            offset += 1
        }
        for _ in 0..<entries {
            for number in columns.indices {
                let bits = columns[number].bits
                let isSigned = columns[number].isSigned
                let size = (bits + 7) / 8
                guard size <= 4, let stored = fields.number(at: offset, size: size) else { throw Self.cutShort }
                offset += size
                let unused = Int.bitWidth - 8 * size
                let value = isSigned ? (stored << unused) >> unused : stored
                let lowest = isSigned ? -(1 << (bits - 1)) : 0
                guard (lowest..<lowest + (1 << bits)).contains(value) else {
                    throw Fault(
                        reason: "an entry of its palette (pclr) is \(value), which does not fit the \(bits) "
                            + "bits declared")
                }
                columns[number].entries.append(value)
            }
        }
    }

    private static let cutShort = Fault(reason: "its palette (pclr) is cut short")
}
