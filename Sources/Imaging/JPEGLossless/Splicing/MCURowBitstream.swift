internal import Concurrency
internal import ImageSources

/// The entropy-coded bits of an MCU row, with marks where its tiles begin.
final class MCURowBitstream: Reusable, @unchecked Sendable {
    // One decoder fills it; after that it is only read, until it is recycled.

    /// The start of a component in a run, with its DC coefficients.
    ///
    /// A run is a sequence of MCUs with contiguous bits: the MCUs of a tile, or fewer if a restart marker divides them.
    struct Mark {
        /// The position of the component's first block, in bits from the start of the row.
        var start = 0
        /// The position of that block's AC coefficients.
        var acStart = 0
        /// The first block's quantized DC coefficient.
        var firstDC: Int32 = 0
        /// The quantized DC coefficient of the component's last block in the run.
        var lastDC: Int32 = 0
    }

    /// The bytes that contain the bits; ``BitReader/bytesAhead`` more may be read.
    ///
    /// nil until they are copied here.
    private(set) var bytes: UnsafePointer<UInt8>?
    private var memory = ScratchBuffer()
    private static let smallestCapacity = 64 << 10
    /// A mark for each component of each run.
    private(set) var marks: [Mark] = []
    /// The position at which each run ends.
    private(set) var runEnds: [Int] = []
    /// The first run of each column of tiles, followed by the number of runs.
    private(set) var firstRuns: [Int] = []

    init() {}

    func runs(ofColumn column: Int) -> Range<Int> { firstRuns[column]..<firstRuns[column + 1] }

    func removeAll() {
        marks.removeAll(keepingCapacity: true)
        runEnds.removeAll(keepingCapacity: true)
        firstRuns.removeAll(keepingCapacity: true)
    }

    /// Begins a column of tiles with the next run, or ends the last column.
    func beginColumn() {
        firstRuns.append(runEnds.count)
    }

    func add(_ mark: Mark) {
        marks.append(mark)
    }

    /// Ends the run whose marks have been added, if there are any since the last end.
    func endRun(at end: Int, dcPredictors: UnsafePointer<Int32>, count: Int) {
        guard marks.count > runEnds.count * count else { return }
        for component in 0..<count {
            marks[runEnds.count * count + component].lastDC = dcPredictors[component]
        }
        runEnds.append(end)
    }

    /// Copies the bytes, and ``BitReader/bytesAhead`` more.
    ///
    /// - Throws: `OutOfMemory` when the system refuses the memory.
    func copyBytes(_ source: UnsafePointer<UInt8>, count: Int) throws(OutOfMemory) {
        let target = try memory.reserve(max(count + BitReader.bytesAhead, Self.smallestCapacity))
        target.copyMemory(from: source, byteCount: count + BitReader.bytesAhead)
        bytes = UnsafePointer(target.assumingMemoryBound(to: UInt8.self))
    }
}
