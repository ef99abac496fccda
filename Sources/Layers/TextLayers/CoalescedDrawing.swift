package import LayerTree

/// Draws one request at a time, and keeps only the latest of those that arrive meanwhile.
@MainActor
package final class CoalescedDrawing<Result: Sendable> {
    private struct Request {
        var work: @Sendable () -> Result
        var requests: FrameRequests?
        var receive: @MainActor (Result) -> Void
    }

    private let queue: DrawingQueue
    private var pending: Request?

    /// Whether a drawing is in progress.
    package private(set) var isDrawing = false

    package init(queue: DrawingQueue) {
        self.queue = queue
    }

    /// Draws something, unless a newer request replaces it before it starts; see ``DrawingQueue/draw(_:for:receive:)``.
    package func draw(
        _ work: @escaping @Sendable () -> Result, for requests: FrameRequests? = nil,
        receive: @escaping @MainActor (Result) -> Void
    ) {
        guard !isDrawing else {
            pending = Request(work: work, requests: requests, receive: receive)
            return
        }
        isDrawing = true
        queue.draw(work, for: requests) { [self] result in
            isDrawing = false
            receive(result)
            startPending()
        }
    }

    /// Drops the pending request; a drawing in progress is still delivered.
    package func cancelPending() {
        pending = nil
    }

    private func startPending() {
        guard let next = pending else { return }
        pending = nil
        draw(next.work, for: next.requests, receive: next.receive)
    }
}
