internal import Dispatch
internal import Concurrency

/// Decodes several rows of MCUs at the same time, where restart markers stand between them: behind such a marker decoding
/// depends on nothing that comes before.
final class RestartIntervalDecoder: MCURowDecoder {
    /// Rows that may have to be decoded together because markers stand only between some.
    static let rowLimit = 4
    /// Bytes that a block of 64 coefficients takes up at most.
    private static let maxBytesPerBlock = 64 * 31 / 8

    let rowsAtATime: Int
    private let scan: JPEGScan
    private let transform: HalfScaleIDCT
    private let tileWidthInMCUs: Int
    private let bitstream: DestuffedBitstream
    /// Rows between which there are markers, and the number of markers from one to the next.
    private let rows: Int
    private let markers: Int
    private var nextRestart = 0

    /// A decoder of all of a scan; nil when its markers do not stand between rows that are near enough.
    ///
    /// - Parameters:
    ///   - scan: what is known of it.
    ///   - transform: what becomes of the coefficients.
    ///   - tileWidthInMCUs: the MCUs in a row of a tile.
    ///   - bitstream: shows its data from the first byte on.
    ///   - threads: how many decode at a time.
    init?(
        _ scan: JPEGScan, transform: HalfScaleIDCT, tileWidthInMCUs: Int, bitstream: DestuffedBitstream, threads: Int
    ) {
        guard threads > 1, let interval = scan.restartInterval,
            let rows = (1...Self.rowLimit).first(where: { ($0 * scan.columns).isMultiple(of: interval) })
        else { return nil }
        self.scan = scan
        self.transform = transform
        self.tileWidthInMCUs = tileWidthInMCUs
        self.bitstream = bitstream
        self.rows = rows
        markers = rows * scan.columns / interval
        rowsAtATime = rows * threads
    }

    func decode(_ rows: [MCURowPrefetcher.Row]) throws {
        // The data are taken apart first, which is quick, and then decoded.
        let blocks = scan.components.reduce(0) { $0 + $1.blocks * $1.verticalSampling }
        let parts = try stride(from: 0, to: rows.count, by: self.rows).map { first -> Part in
            let (part, end) = try bitstream.takeSegments(
                upTo: markers, limit: DestuffedBitstream.bytesPerRead + self.rows * blocks * Self.maxBytesPerBlock)
            let decoder = EntropyDecoder(
                scan, transform: transform, tileWidthInMCUs: tileWidthInMCUs, bitstream: part, nextRestart: nextRestart)
            nextRestart = (nextRestart + markers) % 8
            // The marker behind the part is the last one of these.
            guard end.map({ ($0.number + 1) % 8 == nextRestart }) ?? true else {
                throw EntropyDecoder.Damage.corrupt
            }
            return Part(
                decoder: decoder, rows: Array(rows[first..<min(first + self.rows, rows.count)]), hasMarker: end != nil)
        }
        let failures = Locked<[Int: any Error]>([:])
        DispatchQueue.concurrentPerform(iterations: parts.count) { number in
            do {
                try parts[number].decode()
            } catch {
                failures.withLock { $0[number] = error }
            }
        }
        if let failure = failures.withLock({ failures in failures.min { $0.key < $1.key }?.value }) {
            throw failure
        }
    }

    /// Rows that are decoded on one thread.
    private struct Part: @unchecked Sendable {
        // The guard behind `@unchecked Sendable`: each part is handed to one thread, and nobody else has its decoder.
        let decoder: EntropyDecoder
        let rows: [MCURowPrefetcher.Row]
        let hasMarker: Bool

        func decode() throws {
            try decoder.decode(rows)
            if hasMarker, !decoder.isAtEnd { throw EntropyDecoder.Damage.corrupt }
        }
    }
}
