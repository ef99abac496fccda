internal import Dispatch
internal import ImageCodecs
internal import Concurrency
internal import TileCutting
internal import TilePyramid

/// Decodes a list of tiles repeatedly, with TileKit's decoder and with plain library calls.
struct DecodeBench {
    /// The wall time that decoding took, and the CPU time of all workers, in seconds.
    private struct Time {
        var wall: Double, cpu: Double
    }

    /// Decodes a tile into pixels; used by one worker.
    typealias TileDecodeFunction = ([UInt8], UnsafeMutableBufferPointer<UInt32>) throws -> Void

    let format: DecodeFormat
    let side: Int
    let tiles: [[UInt8]]

    /// Measures with a number of workers.
    ///
    /// - Returns: A line of the table for each plain decoder, or one if there is none.
    func run(workers: Int, runs: Int) throws -> [String] {
        let plain = PlainDecoder.all(for: format)
        var ours: [Time] = []
        var others = plain.map { _ in [Time]() }
        for turn in 0...runs {
            let our = try time(workers: workers) {
                let decoder = TileDecoder()
                return { bytes, pixels in
                    _ = try decoder.decode(bytes, name: "tile") { try $0.write(to: pixels) }
                }
            }
            let theirs = try plain.map { try time(workers: workers, $0.makeDecoder) }
            guard turn > 0 else { continue }
            ours.append(our)
            for index in plain.indices {
                others[index].append(theirs[index])
            }
        }
        guard !plain.isEmpty else {
            let rate = Double(workers * tiles.count) / median(ours.map(\.wall))
            return [
                tableRow(
                    "\(format) \(side)", "\(workers)", fixed(rate, 0), fixed(rate * Double(side * side) / 1e6, 0), "–",
                    "–")
            ]
        }
        return plain.indices.map { index in
            let rate = Double(workers * tiles.count) / median(ours.map(\.wall))
            let alone = Double(workers * tiles.count) / median(others[index].map(\.wall))
            let loss = 1 - median(zip(ours, others[index]).map { $1.cpu / $0.cpu })
            return tableRow(
                "\(format) \(side), \(plain[index].name)", "\(workers)", fixed(rate, 0),
                fixed(rate * Double(side * side) / 1e6, 0), fixed(alone, 0), fixed(loss * 100, 1))
        }
    }

    /// Measures how long it takes until every worker has decoded all tiles, each starting with another one.
    private func time(workers: Int, _ makeDecoder: @escaping @Sendable () -> TileDecodeFunction) throws -> Time {
        let results = Locked<[Result<Double, any Error>]>([])
        let group = DispatchGroup()
        let start = ContinuousClock.now
        for worker in 0..<workers {
            DispatchQueue(label: "tilebench.decode").async(group: group) { [self] in
                let result = Result { try decode(from: worker * tiles.count / workers, makeDecoder()) }
                results.withLock { $0.append(result) }
            }
        }
        group.wait()
        let wall = (ContinuousClock.now - start) / .seconds(1)
        return Time(wall: wall, cpu: try results.withLock { try $0.reduce(0) { try $0 + $1.get() } })
    }

    /// Decodes all tiles on one worker; returns its CPU time in seconds.
    private func decode(from first: Int, _ write: TileDecodeFunction) throws -> Double {
        let pixels = UnsafeMutableBufferPointer<UInt32>.allocate(capacity: side * side)
        pixels.initialize(repeating: 0)
        defer { pixels.deallocate() }
        let start = ThreadClock.now
        for index in tiles.indices {
            try write(tiles[(first + index) % tiles.count], pixels)
        }
        return ThreadClock.now - start
    }
}
