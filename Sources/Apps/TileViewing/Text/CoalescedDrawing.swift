/// Draws one request at a time, and keeps only the latest of those that arrive meanwhile.
@MainActor
final class CoalescedDrawing<Result: Sendable> {
    private struct Request {
        var work: @Sendable () -> Result
        var receive: @MainActor (Result) -> Void
    }

    private let queue: DrawingQueue
    private var pending: Request?

    /// Whether a drawing is in progress.
    private(set) var isDrawing = false

    init(queue: DrawingQueue) {
        self.queue = queue
    }

    /// Draws something, unless a newer request replaces it before it starts.
    func draw(_ work: @escaping @Sendable () -> Result, receive: @escaping @MainActor (Result) -> Void) {
        guard !isDrawing else {
            pending = Request(work: work, receive: receive)
            return
        }
        isDrawing = true
        queue.draw(work) { [self] result in
            isDrawing = false
            receive(result)
            startPending()
        }
    }

    /// Drops the pending request; a drawing in progress is still delivered.
    func cancelPending() {
        pending = nil
    }

    private func startPending() {
        guard let next = pending else { return }
        pending = nil
        draw(next.work, receive: next.receive)
    }
}
