/// Assembles a JPEG from runs of MCUs of another one, by copying their entropy-coded bits.
///
/// A JPEG codes each block's DC coefficient as the difference to the previous block of the same component (DC
/// prediction). In the assembled JPEG another block precedes the first blocks of each run, so their DC differences are
/// encoded again; all other bits are copied.
final class JPEGSplicer {
    private var writer = BitWriter()
    /// The codes of the DC differences, by component and category.
    private let codes: [[HuffmanTable.Code?]]
    private var dcPredictors: [Int32]

    init(_ scan: JPEGScan) {
        dcPredictors = Array(repeating: 0, count: scan.components.count)
        codes = scan.components.map { component in
            (0..<16).map { size in
                guard let table = scan.dcTables[component.dcTable],
                    let index = table.symbols.firstIndex(of: UInt8(size))
                else { return nil }
                return table.codes[index]
            }
        }
    }

    /// Begins a JPEG with all bytes before its entropy-coded data.
    func begin(_ header: [UInt8]) {
        writer.removeAll()
        writer.append(header)
        for component in dcPredictors.indices {
            dcPredictors[component] = 0
        }
    }

    /// Appends the runs of a column of tiles; returns false if there is no code for a DC difference.
    func append(column: Int, of bits: MCURowBitstream) -> Bool {
        bits.runs(ofColumn: column).allSatisfy { append($0, of: bits) }
    }

    /// Ends the JPEG, and lends its bytes.
    func finish(_ body: (RawSpan) throws -> Void) rethrows {
        writer.finish()
        writer.append([0xFF, 0xD9])
        try body(RawSpan(_unsafeStart: UnsafeRawPointer(writer.bytes), byteCount: writer.count))
    }

    private func append(_ run: Int, of bits: MCURowBitstream) -> Bool {
        guard let bytes = bits.bytes else { preconditionFailure("a row with runs has bytes") }
        let count = dcPredictors.count
        let marks = bits.marks[run * count..<(run + 1) * count]
        let end = bits.runEnds[run]
        writer.reserve((end - (marks.first?.start ?? end)) / 8 + 8 * count)
        for (component, mark) in zip(dcPredictors.indices, marks) {
            let difference = mark.firstDC &- dcPredictors[component]
            let size = 32 - difference.magnitude.leadingZeroBitCount
            guard size < 16, let code = codes[component][size] else { return false }
            let value = difference < 0 ? difference - 1 : difference
            writer.put(code.bits, code.length)
            writer.put(UInt32(bitPattern: value) & (1 << UInt32(size) - 1), size)
            let next = component + 1 < count ? bits.marks[run * count + component + 1].start : end
            writer.copy(bytes, mark.acStart..<next)
            dcPredictors[component] = mark.lastDC
        }
        return true
    }
}
