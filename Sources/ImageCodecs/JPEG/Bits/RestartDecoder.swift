internal import Dispatch
internal import LockedState

/// Decodes several rows of MCUs at the same time, where restart markers stand between them: behind such a marker decoding
/// depends on nothing that comes before.
final class RestartDecoder: MCURowDecoder {
    /// Rows that may have to be decoded together because markers stand only between some.
    static let rowLimit = 4
    /// Bytes that a block of 64 coefficients takes up at most.
    private static let bytesOfBlock = 64 * 31 / 8

    let rowsAtATime: Int
    private let scan: JPEGScan
    private let transform: HalfSizeTransform
    private let unitsOfTile: Int
    private let window: EntropyWindow
    /// Rows between which there are markers, and the number of markers from one to the next.
    private let rows: Int
    private let markers: Int
    private var nextRestart = 0

    /// A decoder of all of a scan; nil when its markers do not stand between rows that are near enough.
    ///
    /// - Parameters:
    ///   - scan: what is known of it.
    ///   - transform: what becomes of the coefficients.
    ///   - unitsOfTile: the MCUs in a row of a tile.
    ///   - window: shows its data from the first byte on.
    ///   - threads: how many decode at a time.
    init?(
        _ scan: JPEGScan, transform: HalfSizeTransform, unitsOfTile: Int, window: EntropyWindow, threads: Int
    ) {
        guard threads > 1, let interval = scan.restartInterval,
            let rows = (1...Self.rowLimit).first(where: { ($0 * scan.columns).isMultiple(of: interval) })
        else { return nil }
        self.scan = scan
        self.transform = transform
        self.unitsOfTile = unitsOfTile
        self.window = window
        self.rows = rows
        markers = rows * scan.columns / interval
        rowsAtATime = rows * threads
    }

    func decode(_ rows: [EntropyReader.Row]) throws {
        // The data are taken apart first, which is quick, and then decoded.
        let blocks = scan.components.reduce(0) { $0 + $1.blocks * $1.down }
        let parts = try stride(from: 0, to: rows.count, by: self.rows).map { first -> Part in
            let (part, end) = try window.takePart(
                upTo: markers, limit: EntropyWindow.bytesPerRead + self.rows * blocks * Self.bytesOfBlock)
            let decoder = EntropyDecoder(
                scan, transform: transform, unitsOfTile: unitsOfTile, window: part, nextRestart: nextRestart)
            nextRestart = (nextRestart + markers) % 8
            // The marker behind the part is the last one of these.
            guard end.map({ ($0.number + 1) % 8 == nextRestart }) ?? true else {
                throw EntropyDecoder.Damage.makesNoSense
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
        let rows: [EntropyReader.Row]
        let hasMarker: Bool

        func decode() throws {
            try decoder.decode(rows)
            if hasMarker, !decoder.isAtEnd { throw EntropyDecoder.Damage.makesNoSense }
        }
    }
}
