/// Moving averages of the read and decode times, and the number of tiles in flight that keeps all decoders busy.
struct LoadLatency {
    /// An exponential moving average with a weight of 1/8 for a new value.
    struct Average {
        private(set) var seconds: Double?

        mutating func record(_ new: Double) {
            seconds = seconds.map { $0 + (new - $0) / 8 } ?? new
        }
    }

    var read = Average()
    var decode = Average()

    /// The number of tiles to read, hold and decode at once so that no decoder waits for a read.
    ///
    /// It follows from Little's law: decode throughput times the latency of one tile. Nil, meaning no limit, until both
    /// times have been measured.
    func tilesInFlight(decoders: Int) -> Int? {
        guard let read = read.seconds, let decode = decode.seconds else { return nil }
        guard read > 0 else { return decoders }
        let most = 1e6
        return Int(min(most, Double(decoders) * (1 + read / max(decode, 1e-6))).rounded())
    }
}
