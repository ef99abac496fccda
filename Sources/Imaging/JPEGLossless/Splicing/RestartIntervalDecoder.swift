internal import Concurrency

/// Decodes several MCU rows concurrently where restart markers lie between them: after a restart marker, decoding does
/// not depend on anything before it.
final class RestartIntervalDecoder: MCURowDecoder {
    /// The most MCU rows that are decoded together because markers lie only between some of them.
    static let rowLimit = 4
    /// The most bytes of a block: 64 coefficients of 31 bits.
    private static let maxBytesPerBlock = 64 * 31 / 8

    let rowsAtATime: Int
    private let scan: JPEGScan
    private let transform: HalfScaleIDCT
    private let tileColumns: TileColumns
    private let bitstream: DestuffedBitstream
    /// MCU rows from one usable marker to the next, and the number of markers in them.
    private let rows: Int
    private let markers: Int
    private var nextRestart = 0
    private(set) var leavesBytes = false

    /// Creates a decoder of a whole scan; fails with a single thread, or if no restart marker ends an MCU row often
    /// enough.
    init?(
        _ scan: JPEGScan, transform: HalfScaleIDCT, tileColumns: TileColumns, bitstream: DestuffedBitstream,
        threads: Int
    ) {
        guard threads > 1, let interval = scan.restartInterval,
            let rows = (1...Self.rowLimit).first(where: { ($0 * scan.mcuColumns).isMultiple(of: interval) })
        else { return nil }
        self.scan = scan
        self.transform = transform
        self.tileColumns = tileColumns
        self.bitstream = bitstream
        self.rows = rows
        markers = rows * scan.mcuColumns / interval
        rowsAtATime = rows * threads
    }

    func decode(_ rows: [MCURowPrefetcher.Row]) throws {
        // Split the data first, which is quick, then decode the parts concurrently.
        let blocks = scan.components.reduce(0) { $0 + $1.blocksPerRow * $1.verticalSampling }
        let parts = try stride(from: 0, to: rows.count, by: self.rows).map { first -> Part in
            let (part, end) = try bitstream.takeSegments(
                upTo: markers, limit: DestuffedBitstream.bytesPerRead + self.rows * blocks * Self.maxBytesPerBlock)
            let decoder = EntropyDecoder(
                scan, transform: transform, tileColumns: tileColumns, bitstream: part, nextRestart: nextRestart)
            nextRestart = (nextRestart + markers) % 8
            // The marker that ends the part is the last of its markers.
            guard end.map({ ($0.number + 1) % 8 == nextRestart }) ?? true else {
                throw JPEGDamage.corrupt
            }
            return Part(
                decoder: decoder, rows: Array(rows[first..<min(first + self.rows, rows.count)]))
        }
        try parallelFor(parts.count, workers: parts.count, makeContext: {}) { number, _ in try parts[number].decode() }
        leavesBytes = leavesBytes || parts.contains { $0.decoder.leavesBytes }
    }

    /// MCU rows that are decoded on one thread.
    private struct Part: @unchecked Sendable {
        // Each part is handed to one thread, and owns its decoder.
        let decoder: EntropyDecoder
        let rows: [MCURowPrefetcher.Row]

        func decode() throws { try decoder.decode(rows) }
    }
}
