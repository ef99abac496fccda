internal import JSONDocuments
internal import TileViewing

/// The measured quality of a view while its image was loaded.
package struct ViewingSummary: Hashable, Sendable {
    /// ∫ blank area dt, in screen·seconds: 1 if all of the screen is blank for a second.
    package var blank = 0.0
    /// The part of ``blank`` after the first frame in which nothing was blank.
    package var blankAfterCover = 0.0
    /// ∫ Σ area · max(0, log2(screen pixels per texel)) dt, in screen·level·seconds: 1 if all of the screen is one
    /// level too coarse for a second.
    package var blur = 0.0
    /// The part of ``blur`` that comes from an image without finer pixels.
    package var unavoidableBlur = 0.0
    /// The delays after the opening, after each jump and after each stop, in the order of these marks.
    package var delays: [ViewingDelay] = []
    /// The number of flickers; see ``FlickerDetector``.
    package var flickers = 0

    /// The areas and the flickers as members of a JSON object.
    var jsonMembers: [(String, String)] {
        [
            ("blankScreenSeconds", blank), ("blankAfterCoverScreenSeconds", blankAfterCover),
            ("blurScreenLevelSeconds", blur), ("unavoidableBlurScreenLevelSeconds", unavoidableBlur),
        ].map { ($0, JSONText.number($1, digits: 6)) } + [("flickers", "\(flickers)")]
    }
}

/// The time that an image took to appear after a mark of a flight.
///
/// Times are in seconds from the first frame that shows the mark's view, so that the position of the mark between two
/// frames does not matter. 0 means that the state was reached in that frame, nil that the camera moved on before.
package struct ViewingDelay: Hashable, Sendable {
    /// The mark.
    package var mark: FlightMark
    /// The time until any pixel of the image was visible.
    package var firstPixel: Double?
    /// The time until nothing was blank.
    package var covered: Double?
    /// The time until the image could not be sharper.
    package var sharp: Double?

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

extension [Double] {
    /// Percentiles of frame times in seconds, as members of a JSON object in milliseconds; 0 if there are none.
    var frameTimeMembers: [(String, String)] {
        [("P50", 0.5), ("P95", 0.95), ("P99", 0.99), ("Max", 1)].map {
            ("frame\($0)Ms", JSONText.number((percentile($1) ?? 0) * 1000, digits: 3))
        }
    }
}
