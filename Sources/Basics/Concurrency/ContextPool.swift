/// A pool of contexts for workers, such as decoders and encoders; one thread at a time uses a context.
///
/// A context is made when all others are in use, so that there are never more contexts than threads. Safe to use from any
/// thread.
package final class ContextPool<Context>: Sendable {
    private let idle = Locked<[Context]>([])
    private let makeContext: @Sendable () throws -> Context

    /// Creates an empty pool.
    ///
    /// - Parameter makeContext: makes a context; called on any thread, by several at once.
    package init(_ makeContext: @escaping @Sendable () throws -> Context) {
        self.makeContext = makeContext
    }

    /// Lends a context to `body` for its exclusive use.
    ///
    /// If `body` fails, its context is dropped, because codecs are in an undefined state after an error.
    ///
    /// - Throws: The error of making a context, or of `body`.
    package func withContext<Result>(_ body: (Context) throws -> Result) throws -> Result {
        let context = try idle.withLock { $0.popLast() } ?? makeContext()
        let result = try body(context)
        idle.withLock { $0.append(context) }
        return result
    }
}
