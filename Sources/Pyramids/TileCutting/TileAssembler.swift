internal import TilePyramid

/// Combines the planes of each tile, which are completed one after the other, and passes the tile to the queue.
///
/// Confined to the decoding thread.
final class TileAssembler {
    private let planeCount: Int
    private let pyramid: Pyramid
    private let queue: TileQueue
    private var waiting: [TileIndex: [TileBuffer]] = [:]

    init(planeCount: Int, pyramid: Pyramid, queue: TileQueue) {
        self.planeCount = planeCount
        self.pyramid = pyramid
        self.queue = queue
    }

    deinit {
        queue.abandon(waiting.values.flatMap { $0 })
    }

    /// Adds complete tiles of one plane; the planes of a tile come in order.
    func add(_ buffers: [TileBuffer]) {
        var complete: [PendingTile] = []
        for buffer in buffers {
            let planes = waiting.removeValue(forKey: buffer.index, default: []) + [buffer]
            if planes.count == planeCount {
                let size = pyramid.storedSize(of: buffer.index)
                complete.append(.pixels(AssembledTile(index: buffer.index, size: size, planes: planes)))
            } else {
                waiting[buffer.index] = planes
            }
        }
        queue.add(complete)
    }
}

extension Dictionary {
    fileprivate mutating func removeValue(forKey key: Key, default value: Value) -> Value {
        removeValue(forKey: key) ?? value
    }
}
