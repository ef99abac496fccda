internal import Concurrency
internal import ImageSources
internal import TilePyramid

/// Gives tiles their memory, combines their planes, which are completed one after the other, and queues them.
///
/// Confined to the decoding thread.
final class TileAssembler {
    let pyramid: Pyramid
    private let planeCount: Int
    private let chunks: ChunkPool
    private let queue: TileQueue
    private let isFinished: (TileIndex) -> Bool
    private var waiting: [TileIndex: [TileBuffer]] = [:]

    init(
        pyramid: Pyramid, planeCount: Int, chunks: ChunkPool, queue: TileQueue,
        isFinished: @escaping (TileIndex) -> Bool
    ) {
        self.pyramid = pyramid
        self.planeCount = planeCount
        self.chunks = chunks
        self.queue = queue
        self.isFinished = isFinished
    }

    /// Returns a tile of `size` samples of a plane, without memory; nil if the tile is already stored.
    func makeBuffer(_ index: TileIndex, size: PixelSize, plane: PlaneFormat) -> TileBuffer? {
        isFinished(index) ? nil : TileBuffer(index: index, size: size, plane: plane, pool: chunks)
    }

    /// Returns `count` chunks; encodes waiting tiles until so many are free (backpressure by helping).
    ///
    /// - Throws: The error of a worker, or the cancellation.
    func acquireChunks(_ count: Int) throws -> [UnsafeMutableRawPointer] {
        try queue.help { try chunks.take(count) }
    }

    /// Adds complete tiles of one plane; the planes of a tile come in order.
    ///
    /// - Throws: The error of a worker, or the cancellation.
    func add(_ buffers: [TileBuffer]) throws {
        var complete: [PendingTile] = []
        for buffer in buffers {
            let planes = (waiting.removeValue(forKey: buffer.index) ?? []) + [buffer]
            if planes.count == planeCount {
                let size = pyramid.storedSize(of: buffer.index)
                complete.append(.pixels(AssembledTile(index: buffer.index, size: size, planes: planes)))
            } else {
                waiting[buffer.index] = planes
            }
        }
        try queue.add(complete)
    }
}
