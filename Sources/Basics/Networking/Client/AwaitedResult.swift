/// Waits for the result of a request without occupying a thread.
///
/// - Parameters:
///   - url: the address, for the error.
///   - begin: begins the request, which calls the closure at most once, and returns what cancels it.
/// - Returns: the value of a success.
/// - Throws: the failure; ``HTTPError`` with the code `cancelled` if the task is cancelled.
func awaitResult<Value: Sendable>(
    of url: String, _ begin: (@escaping @Sendable (Result<Value, HTTPError>) -> Void) -> @Sendable () -> Void
) async throws -> Value {
    let (results, continuation) = AsyncStream.makeStream(of: Result<Value, HTTPError>.self)
    let cancel = begin { result in
        continuation.yield(result)
        continuation.finish()
    }
    let result = await withTaskCancellationHandler {
        await results.first { _ in true }
    } onCancel: {
        cancel()
        continuation.finish()
    }
    guard let result else { throw HTTPError(.cancelled, url: url, "the request was cancelled.") }
    return try result.get()
}
