internal import Dispatch
internal import Concurrency

/// Draws pictures for overlays on a background queue, and hands them over on the main thread when that asks for them.
///
/// The main thread runs a loop of events and frames that may be asleep, so what is drawn waits in a mailbox: the loop is
/// woken through ``onDelivery`` and calls ``deliver()`` before it makes a frame. Work is done in order, one after the
/// other; those who draw ask for one picture at a time, which bounds what waits.
@MainActor
public final class DrawingQueue {
    /// When pictures are drawn.
    public enum Mode: Hashable, Sendable {
        /// On a background queue, while old pictures stay.
        case background
        /// At once on the main thread: for pictures without a window, which show everything as it is to be.
        case immediate
    }

    private struct State {
        var finished: [@MainActor @Sendable () -> Void] = []
    }

    /// When pictures are drawn.
    public let mode: Mode

    /// Called on the background queue when something was drawn, to wake the loop that calls ``deliver()``; default
    /// nothing.
    ///
    /// A scene's `requests.request` is meant for it.
    public var onDelivery: @Sendable () -> Void = {}

    private let state = Locked(State())
    private let queue = DispatchQueue(label: "TileViewing.draw", qos: .userInitiated)

    /// A queue with nothing to draw.
    public init(mode: Mode) {
        self.mode = mode
    }

    /// Draws something and hands it over.
    ///
    /// - Parameters:
    ///   - work: draws; called on the background queue, or at once, as the mode says.
    ///   - receive: takes what was drawn, on the main thread.
    public func draw<Result: Sendable>(
        _ work: @escaping @Sendable () -> Result, receive: @escaping @MainActor (Result) -> Void
    ) {
        guard mode == .background else {
            receive(work())
            return
        }
        queue.async { [state, onDelivery] in
            let result = work()
            state.withLockAndNotify { $0.finished.append { receive(result) } }
            onDelivery()
        }
    }

    /// Hands over what has been drawn since the last time; to be called before each frame, which it costs next to nothing.
    public func deliver() {
        for receive in state.withLock({ state in
            defer { state.finished = [] }
            return state.finished
        }) {
            receive()
        }
    }

    /// Waits until something was drawn, and hands it over.
    func waitAndDeliver() {
        let finished = state.wait { state -> [@MainActor @Sendable () -> Void]? in
            guard !state.finished.isEmpty else { return nil }
            defer { state.finished = [] }
            return state.finished
        }
        for receive in finished {
            receive()
        }
    }
}
