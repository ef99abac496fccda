internal import Concurrency
internal import JSONDocuments
internal import Numbers
internal import TileCutting
internal import TilePyramid
internal import ToolSupport

/// Shows the progress of work on tiles: one line that is redrawn on a terminal, else a line every 10 %.
///
/// Work that takes less than ``patience`` shows none. The percentage counts the tiles of all levels. 100 % means that the
/// pyramid is complete and in place.
final class ProgressMeter: Sendable {
    private struct State {
        var finishedTiles = 0
        var lastDrawn: ContinuousClock.Instant?
        var lastTenth = 0
        var hasLine = false
        var hasReported = false
        var totalTiles = 0
    }

    /// The time after which progress is worth a line.
    static let patience = Duration.seconds(1)

    private let title: String
    private let isTerminal = Console.canRedraw
    private let start = ContinuousClock.now
    private let showsAtOnce: Bool
    /// Whether progress is written as JSON, for programs, instead of as text.
    private let writesEvents: Bool
    /// Image pixels per tile pixel, so that MP/s counts pixels of the image.
    private let imagePixelRatio: Double
    private let pixelsPerTile: Double
    private let state = Locked(State())

    /// Creates a meter for the tiles of a pyramid; `showsAtOnce` is whether also quick work is shown, and `writesEvents`
    /// whether progress is written as JSON.
    init(title: String, pyramid: Pyramid, showsAtOnce: Bool, writesEvents: Bool = false) {
        self.showsAtOnce = showsAtOnce
        self.writesEvents = writesEvents
        self.title = VisibleText.escaped(title)
        imagePixelRatio = Double(pyramid.size.area) / Double(pyramid.pixelCount)
        pixelsPerTile = Double(pyramid.pixelCount) / Double(pyramid.tileCount)
    }

    /// Creates a meter for the tiles of a pyramid if the verbosity of a request asks for one, else nil.
    convenience init?(title: String, pyramid: Pyramid, _ verbosity: CutRequest.Verbosity) {
        guard verbosity != .quiet else { return nil }
        self.init(
            title: title, pyramid: pyramid, showsAtOnce: verbosity == .verbose, writesEvents: verbosity == .events)
    }

    /// Creates a meter for tiles of one size whose number is not yet known.
    init(title: String, tileSize: PixelSize, showsAtOnce: Bool, writesEvents: Bool = false) {
        self.showsAtOnce = showsAtOnce
        self.writesEvents = writesEvents
        self.title = VisibleText.escaped(title)
        imagePixelRatio = 1
        pixelsPerTile = Double(tileSize.area)
    }

    /// Records progress; may be called from any thread, in any order.
    func update(_ progress: CutProgress) {
        state.withLock { state in
            guard progress.finishedTiles > state.finishedTiles else { return }
            state.finishedTiles = progress.finishedTiles
            state.totalTiles = progress.totalTiles
            let now = ContinuousClock.now
            guard !writesEvents else {
                if let last = state.lastDrawn, now - last < .milliseconds(100) { return }
                state.lastDrawn = now
                return writeEvent(min(state.finishedTiles, max(0, state.totalTiles - 1)), of: state.totalTiles)
            }
            guard showsAtOnce || now - start >= Self.patience else { return }
            let percent = min(99, progress.finishedTiles * 100 / max(1, progress.totalTiles))
            if isTerminal {
                if let last = state.lastDrawn, now - last < .milliseconds(100) { return }
                state.lastDrawn = now
                state.hasLine = true
                let line = Self.fit(title, tail(percent, progress, now - start), width: Console.terminalWidth - 1)
                _ = Console.write("\r\u{1B}[K" + line, to: Console.standardError)
            } else if percent / 10 > state.lastTenth {
                state.lastTenth = percent / 10
                state.hasReported = true
                Console.message("\(title): \(tail(state.lastTenth * 10, progress, now - start))")
            }
        }
    }

    /// Removes the line from the terminal; elsewhere writes 100 % if the work succeeded and progress was shown.
    func finish(succeeded: Bool) {
        state.withLock { state in
            if writesEvents {
                guard succeeded, state.totalTiles > 0 else { return }
                writeEvent(state.totalTiles, of: state.totalTiles)
            } else if state.hasLine {
                _ = Console.write("\r\u{1B}[K", to: Console.standardError)
                state.hasLine = false
            } else if succeeded, state.hasReported {
                Console.message("\(title): 100 %")
            }
        }
    }

    /// Writes the progress as a JSON object on a line of standard error: `event`, which is "progress", `image`,
    /// `finishedTiles` and `totalTiles`.
    ///
    /// All tiles are finished in the last event only, when the pyramid is complete and in place.
    private func writeEvent(_ finishedTiles: Int, of totalTiles: Int) {
        let event = JSONText.object([
            ("event", JSONText.string("progress")), ("image", JSONText.string(title)),
            ("finishedTiles", "\(finishedTiles)"), ("totalTiles", "\(totalTiles)"),
        ])
        _ = Console.write(event + "\n", to: Console.standardError)
    }

    private func tail(_ percent: Int, _ progress: CutProgress, _ elapsed: Duration) -> String {
        let seconds = elapsed / .seconds(1)
        guard progress.encodedPixels > 0, seconds > 0 else { return "\(percent) %" }
        let rate = Double(progress.encodedPixels) / seconds
        let left = Double(progress.totalTiles - progress.finishedTiles) * pixelsPerTile / rate
        return
            "\(percent) %, \(NumberText.significant(rate * imagePixelRatio / 1e6)) MP/s, \(NumberText.duration(left)) left"
    }

    /// Returns `title: tail` in at most `width` columns; the beginning of a title that is too long is cut off.
    static func fit(_ title: String, _ tail: String, width: Int) -> String {
        let room = width - tail.count - 2
        if room >= title.count {
            return "\(title): \(tail)"
        }
        return room > 3 ? "…\(title.suffix(room - 1)): \(tail)" : String(tail.prefix(max(0, width)))
    }
}
