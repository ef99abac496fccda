internal import LayerTree
internal import Concurrency

/// An event in the life of a tile.
public struct TileEvent: Hashable, Sendable {
    /// The kinds of events.
    public enum Kind: Hashable, Sendable {
        /// The tile is requested and not cached.
        case requested(TileReason)
        /// A worker has begun to read or draw the tile.
        case started
        /// The tile's pixels are in the cache.
        case loaded
        /// The pyramid has no such tile.
        case absent
        /// The tile could not be loaded; `retryDelay` is the delay in seconds before the next attempt, nil if there is
        /// none.
        case failed(reason: String, retryDelay: Double?)
        /// The tile is no longer requested, and its loading has stopped.
        case cancelled
        /// The cache has evicted the tile's pixels.
        case evicted
    }

    /// The time in seconds on the loader's clock.
    public var time: Double
    /// The tile.
    public var key: TileKey
    /// The kind of event.
    public var kind: Kind
}

/// Delivers tile events to the listening streams.
///
/// Events are emitted with the loader's or the cache's lock held, which keeps them in order. Streams only buffer them.
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

    /// Emits an event; costs almost nothing while there is no listener.
    func emit(_ kind: @autoclosure () -> TileEvent.Kind, about key: TileKey) {
        state.withLock { state in
            guard !state.listeners.isEmpty else { return }
            let event = TileEvent(time: clock.now, key: key, kind: kind())
            for listener in state.listeners.values {
                listener.yield(event)
            }
        }
    }

    /// Returns a stream of all later events that buffers the newest `limit` of them.
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
