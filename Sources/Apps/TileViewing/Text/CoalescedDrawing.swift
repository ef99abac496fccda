/// Draws one thing again and again, always what was asked for last: while one drawing is under way, what is asked for
/// waits, and takes the place of what has waited before.
@MainActor
final class CoalescedDrawing<Result: Sendable> {
    private struct Request {
        var work: @Sendable () -> Result
        var receive: @MainActor (Result) -> Void
    }

    private let queue: DrawingQueue
    private var pending: Request?

    /// Whether something is being drawn.
    private(set) var isDrawing = false

    init(queue: DrawingQueue) {
        self.queue = queue
    }

    /// Draws something unless something else is asked for before it begins.
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

    /// Forgets what has waited; what is being drawn is handed over all the same.
    func cancelPending() {
        pending = nil
    }

    private func startPending() {
        guard let next = pending else { return }
        pending = nil
        draw(next.work, receive: next.receive)
    }
}
