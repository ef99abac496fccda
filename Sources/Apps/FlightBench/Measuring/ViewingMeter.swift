internal import JSONDocuments
package import TileViewing

/// Measures how an image appears while it is loaded: how much is blank or blurred, how long it takes to
/// become sharp, and whether it flickers.
///
/// The input is each frame with the pieces that are drawn in it. A frame is seen until the next one; ``finish(at:)``
/// ends the last one.
package struct ViewingMeter: Sendable {
    /// ∫ blank area dt, in screen·seconds: 1 if all of the screen is blank for a second.
    package private(set) var blank = 0.0
    /// The part of ``blank`` after the first frame in which nothing was blank.
    package private(set) var blankAfterCover = 0.0
    /// ∫ Σ area · max(0, log2(screen pixels per texel)) dt, in screen·level·seconds: 1 if all of the screen is one
    /// level too coarse for a second.
    package private(set) var blur = 0.0
    /// The part of ``blur`` that comes from an image without finer pixels.
    package private(set) var unavoidableBlur = 0.0
    /// The delays after the marks, in the order of the marks.
    package private(set) var delays: [ViewingDelay] = []
    /// The number of flickers; see ``FlickerDetector``.
    package var flickers: Int { flickerDetector.flickers }
    /// The quality of the last frame; nil before the first.
    package private(set) var quality: ViewedQuality?

    private var lastTime = 0.0
    private var hasBeenCovered = false
    /// When the view of the last mark was first seen; nil before that.
    private var markSeen: Double?
    private var flickerDetector = FlickerDetector()

    /// Creates a meter that has seen nothing.
    package init() {}

    /// Begins to measure the delay after a mark, from the next frame on.
    package mutating func begin(_ mark: FlightMark) {
        delays.append(ViewingDelay(mark))
        markSeen = nil
        if mark.kind == .jump {
            flickerDetector.reset()
        }
    }

    /// Adds a frame, which must not be earlier than the one before it.
    ///
    /// - Complexity: O(n) for n pieces.
    package mutating func add(_ frame: ViewedFrame) {
        finish(at: frame.time)
        let quality = ViewedQuality(of: frame)
        self.quality = quality
        hasBeenCovered = hasBeenCovered || quality.isCovered
        note(quality, at: frame.time)
        flickerDetector.add(frame)
    }

    /// Counts the last frame until a time.
    package mutating func finish(at time: Double) {
        guard let quality else {
            lastTime = time
            return
        }
        precondition(time >= lastTime, "frames come in the order of their times")
        let seconds = time - lastTime
        lastTime = time
        blank += quality.blank * seconds
        blankAfterCover += hasBeenCovered ? quality.blank * seconds : 0
        blur += quality.blur * seconds
        unavoidableBlur += quality.unavoidableBlur * seconds
    }

    private mutating func note(_ quality: ViewedQuality, at time: Double) {
        guard var delay = delays.popLast() else { return }
        defer { delays.append(delay) }
        // The first frame counts in any case: it shows the view that is waited for.
        guard markSeen == nil || time <= delay.mark.end else { return }
        let start = markSeen ?? time
        markSeen = start
        if delay.firstPixel == nil, quality.visible > quality.blank { delay.firstPixel = time - start }
        if delay.covered == nil, quality.isCovered { delay.covered = time - start }
        if delay.sharp == nil, quality.isSharp { delay.sharp = time - start }
    }
}

/// The time that an image took to appear after a mark of a flight.
///
/// Times are in seconds from the first frame that shows the mark's view, so that the position of the mark between two
/// frames does not matter. 0 means that it was there in that frame, nil that it was not there before the camera moved
/// on.
package struct ViewingDelay: Hashable, Sendable {
    /// The mark.
    package var mark: FlightMark
    /// The time until any pixel of the image was there.
    package var firstPixel: Double?
    /// The time until nothing was blank.
    package var covered: Double?
    /// The time until the image could not be sharper.
    package var sharp: Double?

    /// Creates a delay after which nothing has come yet.
    init(_ mark: FlightMark) {
        self.mark = mark
    }
}

extension ViewingDelay {
    /// The delay as a JSON object.
    var json: String {
        let milliseconds = { (seconds: Double?) in seconds.map { JSONText.number($0 * 1000, digits: 3) } ?? "null" }
        return JSONText.object([
            ("kind", JSONText.string(mark.kind.rawValue)), ("time", JSONText.number(mark.time, digits: 3)),
            ("note", mark.note.map(JSONText.string) ?? "null"), ("firstPixelMs", milliseconds(firstPixel)),
            ("coveredMs", milliseconds(covered)), ("sharpMs", milliseconds(sharp)),
        ])
    }
}
