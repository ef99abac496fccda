internal import Concurrency
internal import FilePyramids
internal import LayerTree
internal import TilePyramid
internal import TiledLayers
internal import VectorDrawing

/// Loads tiles from files as the viewer does: those of KTX 2.0 are mapped, all others are read and decoded.
struct FileBench {
    /// A pyramid on disk.
    private struct Stored {
        let format: DecodeFormat
        let side: Int
        let source: LayoutSource
        let indices: [TileIndex]
        /// The bytes of all tiles.
        let bytes: Int
        /// Seconds of CPU time, of each run.
        var times: [Double] = []
    }

    private var pyramids: [Stored] = []
    private let decoder = PooledTileDecoder()

    /// The heading of ``run(_:)``'s lines.
    static let heading = tableRow("from files", "KiB/tile", "µs/tile", "× first")

    /// Writes the tiles of an image into a folder: those of its full size, in the order of its pyramid.
    mutating func add(_ tiles: [[UInt8]], of size: PixelSize, format: DecodeFormat, side: Int, to folder: String) throws
    {
        let path = "\(folder)/\(format)-\(side).dzi"
        let pyramid = Pyramid(size: size, tileSize: side)
        let indices = pyramid.indices.filter { $0.level == pyramid.levels.count - 1 }
        let store = try PyramidFormat.deepZoom.makeStore(at: path, pyramid: pyramid, format: format.tileFormat)
        for (index, tile) in zip(indices, tiles) {
            try store.write(tile.span.bytes, format: format.tileFormat, at: index)
        }
        try store.finish()
        pyramids.append(
            Stored(
                format: format, side: side, source: try LayoutSource(opening: path, as: .deepZoom), indices: indices,
                bytes: tiles.reduce(0) { $0 + $1.count }))
    }

    /// Loads all tiles on one thread, `runs` times after one uncounted warm-up, the formats in turn.
    ///
    /// - Returns: a line for each format and size; the factors compare with the first format in the same size.
    /// - Throws: the error of a tile that cannot be loaded.
    mutating func run(_ runs: Int) throws -> [String] {
        for turn in 0...runs {
            for number in pyramids.indices {
                let start = ThreadClock.now
                for index in pyramids[number].indices { try load(index, of: pyramids[number].source) }
                guard turn > 0 else { continue }
                pyramids[number].times.append(ThreadClock.now - start)
            }
        }
        return pyramids.map { pyramid in
            let count = Double(pyramid.indices.count)
            let first = pyramids.first { $0.side == pyramid.side } ?? pyramid
            let factor = median(zip(first.times, pyramid.times).map { $0 / $1 })
            return tableRow(
                "\(pyramid.format) \(pyramid.side)", fixed(Double(pyramid.bytes) / count / 1024, 1),
                fixed(median(pyramid.times) / count * 1e6, 1), fixed(factor, 1))
        }
    }

    /// Makes the pixels of a tile ready to be drawn.
    private func load(_ index: TileIndex, of source: LayoutSource) throws {
        if source.mapsTiles {
            _ = try source.map(index).map { PixelBuffer($0) }
        } else if let tile = try source.read(index) {
            _ = try decoder.decode(tile, size: source.pyramid.storedSize(of: index), name: "tile")
        }
    }
}
