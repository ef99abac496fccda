package import LayerTree

/// Draws one request at a time, and keeps only the latest of the requests that arrive during a drawing.
@MainActor
package final class CoalescedDrawing<Result: Sendable> {
    private let queue: DrawingQueue
    private var isDrawing = false
    /// Draws the latest request that arrived during a drawing.
    private var pending: (@MainActor () -> Void)?

    package init(queue: DrawingQueue) {
        self.queue = queue
    }

    /// Draws something, unless a newer request replaces it before it starts; see ``DrawingQueue/draw(_:for:receive:)``.
    package func draw(
        _ work: @escaping @Sendable () -> Result, for requests: FrameRequests? = nil,
        receive: @escaping @MainActor (Result) -> Void
    ) {
        guard !isDrawing else {
            pending = { [weak self] in self?.draw(work, for: requests, receive: receive) }
            return
        }
        isDrawing = true
        queue.draw(work, for: requests) { [self] result in
            isDrawing = false
            receive(result)
            let next = pending
            pending = nil
            next?()
        }
    }

    /// Drops the pending request; a drawing in progress is still delivered.
    package func cancelPending() {
        pending = nil
    }
}
