internal import Concurrency
internal import TilePyramid

/// A smaller level of a pyramid that lacks it: the whole image in memory, made once in the background.
///
/// Thumbnails of such a pyramid would each decode all of its tiles. From any thread.
final class CoarseLevel: Sendable {
    /// The outcome of making it.
    typealias Outcome = Result<PreviewPixels, any Error>

    /// The region of the image, and the size that it has in this level.
    private let whole: RegionRequest
    /// The number of image pixels that a pixel of the level covers, both across and down.
    private let downsample: Int
    /// The pixels that are decoded for an answer from which on the level is used.
    private let leastDecodedPixels: Int
    private let promise = Locked<Promise<Outcome>?>(nil)
    /// The time of the plan.
    let time: ContinuousClock.Instant

    /// Plans the level of an image.
    ///
    /// - Parameters:
    ///   - size: the size of the image.
    ///   - margin: its offset in its pyramid.
    ///   - limits: the most pixels of the level, and when it is used.
    ///   - time: the present time.
    init(of size: PixelSize, margin: PixelOffset, limits: ServingLimits, time: ContinuousClock.Instant) {
        let pixelLimit = max(1, limits.previewPixels)
        self.time = time
        leastDecodedPixels = limits.coarseLevelDecodedPixels
        var reduced = size
        var downsample = 1
        while reduced.area > pixelLimit {
            reduced = reduced.halved
            downsample *= 2
        }
        self.downsample = downsample
        whole = RegionRequest(
            PixelRect(x: margin.x, y: margin.y, width: size.width, height: size.height), size: reduced)
    }

    /// Whether a region is to be made of this level: it decodes too many pixels otherwise, and the level has enough.
    func serves(_ request: RegionRequest, decodedPixels: Int) -> Bool {
        decodedPixels >= leastDecodedPixels && request.width >= Double(request.size.width * downsample)
            && request.height >= Double(request.size.height * downsample)
    }

    /// The promise of the level, which is made if it has not been requested before.
    ///
    /// - Parameter make: lets it be made in the background, and fulfills the promise; returns whether that has been accepted.
    /// - Returns: the promise; nil if it was not accepted.
    func promised(_ make: (Promise<Outcome>) -> Bool) -> Promise<Outcome>? {
        let (promise, isNew) = promise.withLock { current in
            if let current { return (current, false) }
            let new = Promise<Outcome>()
            current = new
            return (new, true)
        }
        guard isNew, !make(promise) else { return promise }
        self.promise.withLock { $0 = nil }
        return nil
    }

    /// Makes the level, and blocks until it is done.
    ///
    /// - Parameters:
    ///   - tiles: the pixels of the pyramid.
    ///   - seconds: the most processor time.
    /// - Returns: the level.
    /// - Throws: errors of the tiles; ``RequestError`` if it takes longer, and `CancellationError` once the current
    ///   ``Cancellation`` is cancelled.
    func make(of tiles: any DecodedTiles, seconds: Double) throws -> PreviewPixels {
        do {
            return try ProcessorTimeBudget.$current.withValue(ProcessorTimeBudget(seconds: seconds)) {
                try PreviewPixels(whole, downsample: downsample, of: tiles)
            }
        } catch is ProcessorTimeBudget.Exhausted {
            throw Self.tooCostly(tiles)
        }
    }

    private static func tooCostly(_ tiles: any DecodedTiles) -> RequestError {
        var error = RequestError(
            503,
            "too many pixels have to be decoded for this, because no smaller levels are stored. Request a smaller part; or whoever "
                + "serves the image \(tiles.levelAdvice).")
        error.isLasting = true
        return error
    }
}
