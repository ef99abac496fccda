import Concurrency
import TilePyramid

/// A server that never answers; as soon as it is asked, the asking is canceled.
final class SilentSource: AsynchronousTileSource {
    private struct Reading: TileReading {
        let cancelled: Locked<Int>

        func cancel() { cancelled.withLock { $0 += 1 } }
        func setUrgency(_ urgency: TileUrgency) {}
    }

    let pyramid = Pyramid(size: PixelSize(width: 1000, height: 800), tileSize: 256)
    let cancellation = Cancellation()
    private let cancelled = Locked(0)

    /// The number of tiles whose reading was canceled.
    var cancelledCount: Int { cancelled.withLock(\.self) }

    func read(_ index: TileIndex) throws -> EncodedTile? { nil }

    func beginReading(
        _ index: TileIndex, urgency: TileUrgency,
        completion: @escaping @Sendable (Result<EncodedTile?, any Error>) -> Void
    ) -> any TileReading {
        cancellation.cancel()
        return Reading(cancelled: cancelled)
    }
}
