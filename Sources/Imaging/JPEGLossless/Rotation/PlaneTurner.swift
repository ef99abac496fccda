internal import ImageSources
internal import PixelKernels

/// Turns a plane of bytes upright: takes stored rows from top to bottom, keeps them in a temporary file, and returns
/// upright rows.
///
/// Rows are gathered in groups. If the plane is transposed, a group is kept column by column, so that a band of upright
/// rows is one part of each group.
final class PlaneTurner {
    /// The size of the plane as it is stored.
    private let width: Int
    private let height: Int
    private let transposes: Bool
    private let mirrorsColumns: Bool
    private let mirrorsRows: Bool
    /// The rows of every group but the last, a multiple of 8.
    private let groupRows: Int
    /// Bytes from one stored row to the next: a multiple of 8.
    let stride: Int
    private let file: SpillFile
    /// The offset of the plane in the file.
    private let offset: Int
    private let group: UnsafeMutablePointer<UInt8>
    private var turned = ScratchBuffer()
    private var raw = ScratchBuffer()
    /// Rows that have been written to the file.
    private var written = 0

    /// Creates a turner of a plane.
    ///
    /// - Parameters:
    ///   - width: the width of the stored plane.
    ///   - height: its height.
    ///   - stride: bytes from one stored row to the next.
    ///   - groupRows: the rows gathered before they are written.
    ///   - transform: the transformation of the plane.
    ///   - file: receives the rows.
    ///   - offset: the offset of the plane in the file.
    /// - Throws: `OutOfMemory` when the system refuses the memory of a group.
    init(
        width: Int, height: Int, stride: Int, groupRows: Int, _ transform: DCTBlockTransform, file: SpillFile,
        offset: Int
    ) throws(OutOfMemory) {
        precondition(stride.isMultiple(of: 8) && groupRows.isMultiple(of: 8), "squares of 8 bytes are transposed")
        self.width = width
        self.height = height
        self.stride = stride
        self.groupRows = groupRows
        transposes = transform.transposes
        mirrorsColumns = transform.flipsHorizontally
        mirrorsRows = transform.flipsVertically
        self.file = file
        self.offset = offset
        group = try HeapMemory.allocate(stride * groupRows, of: UInt8.self)
        group.initialize(repeating: 0, count: stride * groupRows)
    }

    deinit { HeapMemory.free(group) }

    /// The bytes in the file of a plane.
    static func byteCount(height: Int, stride: Int, groupRows: Int) -> Int {
        (height + groupRows - 1) / groupRows * groupRows * stride
    }

    /// Memory for the stored row that follows those written, and for the rest of its group.
    func row(_ y: Int) -> UnsafeMutablePointer<UInt8> { group + (y - written) * stride }

    /// Writes the rows up to `end` to the file: a whole group, or the last one.
    func write(upTo end: Int) throws {
        let rows = min(end, height) - written
        guard rows > 0 else { return }
        let bytes: UnsafeRawBufferPointer
        if transposes {
            let padded = (rows + 7) & ~7
            let target = try turned.reserve(padded * stride)
            ByteTransposition.transpose(
                group, columns: stride, rows: padded, into: target.assumingMemoryBound(to: UInt8.self))
            bytes = UnsafeRawBufferPointer(start: target, count: padded * stride)
        } else {
            bytes = UnsafeRawBufferPointer(start: group, count: rows * stride)
        }
        try file.write(bytes, at: offset + written * stride)
        written += rows
    }

    /// Reads upright rows.
    ///
    /// - Parameters:
    ///   - rows: the rows of the upright plane.
    ///   - target: memory for them.
    ///   - targetStride: the bytes from one to the next.
    /// - Throws: ``CodecError`` if the file fails, or `OutOfMemory`.
    func read(_ rows: Range<Int>, into target: UnsafeMutablePointer<UInt8>, stride targetStride: Int) throws {
        if transposes {
            try readTransposed(rows, into: target, stride: targetStride)
            return
        }
        let first = mirrorsRows ? height - rows.upperBound : rows.lowerBound
        let source = try raw.reserve(rows.count * stride)
        try file.read(
            into: UnsafeMutableRawBufferPointer(start: source, count: rows.count * stride),
            at: offset + first * stride)
        for number in 0..<rows.count {
            let from = source + (mirrorsRows ? rows.count - 1 - number : number) * stride
            ByteTransposition.copy(
                from.assumingMemoryBound(to: UInt8.self), count: width, reversed: mirrorsColumns,
                into: target + number * targetStride)
        }
    }

    /// Reads stored columns, which are upright rows.
    private func readTransposed(
        _ rows: Range<Int>, into target: UnsafeMutablePointer<UInt8>, stride targetStride: Int
    ) throws {
        let first = mirrorsColumns ? width - rows.upperBound : rows.lowerBound
        for start in Swift.stride(from: 0, to: height, by: groupRows) {
            let count = min(groupRows, height - start)
            let padded = (count + 7) & ~7
            let source = try raw.reserve(rows.count * padded)
            try file.read(
                into: UnsafeMutableRawBufferPointer(start: source, count: rows.count * padded),
                at: offset + start * stride + first * padded)
            let column = target + (mirrorsRows ? height - start - count : start)
            for number in 0..<rows.count {
                let from = source + (mirrorsColumns ? rows.count - 1 - number : number) * padded
                ByteTransposition.copy(
                    from.assumingMemoryBound(to: UInt8.self), count: count, reversed: mirrorsRows,
                    into: column + number * targetStride)
            }
        }
    }
}
