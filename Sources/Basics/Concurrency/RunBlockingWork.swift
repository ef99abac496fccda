internal import Dispatch

/// Runs blocking work on a queue of its own; cancelling the task interrupts it.
package func runBlockingWork<Result: Sendable>(
    label: String, _ work: @escaping @Sendable (Cancellation) throws -> Result
) async throws -> Result {
    let cancellation = Cancellation()
    return try await withTaskCancellationHandler {
        try await withCheckedThrowingContinuation { continuation in
            DispatchQueue(label: label, qos: .userInitiated).async {
                continuation.resume(
                    with: Swift.Result { try Cancellation.$current.withValue(cancellation) { try work(cancellation) } })
            }
        }
    } onCancel: {
        cancellation.cancel()
    }
}
