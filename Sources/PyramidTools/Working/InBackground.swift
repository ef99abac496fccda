internal import Dispatch
internal import TileCutting

/// Runs blocking work on a queue of its own; cancelling the task interrupts it.
func inBackground<Result: Sendable>(
    _ work: @escaping @Sendable (Interruption) throws -> Result
) async throws -> Result {
    let interruption = Interruption()
    return try await withTaskCancellationHandler {
        try await withCheckedThrowingContinuation { continuation in
            DispatchQueue(label: "PyramidTools.control", qos: .userInitiated).async {
                continuation.resume(with: Swift.Result { try work(interruption) })
            }
        }
    } onCancel: {
        interruption.interrupt()
    }
}
