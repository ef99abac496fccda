internal import TilePyramid

/// Writes tiles by copying their bits out of the image.
///
/// A JPEG stores each block's mean value as the difference to the one before, so the first blocks of each row of MCUs in a
/// tile get a new one: before them stands another block than in the image. All other bits stay as they are.
final class JPEGBitTileWriter: ReadyTileWriter {
    private let cut: JPEGBitCut
    private var writer = BitWriter()
    /// Codes of the differences of mean values, by the number of their bits, component by component.
    private let codes: [[HuffmanTable.Code?]]
    private var means: [Int32]

    init(_ cut: JPEGBitCut) {
        self.cut = cut
        means = Array(repeating: 0, count: cut.scan.components.count)
        codes = cut.scan.components.map { component in
            (0..<16).map { size in
                guard let table = cut.scan.dcTables[component.dcTable],
                    let place = table.symbols.firstIndex(of: UInt8(size))
                else { return nil }
                return table.codes[place]
            }
        }
    }

    func write(column: Int, of row: any ReadyTileRow, _ body: (RawSpan) throws -> Void) throws {
        guard let row = row as? JPEGBitTileRow else { preconditionFailure("a writer takes rows of its own source") }
        let rect = cut.pyramid.rect(of: TileIndex(level: cut.level.index, column: column, row: row.number))
        writer.removeAll()
        writer.append(cut.header.bytes(width: rect.size.width, height: rect.size.height))
        for component in means.indices {
            means[component] = 0
        }
        for bits in row.rows {
            for run in bits.runs(ofColumn: column) {
                guard copy(run, of: bits) else {
                    throw CodecError(
                        .damaged, file: cut.name,
                        "the JPEG data of tile \(column), \(row.number) has brightness that no JPEG can have. Cut the "
                            + "image with --lossless never.")
                }
            }
        }
        writer.finish()
        writer.append([0xFF, 0xD9])
        try body(RawSpan(_unsafeStart: UnsafeRawPointer(writer.bytes), byteCount: writer.count))
    }

    /// Appends the MCUs of a run; false if there is no code for a difference.
    private func copy(_ run: Int, of bits: MCURow) -> Bool {
        let count = means.count
        let marks = bits.marks[run * count..<(run + 1) * count]
        let end = bits.ends[run]
        writer.reserve((end - (marks.first?.start ?? end)) / 8 + 8 * count)
        for (component, mark) in zip(means.indices, marks) {
            let difference = mark.firstMean &- means[component]
            let size = 32 - difference.magnitude.leadingZeroBitCount
            guard size < 16, let code = codes[component][size] else { return false }
            let value = difference < 0 ? difference - 1 : difference
            writer.put(code.bits, code.length)
            writer.put(UInt32(bitPattern: value) & (1 << UInt32(size) - 1), size)
            let next = component + 1 < count ? bits.marks[run * count + component + 1].start : end
            writer.copy(bits.bytes, mark.rest..<next)
            means[component] = mark.lastMean
        }
        return true
    }
}
