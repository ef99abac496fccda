internal import Concurrency
internal import Dispatch
public import LayerTree

/// Draws contents of layers on a background queue, and delivers them on the main thread.
///
/// The main thread runs a loop of events and frames that may be asleep. A result for a layer of a scene arrives at the
/// start of the scene's next frame, which it requests. Other results wait in a list: ``onDelivery`` wakes the loop, which
/// calls ``deliver()`` before each frame. Drawings are done in order. Each client has at most one in progress, which
/// bounds the list.
@MainActor
public final class DrawingQueue {
    /// When drawing is done.
    public enum Mode: Hashable, Sendable {
        /// On a background queue, while the old contents stay visible.
        case background
        /// At once on the main thread, for snapshots without a window, which show everything in its final state.
        case immediate
    }

    private struct State {
        var finished: [@MainActor @Sendable () -> Void] = []
    }

    /// When drawing is done.
    public let mode: Mode

    /// Called on the background queue after each drawing, to wake the loop that calls ``deliver()``.
    ///
    /// The default does nothing.
    ///
    /// Usually calls `requests.request` of a scene.
    public var onDelivery: @Sendable () -> Void = {}

    private let state = Locked(State())
    private let queue = DispatchQueue(label: "TextLayers.draw", qos: .userInitiated)

    /// Creates an empty queue, which draws in the background by default.
    public init(mode: Mode = .background) {
        self.mode = mode
    }

    /// Draws something and delivers the result.
    ///
    /// - Parameters:
    ///   - work: draws; called on the background queue, or at once in the immediate mode.
    ///   - requests: those of the scene that shows the result; nil, the default, if ``deliver()`` delivers it.
    ///   - receive: takes the result, on the main thread.
    public func draw<Result: Sendable>(
        _ work: @escaping @Sendable () -> Result, for requests: FrameRequests? = nil,
        receive: @escaping @MainActor (Result) -> Void
    ) {
        guard mode == .background else {
            receive(work())
            return
        }
        queue.async { [state, onDelivery] in
            let result = work()
            if let requests {
                requests.perform { receive(result) }
                return
            }
            state.withLockAndNotify { $0.finished.append { receive(result) } }
            onDelivery()
        }
    }

    /// Delivers the results since the last call.
    ///
    /// Call it before each frame; without results it costs next to nothing.
    public func deliver() {
        for receive in state.withLock({ state in
            defer { state.finished = [] }
            return state.finished
        }) {
            receive()
        }
    }

    /// Waits for a result and delivers it.
    package func waitAndDeliver() {
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
