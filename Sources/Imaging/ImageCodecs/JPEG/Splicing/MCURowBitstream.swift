internal import Concurrency
/// A row of MCUs as its bits, with marks where the tiles that it belongs to begin.
final class MCURowBitstream: Reusable, @unchecked Sendable {
    // The guard behind `@unchecked Sendable`: the decoder fills it, and nobody changes it until it is given back.

    /// Where a component's part of a run begins.
    ///
    /// A run are MCUs whose bits stand together: a tile's, or fewer if a restart marker stands among them.
    struct Mark {
        /// Where the component's first block begins, as bits of the row.
        var start = 0
        /// Where that block's coefficients behind the mean value begin.
        var acStart = 0
        /// The first block's mean value, quantized.
        var firstDC: Int32 = 0
        /// That of the component's last block.
        var lastDC: Int32 = 0
    }

    /// The bits, from the first byte on that has one; eight bytes behind them may be read.
    private(set) var bytes: UnsafeMutablePointer<UInt8>
    private var capacity: Int
    /// A mark for each component of each run.
    private(set) var marks: [Mark] = []
    /// Where each run's bits end.
    private(set) var runEnds: [Int] = []
    /// The first run of each column of tiles, and the number of runs.
    private(set) var firstRuns: [Int] = []

    init() {
        capacity = 64 << 10
        bytes = .allocate(capacity: capacity)
        bytes.initialize(repeating: 0, count: capacity)
    }

    deinit {
        bytes.deallocate()
    }

    /// The runs of a column of tiles.
    func runs(ofColumn column: Int) -> Range<Int> { firstRuns[column]..<firstRuns[column + 1] }

    func removeAll() {
        marks.removeAll(keepingCapacity: true)
        runEnds.removeAll(keepingCapacity: true)
        firstRuns.removeAll(keepingCapacity: true)
    }

    /// Notes that the next run is the first one of a column of tiles, or that there are no more columns.
    func beginColumn() {
        firstRuns.append(runEnds.count)
    }

    /// Adds the mark of the next component of a run.
    func add(_ mark: Mark) {
        marks.append(mark)
    }

    /// Notes the end of the run whose marks have been added, if any have been since the last end.
    func endRun(at end: Int, dcPredictors: UnsafePointer<Int32>, count: Int) {
        guard marks.count > runEnds.count * count else { return }
        for component in 0..<count {
            marks[runEnds.count * count + component].lastDC = dcPredictors[component]
        }
        runEnds.append(end)
    }

    /// Takes the bytes, and eight behind them.
    func copyBytes(_ source: UnsafePointer<UInt8>, count: Int) {
        if count + 8 > capacity {
            bytes.deallocate()
            capacity = max(count + 8, 2 * capacity)
            bytes = .allocate(capacity: capacity)
            bytes.initialize(repeating: 0, count: capacity)
        }
        bytes.update(from: source, count: count + 8)
    }
}
