internal import Dispatch
internal import TileCutting

/// Runs blocking work on a queue of its own; cancelling the task cancels the work.
func runBlockingWork<Result: Sendable>(
    _ work: @escaping @Sendable (Cancellation) throws -> Result
) async throws -> Result {
    let cancellation = Cancellation()
    return try await withTaskCancellationHandler {
        try await withCheckedThrowingContinuation { continuation in
            DispatchQueue(label: "PyramidTools.control", qos: .userInitiated).async {
                continuation.resume(with: Swift.Result { try work(cancellation) })
            }
        }
    } onCancel: {
        cancellation.cancel()
    }
}
