/// Moving averages of the read and decode times, and the number of tiles in flight that keeps all decoders busy.
struct LoadLatency {
    private var readSeconds: Double?
    private var decodeSeconds: Double?

    mutating func record(read seconds: Double) {
        Self.updateMovingAverage(seconds, into: &readSeconds)
    }

    mutating func record(decode seconds: Double) {
        Self.updateMovingAverage(seconds, into: &decodeSeconds)
    }

    /// The number of tiles to read, hold and decode at once so that no decoder waits for a read.
    ///
    /// It follows from Little's law: decode throughput times the latency of one tile. Nil, meaning no limit, until both
    /// times have been measured.
    func tilesInFlight(decoders: Int) -> Int? {
        guard let readSeconds, let decodeSeconds else { return nil }
        guard readSeconds > 0 else { return decoders }
        let most = 1e6
        return Int(min(most, Double(decoders) * (1 + readSeconds / max(decodeSeconds, 1e-6))).rounded())
    }

    /// Updates an exponential moving average with a weight of 1/8 for the new value.
    private static func updateMovingAverage(_ seconds: Double, into average: inout Double?) {
        average = average.map { $0 + (seconds - $0) / 8 } ?? seconds
    }
}
