internal import ImageSources
internal import PixelKernels
internal import TilePyramid

/// Makes a part of a level smaller by the mean of areas while its rows arrive; for opaque pixels of 8 bits.
///
/// Holds the sums of one output row. It takes half of the time of a filter that goes along the columns first.
final class AreaReducer {
    private let mean: AreaMean
    private let rows: AreaAxis
    private let width: Int
    private let samples: Int
    private let sums: UnsafeMutablePointer<UInt32>
    private let scratch: UnsafeMutablePointer<UInt16>
    private let row: UnsafeMutablePointer<UInt8>
    private let output: (UnsafeRawPointer, Int) throws -> Void
    /// The output row that is being summed up, and the numbers and weights of its source rows.
    private var next = 0
    private var pixels = 0..<0
    private var weights: [UInt32] = []

    /// Prepares the reduction.
    ///
    /// - Parameters:
    ///   - columns: the columns, which become fewer.
    ///   - rows: the rows, which become fewer.
    ///   - layout: gray or RGB of 8 bits.
    ///   - output: receives the rows of the result, each valid during the call.
    /// - Throws: `OutOfMemory`.
    init(
        _ columns: AxisSampling, _ rows: AxisSampling, _ layout: PixelLayout,
        output: @escaping (UnsafeRawPointer, Int) throws -> Void
    ) throws {
        let channels = layout.channels.rawValue
        width = columns.source.count
        self.rows = rows.areas
        self.output = output
        samples = width * channels
        mean = AreaMean(channels: channels, columns: columns.areas)
        // One block of memory: sums, what is made of them, and the output row.
        let scratchSamples = samples + AreaMean.scratchPadding
        let memory = try HeapMemory.allocate(samples * 4 + scratchSamples * 2 + columns.count * channels)
        sums = memory.bindMemory(to: UInt32.self, capacity: samples)
        scratch = (memory + samples * 4).bindMemory(to: UInt16.self, capacity: scratchSamples)
        row = (memory + samples * 4 + scratchSamples * 2).bindMemory(to: UInt8.self, capacity: columns.count * channels)
        begin()
    }

    deinit { HeapMemory.free(sums) }

    /// Begins the next output row.
    private func begin() {
        pixels = rows.pixels(of: next)
        weights.removeAll(keepingCapacity: true)
        rows.appendWeights(of: next, total: AreaMean.one, to: &weights)
    }

    /// Adds row `tileY` of a row of tiles, which is row `y` of the part, counted from 0.
    func add(_ tiles: TileRow, _ tileY: Int, _ y: Int) throws {
        // A row at the boundary of two areas belongs to both.
        while next < rows.count, pixels.contains(y) {
            let isFirst = y == pixels.lowerBound
            let weight = weights[y - pixels.lowerBound]
            tiles.forEachPart(ofRow: tileY) { row, offset, count in
                AreaMean.add(
                    row.assumingMemoryBound(to: UInt8.self), weight: weight, count: count, isFirst: isFirst,
                    to: sums + offset)
            }
            guard y == pixels.upperBound - 1 else { return }
            mean.makeRow(sums, width: width, scratch: scratch, into: row)
            try output(row, next)
            next += 1
            if next < rows.count { begin() }
        }
    }
}

/// The pixels of a region in a row of tiles.
struct TileRow {
    /// The columns of a tile that belong to the region.
    struct Part {
        /// The tile.
        let tile: PixelMemory
        /// The offset of the columns in a row of the tile, in bytes.
        let start: Int
        /// The offset of the columns in a row of the region, in bytes.
        let offset: Int
        /// Their extent in bytes.
        let byteCount: Int
    }

    /// The parts, from left to right.
    var parts: [Part] = []

    /// Calls `body` with each part of row `y` of the tiles, and with where it begins and its extent in a row of the region, in
    /// bytes.
    func forEachPart(
        ofRow y: Int, _ body: (_ samples: UnsafeRawPointer, _ offset: Int, _ byteCount: Int) -> Void
    ) {
        for part in parts { body(part.tile.row(y) + part.start, part.offset, part.byteCount) }
    }

    /// Copies row `y` of the tiles to a row of the region.
    func copy(row y: Int, to row: PixelMemory) {
        forEachPart(ofRow: y) { samples, offset, byteCount in
            (row.base + offset).copyMemory(from: samples, byteCount: byteCount)
        }
    }
}
