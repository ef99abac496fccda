/// Gathers the coverage of a row, from left to right, into spans.
///
/// Long, fully covered runs are separate spans, and long, uncovered runs belong to no span.
struct SpanWriter {
    private let row: Int
    private let firstColumn: Int
    /// A byte for each column.
    private let bytes: UnsafeMutablePointer<UInt8>
    /// The columns that are written but not passed on, counted from the first.
    private var start = 0, end = 0

    /// The minimum length of a fully covered or uncovered run that is not part of a span with other pixels.
    private static let runLength = 16

    init(row: Int, firstColumn: Int, bytes: UnsafeMutablePointer<UInt8>) {
        self.row = row
        self.firstColumn = firstColumn
        self.bytes = bytes
    }

    /// Writes the same coverage for all columns up to one, which is excluded.
    @inline(__always)
    mutating func write(_ coverage: UInt8, until column: Int, _ body: (PathCoverage.Span) -> Void) {
        let count = column &- end
        if count == 1, coverage != 0 || start < end {
            bytes[end] = coverage
            end = column
        } else if count > 0 {
            writeRun(coverage, until: column, body)
        }
    }

    private mutating func writeRun(_ coverage: UInt8, until column: Int, _ body: (PathCoverage.Span) -> Void) {
        let isLong = column - end >= Self.runLength
        if coverage == 0, isLong || start == end {
            flush(body)
            start = column
            end = column
        } else if coverage == 255, isLong {
            flush(body)
            body(PathCoverage.Span(row: row, columns: firstColumn + end..<firstColumn + column, coverage: nil))
            start = column
            end = column
        } else {
            (bytes + end).update(repeating: coverage, count: column - end)
            end = column
        }
    }

    /// Passes on the written columns.
    mutating func flush(_ body: (PathCoverage.Span) -> Void) {
        // The last pixels of a span may not be covered.
        var last = end
        while last > start, bytes[last - 1] == 0 { last -= 1 }
        if last > start {
            body(
                PathCoverage.Span(
                    row: row, columns: firstColumn + start..<firstColumn + last, coverage: bytes + start))
        }
        start = end
    }
}
