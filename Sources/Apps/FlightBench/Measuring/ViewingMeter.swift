internal import TileViewing

/// Measures how an image appears while it is loaded: how much is blank or blurred, how long it takes to
/// become sharp, and whether it flickers.
///
/// The input is each frame with the pieces that are drawn in it. A frame is seen until the next one; ``finish(at:)``
/// ends the last one.
struct ViewingMeter {
    /// The measurements of all frames so far.
    private(set) var summary = ViewingSummary()
    /// The quality of the last frame; nil before the first.
    private(set) var quality: ViewedQuality?

    private var lastTime = 0.0
    private var hasBeenCovered = false
    /// The time at which the view of the last mark was first seen; nil before that.
    private var markSeen: Double?
    private var flickerDetector = FlickerDetector()

    /// Begins to measure the delay after a mark, from the next frame on.
    mutating func begin(_ mark: FlightMark) {
        summary.delays.append(ViewingDelay(mark: mark))
        markSeen = nil
        if mark.kind == .jump {
            flickerDetector.reset()
        }
    }

    /// Adds a frame, which must not be earlier than the one before it.
    ///
    /// - Complexity: O(n) for n pieces.
    mutating func add(_ frame: ViewedFrame) {
        finish(at: frame.time)
        let quality = ViewedQuality(of: frame)
        self.quality = quality
        hasBeenCovered = hasBeenCovered || quality.isCovered
        note(quality, at: frame.time)
        flickerDetector.add(frame)
        summary.flickers = flickerDetector.flickers
    }

    /// Counts the last frame until a time.
    mutating func finish(at time: Double) {
        guard let quality else {
            lastTime = time
            return
        }
        precondition(time >= lastTime, "frames come in the order of their times")
        let seconds = time - lastTime
        lastTime = time
        summary.blank += quality.blank * seconds
        summary.blankAfterCover += hasBeenCovered ? quality.blank * seconds : 0
        summary.blur += quality.blur * seconds
        summary.unavoidableBlur += quality.unavoidableBlur * seconds
    }

    private mutating func note(_ quality: ViewedQuality, at time: Double) {
        guard var delay = summary.delays.popLast() else { return }
        defer { summary.delays.append(delay) }
        // The first frame counts in any case: it shows the view that is waited for.
        guard markSeen == nil || time <= delay.mark.end else { return }
        let start = markSeen ?? time
        markSeen = start
        if delay.firstPixel == nil, quality.visible > quality.blank { delay.firstPixel = time - start }
        if delay.covered == nil, quality.isCovered { delay.covered = time - start }
        if delay.sharp == nil, quality.isSharp { delay.sharp = time - start }
    }
}
