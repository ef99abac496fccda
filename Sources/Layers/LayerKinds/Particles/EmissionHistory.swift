internal import LayerTree

/// The changes of an emitter as far as particles may live that were born before them.
///
/// A change splits the time of a cell's emission: particles born before it keep the values of their birth. Times are those of
/// the layer. Before the first change that is known, the values count as if they had always been set.
struct EmissionHistory {
    /// The emission of each cell.
    private(set) var tracks: [EmissionTrack] = []
    /// The latest time of a frame or change.
    private(set) var latest = -Double.infinity
    private var cells: [EmitterCell] = []
    /// The last values; nil before the first frame.
    private var values: EmitterValues?

    /// Whether there has been no frame.
    var isEmpty: Bool { values == nil }

    /// Creates an empty history.
    init() {}

    /// Creates the history of values that have always been set.
    init(_ cells: [EmitterCell], _ values: EmitterValues) {
        self.cells = cells
        self.values = values
        tracks = cells.indices.map { EmissionTrack(cells, $0, values) }
    }

    /// Records the values of a frame; a frame of an earlier time changes nothing.
    mutating func record(_ shown: EmitterValues, at time: Double) {
        guard time.isFinite, time >= latest else { return }
        latest = time
        if let values, values != shown {
            self.values = shown
            for index in tracks.indices { tracks[index].change(to: cells, shown, at: time) }
        }
        for index in tracks.indices {
            tracks[index].isShown = true
            tracks[index].removeDead(at: time)
        }
    }

    /// Records a change by the app; what is known of later times is discarded.
    ///
    /// Cells are matched by their position: a further cell counts as if it had always been there, and the particles of a
    /// removed cell are gone.
    mutating func change(to newCells: [EmitterCell], _ shown: EmitterValues, at time: Double) {
        latest = time
        cells = newCells
        values = shown
        tracks.removeLast(max(0, tracks.count - newCells.count))
        for index in tracks.indices { tracks[index].change(to: newCells, shown, at: time) }
        tracks += newCells.indices[tracks.count...].map { EmissionTrack(newCells, $0, shown) }
    }
}

/// The emission of one cell of an emitter, split at each change.
struct EmissionTrack {
    /// The intervals, from the oldest to the youngest; at least one.
    private(set) var intervals: [EmissionInterval]
    /// Whether a frame has shown it; before, changes count as if they had always been made.
    var isShown = false
    /// The position of the cell among the emitter's cells.
    private let index: Int

    init(_ cells: [EmitterCell], _ index: Int, _ values: EmitterValues) {
        self.index = index
        let emission = Emission(of: cells[index], with: values)
        intervals = [
            EmissionInterval(cells: cells, index: index, values: values, begin: -.infinity, emission: emission)
        ]
    }

    /// Begins an interval if the values differ, and discards what is known of later times.
    mutating func change(to cells: [EmitterCell], _ values: EmitterValues, at time: Double) {
        guard isShown else {
            self = EmissionTrack(cells, index, values)
            return
        }
        while intervals.count > 1, let last = intervals.last, last.begin >= time { intervals.removeLast() }
        let last = intervals.count - 1
        intervals[last].emission.reopen()
        guard intervals[last].isMerged || intervals[last].values != values || intervals[last].cell != cells[index]
        else { return }
        let emission = Emission(of: cells[index], with: values, continuing: intervals[last].emission, at: time)
        intervals[last].emission.close(at: time)
        intervals.append(
            EmissionInterval(cells: cells, index: index, values: values, begin: time, emission: emission))
        removeDead(at: time)
        if intervals.count > EmitterLayer.historyLimit { mergeShortest() }
    }

    /// Removes intervals of which no particle lives, and in which no particle of the next interval could have been born.
    mutating func removeDead(at time: Double) {
        while intervals.count > 1, intervals[1].begin + max(intervals[0].reach, intervals[1].reach) < time {
            intervals.removeFirst()
            intervals[0].begin = -.infinity
            let begin = intervals[0].cell.beginTime
            intervals[0].emission.extend(backTo: begin.isFinite ? begin : 0)
        }
    }

    /// Merges the two adjacent intervals that are shortest together.
    ///
    /// The last one is not over, and another change at its time goes on from the one before it, so both stay.
    private mutating func mergeShortest() {
        var best = 0
        var shortest = Double.infinity
        for index in 0..<intervals.count - 3 {
            let length = intervals[index + 2].begin - intervals[index].begin
            guard length < shortest else { continue }
            best = index
            shortest = length
        }
        intervals[best].emission = intervals[best].emission.merged(with: intervals[best + 1].emission)
        intervals[best].isMerged = true
        intervals.remove(at: best + 1)
    }
}

/// A time in which the values of a cell and its emitter are the same.
struct EmissionInterval {
    private let cells: [EmitterCell]
    private let index: Int
    /// The values of the emitter.
    let values: EmitterValues
    /// The time of the change with which the interval begins.
    var begin: Double
    /// The births.
    var emission: Emission
    /// Whether it stands for several intervals with different values, and so does not go on.
    var isMerged = false
    /// The maximum seconds from a particle's birth to its death and that of all that it emits.
    let reach: Double

    init(cells: [EmitterCell], index: Int, values: EmitterValues, begin: Double, emission: Emission) {
        self.cells = cells
        self.index = index
        self.values = values
        self.begin = begin
        self.emission = emission
        reach = emission.longestLifetime + cells[index].reachOfSubcells(lifetimeFactor: values.lifetime)
    }

    /// The cell.
    var cell: EmitterCell { cells[index] }
}
