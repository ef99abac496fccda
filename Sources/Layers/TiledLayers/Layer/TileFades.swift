internal import LayerTree
internal import TilePyramid
internal import VectorDrawing

/// Fades in tiles where nothing was drawn before, and nowhere else.
///
/// A tile that replaces another one appears at once; if it replaces a tile that is still fading in, it continues that
/// fade. So no area ever loses clarity. An area that was not in the last frame, as all are before the first one, counts as
/// drawn: what its first frame shows was cached before, and appears at once.
struct TileFades {
    /// The areas that are not yet fully drawn, each with the time at which its fade began, or nil while it is blank.
    private var fadingRegions: [(imageRect: Rect, start: Double?)] = []
    private var starts: [TileIndex: Double] = [:]
    /// Whether any tile is fading in.
    var isRunning: Bool { !starts.isEmpty }

    /// Returns the opacities of the cover's parts at time `now`.
    mutating func opacities(of cover: TileCover, duration: Double, at now: Double) -> [Double] {
        let duration = max(0, duration)
        starts = starts.filter { now - $0.value < duration }
        let before = fadingRegions
        fadingRegions = cover.blanks.map { ($0, nil) }
        guard duration > 0, !starts.isEmpty || !before.isEmpty else {
            starts = [:]
            return [Double](repeating: 1, count: cover.parts.count)
        }
        var next: [TileIndex: Double] = [:]
        let opacities = cover.parts.map { part -> Double in
            guard let start = starts[part.index] ?? Self.start(for: part.imageRect, after: before, at: now),
                now - start < duration
            else { return 1 }
            next[part.index] = start
            fadingRegions.append((part.imageRect, start))
            return max(0, (now - start) / duration)
        }
        starts = next
        return opacities
    }

    /// Returns the time at which the fade of an area began; nil if a part of the area was fully drawn before.
    private static func start(
        for imageRect: Rect, after before: [(imageRect: Rect, start: Double?)], at now: Double
    ) -> Double? {
        var open = imageRect.size.width * imageRect.size.height
        var start = now
        for previous in before {
            guard let common = previous.imageRect.intersection(imageRect) else { continue }
            open -= common.size.width * common.size.height
            start = min(start, previous.start ?? now)
        }
        // The tolerance absorbs the rounding errors of the summed areas.
        return open < 1e-6 * imageRect.size.width * imageRect.size.height ? start : nil
    }
}
