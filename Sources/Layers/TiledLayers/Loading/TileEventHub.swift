internal import LayerTree
internal import Concurrency

/// Tells events to whoever listens.
///
/// Events are told with the loader's or the cache's lock held, so that they come in the order in which things happened;
/// streams only store them.
final class TileEventHub: Sendable {
    private struct State {
        var listeners: [Int: AsyncStream<TileEvent>.Continuation] = [:]
        var lastListener = 0
    }
    private let state = Locked(State())
    private let clock: any LayerClock

    init(clock: any LayerClock) {
        self.clock = clock
    }

    deinit {
        state.withLock { $0.listeners.values.forEach { $0.finish() } }
    }

    /// Tells an event; next to no work when nobody listens.
    func emit(_ kind: @autoclosure () -> TileEvent.Kind, about key: TileKey) {
        state.withLock { state in
            guard !state.listeners.isEmpty else { return }
            let event = TileEvent(time: clock.now, key: key, kind: kind())
            for listener in state.listeners.values {
                listener.yield(event)
            }
        }
    }

    /// All events from now on; if they are not taken, the newest `limit` of them.
    func stream(limit: Int) -> AsyncStream<TileEvent> {
        let (stream, continuation) = AsyncStream.makeStream(
            of: TileEvent.self, bufferingPolicy: .bufferingNewest(limit))
        let number = state.withLock { state in
            state.lastListener += 1
            state.listeners[state.lastListener] = continuation
            return state.lastListener
        }
        continuation.onTermination = { [weak self] _ in
            _ = self?.state.withLock { $0.listeners.removeValue(forKey: number) }
        }
        return stream
    }
}
