internal import LayerTree
internal import ScrollLayers
internal import TiledLayers

/// The slideshow: opens the next file at an interval, and the first one after the last.
///
/// The interval begins when a part of the file is visible. While something covers the view, or the user types or drags, the
/// slideshow waits; the interval begins again afterwards. If a step would lose unfinished input, the user is asked once, and the
/// slideshow waits until the input is finished or dropped. A step by the user ends the slideshow, and so does a file that is chosen
/// in the list.
@MainActor
final class SlideshowPart: ViewerPart {
    private let context: ViewerContext
    /// Whether the slideshow is on.
    private(set) var isOn = false
    /// The time on the clock at which the next file is opened.
    private var dueTime = 0.0
    /// Whether the slideshow waits, so that the interval has not begun.
    private var isWaiting = false
    /// Whether the user was asked about unfinished input, and the slideshow waits for it.
    private var hasAsked = false
    /// Whether the slideshow itself is making a step.
    private var isStepping = false
    /// The message that the slideshow has started or ended; nil if none was shown.
    private var message: Int?

    /// The intervals that are accepted, in seconds.
    static let intervals = 0.5...86_400

    init(_ context: ViewerContext) {
        self.context = context
    }

    private var interval: Double {
        min(max(context.settings.slideshowInterval, Self.intervals.lowerBound), Self.intervals.upperBound)
    }

    // MARK: Commands

    func perform(_ command: ViewerCommand) -> Bool {
        switch command {
        case .toggleSlideshow: if isOn { end() } else { begin() }
        case .openNext, .openPrevious, .openFirst, .openLast:
            if isOn, !isStepping { end() }
            return false
        case .cancel where isOn: end()
        default: return false
        }
        return true
    }

    func state(of command: ViewerCommand) -> CommandState? {
        guard command == .toggleSlideshow, context.files.paths.count > 1 else { return nil }
        return CommandState(isChecked: isOn)
    }

    private func begin() {
        guard context.files.paths.count > 1 || context.files.isListing else {
            return context.post("There is no other file for a slideshow.")
        }
        isOn = true
        isWaiting = false
        hasAsked = false
        dueTime = context.now + interval
        announce("Slideshow: the next file every \(Self.text(interval)). A step or S ends it.")
    }

    func userDidChooseFile() {
        if isOn { end() }
    }

    func documentDidClose() {
        if isOn { end() }
    }

    private func end() {
        isOn = false
        announce("The slideshow has ended.")
    }

    private func announce(_ text: String) {
        message = context.post(text, insteadOf: message)
    }

    private static func text(_ interval: Double) -> String {
        let seconds = interval == interval.rounded() ? "\(Int(interval))" : "\(interval)"
        return seconds == "1" ? "second" : "\(seconds) s"
    }

    // MARK: Time

    func update() {
        guard isOn else { return }
        if hasAsked, context.unfinishedInputs.isEmpty { hasAsked = false }
        guard !isHeld else {
            isWaiting = true
            return
        }
        if isWaiting {
            isWaiting = false
            dueTime = context.now + interval
        }
        guard context.now >= dueTime else { return }
        guard context.files.paths.count > 1 else { return end() }
        isStepping = true
        context.perform(.openNext)
        isStepping = false
        hasAsked = context.isCovered
        isWaiting = true
    }

    var nextUpdateTime: Double? { isOn && !isHeld ? (isWaiting ? context.now : dueTime) : nil }

    /// Whether the slideshow has to wait.
    private var isHeld: Bool {
        context.isCovered || context.isTyping || context.parts.isTracking || isLoading
            || hasAsked && !context.unfinishedInputs.isEmpty
    }

    /// Whether the file is not visible yet, but will be.
    private var isLoading: Bool {
        if context.openings.isBusy || context.files.isListing { return true }
        guard let tiles = context.tiles, tiles.drawnTiles.isEmpty else { return false }
        return context.status.loadingTiles > 0 || context.document?.state.stage.isBusy ?? false
    }
}
