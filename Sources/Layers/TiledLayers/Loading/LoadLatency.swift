/// How long reads and decodes have taken lately, and so how many tiles have to be under way to keep all decoders busy.
struct LoadLatency {
    private var readSeconds: Double?
    private var decodeSeconds: Double?

    mutating func record(read seconds: Double) {
        Self.updateMovingAverage(seconds, into: &readSeconds)
    }

    mutating func record(decode seconds: Double) {
        Self.updateMovingAverage(seconds, into: &decodeSeconds)
    }

    /// Tiles that are being read, wait to be decoded, or are being decoded, if no decoder is ever to wait for a read.
    ///
    /// By Little's law: as many as are decoded in the time that one of them takes from begin to end. Nil as long as
    /// nothing is known, and no limit.
    func tilesInFlight(decoders: Int) -> Int? {
        guard let readSeconds, let decodeSeconds else { return nil }
        guard readSeconds > 0 else { return decoders }
        let most = 1e6
        return Int(min(most, Double(decoders) * (1 + readSeconds / max(decodeSeconds, 1e-6))).rounded())
    }

    /// An average in which each new value counts for an eighth.
    private static func updateMovingAverage(_ seconds: Double, into average: inout Double?) {
        average = average.map { $0 + (seconds - $0) / 8 } ?? seconds
    }
}
