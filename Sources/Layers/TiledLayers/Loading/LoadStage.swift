internal import TilePyramid

/// The loading state of a tile.
public enum TileState: Hashable, Sendable {
    /// The tile is not requested, or there is no room for it.
    case idle
    /// The tile waits to be read or drawn.
    case queued
    /// The tile's bytes are being read.
    case reading
    /// The tile's bytes have been read and wait to be decoded.
    case read
    /// The tile is being decoded or drawn.
    case decoding
    /// The tile's pixels are in the cache.
    case loaded
    /// The pyramid has no such tile; coarser levels show all available detail.
    case absent
    /// The tile could not be loaded.
    ///
    /// It is retried at `retryTime` on the loader's clock; it is not retried if `retryTime` is nil.
    case failed(reason: String, tries: Int, retryTime: Double?)
}

/// The stage of a tile that is being loaded.
///
/// Stored tiles are read, then decoded; mapped tiles and tiles that the app draws go from ``queued`` to ``decoding`` at once.
/// This table shows the next stage for each event; ``transition(on:isRequested:)`` is the same in code.
///
/// |                | queued   | waiting | reading | read     | decoding |
/// |----------------|----------|---------|---------|----------|----------|
/// | `readBegan`    | reading  | –       | –       | –        | –        |
/// | `decodeBegan`  | decoding | –       | –       | decoding | –        |
/// | `bytesArrived` | –        | –       | read¹   | –        | –        |
/// | `pixelsArrived`| –        | –       | –       | –        | end      |
/// | `wasAbsent`    | –        | –       | end     | –        | end      |
/// | `failed`       | –        | –       | waiting²| –        | waiting² |
/// | `wasOutdated`  | –        | –       | queued¹ | –        | queued¹  |
/// | `retried`      | queued   | queued  | reading | read     | decoding |
/// | `invalidated`  | queued   | queued  | reading | queued   | decoding |
/// | `withdrawn`    | end      | end     | reading | end      | decoding |
/// | `readingCancelled` | –    | –       | end     | –        | –        |
///
/// – The event does not happen in this stage. ¹ The end if the tile is no longer requested. ² The end if the tile is
/// not retried.
enum LoadStage: Hashable {
    /// The tile waits for a worker that reads or draws it.
    case queued
    /// The tile failed and will be retried at this time.
    case waiting(until: Double)
    /// A worker reads the tile's bytes.
    case reading
    /// The tile's bytes wait for a worker that decodes them.
    case read(EncodedTile)
    /// A worker decodes or draws the tile.
    case decoding

    /// An event of a tile on its way to the cache.
    enum Event {
        /// A worker has begun to read the tile.
        case readBegan
        /// A worker has begun to decode or draw the tile.
        case decodeBegan
        /// The tile has been read.
        case bytesArrived(EncodedTile)
        /// The tile has been decoded or drawn.
        case pixelsArrived
        /// The pyramid has no such tile.
        case wasAbsent
        /// The tile could not be read, decoded or drawn; nil if it is not retried.
        case failed(retryTime: Double?)
        /// A job ended after its tile was invalidated, so its result is discarded.
        case wasOutdated
        /// The time of the retry has come, or the app retries all tiles.
        case retried
        /// The tile has changed in the image.
        case invalidated
        /// The tile is no longer requested.
        case withdrawn
        /// The reading of a tile that is no longer requested was cancelled.
        case readingCancelled
    }

    /// The effect of an event.
    enum Transition: Hashable {
        /// The tile is in this stage now.
        case stage(LoadStage)
        /// The tile is no longer being loaded.
        case end
    }

    /// Returns the effect of an event; nil if the event does not happen in this stage.
    func transition(on event: Event, isRequested: Bool) -> Transition? {
        switch (event, self) {
        case (.readBegan, .queued): .stage(.reading)
        case (.decodeBegan, .queued), (.decodeBegan, .read): .stage(.decoding)
        case (.bytesArrived(let tile), .reading): isRequested ? .stage(.read(tile)) : .end
        case (.pixelsArrived, .decoding), (.wasAbsent, .reading), (.wasAbsent, .decoding): .end
        case (.failed(let time), .reading), (.failed(let time), .decoding):
            time.map { .stage(.waiting(until: $0)) } ?? .end
        case (.wasOutdated, .reading), (.wasOutdated, .decoding): isRequested ? .stage(.queued) : .end
        case (.retried, .waiting), (.invalidated, .waiting), (.invalidated, .read): .stage(.queued)
        case (.retried, _), (.invalidated, _): .stage(self)
        case (.withdrawn, .reading), (.withdrawn, .decoding): .stage(self)
        case (.withdrawn, .queued), (.withdrawn, .waiting), (.withdrawn, .read): .end
        case (.readingCancelled, .reading): .end
        case (.readBegan, _), (.decodeBegan, _), (.bytesArrived, _), (.pixelsArrived, _), (.wasAbsent, _),
            (.failed, _), (.wasOutdated, _), (.readingCancelled, _):
            nil
        }
    }
}
