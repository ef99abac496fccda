internal import LayerTree
internal import TilePyramid

/// Fades in what is drawn where nothing was, and nothing else.
///
/// A tile that replaces another one is drawn at once; one that replaces a tile which is still fading in goes on with its
/// fade. So no place is ever seen less clearly than before.
struct TileFades {
    /// A place that is not yet seen in full: since when it has been fading in, or nil while nothing is drawn there.
    private struct FadingRegion {
        var imageRect: Rect
        var start: Double?
    }
    private var fadingRegions: [FadingRegion] = []
    private var starts: [TileIndex: Double] = [:]
    /// Whether something is fading in.
    var isRunning: Bool { !starts.isEmpty }

    /// The opacities of what is drawn at a time.
    mutating func opacities(of cover: TileCover, duration: Double, at now: Double) -> [Double] {
        let duration = max(0, duration)
        starts = starts.filter { now - $0.value < duration }
        let before = fadingRegions
        fadingRegions = cover.blanks.map { FadingRegion(imageRect: $0, start: nil) }
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
            fadingRegions.append(FadingRegion(imageRect: part.imageRect, start: start))
            return max(0, (now - start) / duration)
        }
        starts = next
        return opacities
    }

    /// When the fade of what is drawn in a place for the first time has begun; nil when something was drawn in a part of
    /// it already.
    private static func start(for imageRect: Rect, after before: [FadingRegion], at now: Double) -> Double? {
        var (open, start) = (imageRect.size.width * imageRect.size.height, now)
        for former in before {
            guard let common = former.imageRect.intersection(imageRect) else { continue }
            open -= common.size.width * common.size.height
            start = min(start, former.start ?? now)
        }
        // What is left is a rounding error of places that were added up.
        return open < 1e-6 * imageRect.size.width * imageRect.size.height ? start : nil
    }
}
