internal import ImageSources
internal import PixelKernels
internal import TileContainers
internal import TilePyramid

/// The rows that shards hand off, as an image: a level of the pyramid.
///
/// Memory: a block of each plane.
final class ShardRowSource: PlanarImageSource {
    let info: ImageInfo
    let warnings: [String] = []
    let hasPlanes: Bool

    private let planes: [PlaneReader]

    /// Creates the source of a level.
    ///
    /// - Parameters:
    ///   - level: the level.
    ///   - shards: the shards, in order; all rows are known to be there.
    ///   - layout: the layout of the pixels.
    ///   - planeCount: the number of planes.
    init(_ level: Level, of shards: [ShardFile], layout: PixelLayout, planeCount: Int) {
        info = ImageInfo(size: level.size, layout: layout, container: "shards")
        hasPlanes = planeCount > 1
        planes = (0..<planeCount).map { plane in
            let width = plane == 0 ? level.size.width : level.size.halved.width
            return PlaneReader(
                rowBytes: planeCount == 1 ? width * layout.bytesPerPixel : width,
                blocks: shards.flatMap { shard in shard.blocks.filter { $0.plane == plane }.map { (shard, $0) } })
        }
    }

    func readBands(_ body: (PixelBand) throws -> Void) throws {
        var memory = ScratchBuffer()
        for rows in Self.bands(of: info.size.height, of: 64) {
            try body(planes[0].read(rows, into: &memory))
        }
    }

    func readPlanes(_ body: (PlanarBand) throws -> Void) throws {
        var luma = ScratchBuffer()
        var cb = ScratchBuffer()
        var cr = ScratchBuffer()
        for rows in Self.bands(of: info.size.height, of: PlanarBand.rowLimit) {
            let chroma = rows.lowerBound / 2..<(rows.upperBound + 1) / 2
            try body(
                PlanarBand(
                    luma: planes[0].read(rows, into: &luma), cb: planes[1].read(chroma, into: &cb),
                    cr: planes[2].read(chroma, into: &cr)))
        }
    }

    /// Divides rows into bands.
    private static func bands(of height: Int, of count: Int) -> some Sequence<Range<Int>> {
        stride(from: 0, to: height, by: count).lazy.map { $0..<min($0 + count, height) }
    }
}

/// Reads the rows of one plane from top to bottom.
private final class PlaneReader {
    private let rowBytes: Int
    private let blocks: [(shard: ShardFile, block: ShardRowBlock)]
    /// The number of blocks that have been read.
    private var taken = 0
    /// The samples of the block that was read last.
    private var samples = [UInt8]()

    init(rowBytes: Int, blocks: [(ShardFile, ShardRowBlock)]) {
        self.rowBytes = rowBytes
        self.blocks = blocks
    }

    /// Copies the next rows into memory.
    func read(_ rows: Range<Int>, into buffer: inout ScratchBuffer) throws -> PixelBand {
        let memory = try buffer.reserve(rows.count * rowBytes)
        var y = rows.lowerBound
        while y < rows.upperBound {
            if taken == 0 || y >= blocks[taken - 1].block.rows.upperBound {
                let (shard, block) = blocks[taken]
                samples = try shard.read(block)
                taken += 1
            }
            let block = blocks[taken - 1].block
            let count = min(block.rows.upperBound, rows.upperBound) - y
            samples.withUnsafeBytes { samples in
                UnsafeMutableRawBufferPointer(start: memory, count: rows.count * rowBytes)[
                    (y - rows.lowerBound) * rowBytes..<(y - rows.lowerBound + count) * rowBytes
                ].copyBytes(
                    from: samples[
                        (y - block.rows.lowerBound) * rowBytes..<(y - block.rows.lowerBound + count) * rowBytes])
            }
            y += count
        }
        return PixelBand(base: UnsafeRawPointer(memory), stride: rowBytes, rows: rows)
    }
}
