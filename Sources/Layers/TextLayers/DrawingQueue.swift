internal import Concurrency
internal import Dispatch
public import LayerTree

/// Draws contents of layers on a background queue, and delivers them on the main thread.
///
/// The main thread runs a loop of events and frames that may be asleep. A result for a layer of a scene requests a frame and
/// arrives at its start. Other results wait in a list: ``onDelivery`` wakes the loop, which calls ``deliver()`` before each
/// frame. Drawings are done in order. Each client has at most one drawing in progress, which bounds the list.
@MainActor
public final class DrawingQueue {
    /// The mode of drawing: in the background, or at once.
    public enum Mode: Hashable, Sendable {
        /// On a background queue, while the old contents stay visible.
        case background
        /// At once on the main thread, for snapshots without a window, which show everything in its final state.
        case immediate
    }

    /// The mode of drawing: in the background, or at once.
    public let mode: Mode

    /// Called on the background queue after each drawing, to wake the loop that calls ``deliver()``.
    ///
    /// It usually calls `requests.request` of a scene. The default does nothing.
    public var onDelivery: @Sendable () -> Void = {}

    /// The closures that deliver the finished results.
    private let finished = Locked<[@MainActor @Sendable () -> Void]>([])
    /// Runs drawings in the background, in order.
    private let runInBackground: @Sendable (_ work: @escaping @Sendable () -> Void) -> Void

    /// Creates an empty queue, which draws in the background by default.
    public convenience init(mode: Mode = .background) {
        let queue = DispatchQueue(label: "TextLayers.draw", qos: .userInitiated)
        self.init(mode: mode) { queue.async(execute: $0) }
    }

    /// Creates an empty queue whose background drawings are run, in order, by a closure.
    package init(
        mode: Mode, runInBackground: @escaping @Sendable (_ work: @escaping @Sendable () -> Void) -> Void
    ) {
        self.mode = mode
        self.runInBackground = runInBackground
    }

    /// Whether there are results to deliver.
    ///
    /// A frame that is requested while one is about to be made wakes nobody: an owner that finds results after a frame requests
    /// another one.
    package var hasResults: Bool { finished.withLock { !$0.isEmpty } }

    /// Draws something and delivers the result.
    ///
    /// - Parameters:
    ///   - work: draws; called on the background queue, or at once in the immediate mode.
    ///   - requests: the frame requests of the scene that shows the result; nil, the default, if ``deliver()`` delivers it.
    ///   - receive: takes the result, on the main thread.
    public func draw<Result: Sendable>(
        _ work: @escaping @Sendable () -> Result, for requests: FrameRequests? = nil,
        receive: @escaping @MainActor (Result) -> Void
    ) {
        guard mode == .background else {
            receive(work())
            return
        }
        runInBackground { [finished, onDelivery] in
            let result = work()
            if let requests {
                requests.perform { receive(result) }
                return
            }
            finished.withLockAndNotify { $0.append { receive(result) } }
            onDelivery()
        }
    }

    /// Delivers the results since the last call.
    ///
    /// Call it before each frame; without results its cost is negligible.
    public func deliver() {
        let receivers = finished.withLock { finished in
            defer { finished = [] }
            return finished
        }
        for receive in receivers {
            receive()
        }
    }

    /// Waits for a result and delivers it.
    package func waitAndDeliver() {
        finished.wait { $0.isEmpty ? nil : () }
        deliver()
    }
}
