extension LoadLatency {
    /// The rate that these times allow; nil until a tile has been decoded.
    ///
    /// Decoders and reads work side by side, so the slower stage decides. Views that move share it.
    func tileRate(_ concurrency: TileLoaderConcurrency, movingViews: Int) -> TileRate? {
        guard let decode = decode.seconds else { return nil }
        // What takes less is not measured exactly.
        let least = 1e-6
        let decoded = Double(concurrency.decodes) / max(decode, least)
        let read = read.seconds ?? 0
        let rate = min(decoded, Double(concurrency.reads) / max(read, least))
        return TileRate(tilesPerSecond: rate / Double(max(1, movingViews)), latency: read + decode)
    }
}
