internal import Concurrency
internal import Dispatch
internal import Networking
internal import TileContainers
public import TilePyramid

extension RemoteTileSource: AsynchronousTileSource, ChangingTileSource {
    /// Begins to request a tile, and returns at once; one that the description excludes is not requested.
    ///
    /// The completion gets `nil` where the server has no tile (404, 410, or nothing in the answer), and a ``StoreError``
    /// for an answer that is not a tile, or for none at all.
    public func beginReading(
        _ index: TileIndex, urgency: TileUrgency,
        completion: @escaping @Sendable (Result<EncodedTile?, any Error>) -> Void
    ) -> any TileReading {
        guard mayExist(index) else {
            completion(.success(nil))
            return EndedReading()
        }
        let request = request(index)
        let ticket = client.get(
            request, priority: urgency.priority,
            onUpdate: { [weak self] _ in self?.announceChange(of: index) },
            completion: { [adaptation = description.adaptation] in
                let tile = Self.tile(of: $0, from: request.url)
                guard let adaptation, case .success(let found?) = tile else { return completion(tile) }
                // The thread of the requests is not occupied with pixels.
                DispatchQueue.global(qos: .userInitiated).async {
                    completion(Result { try adaptation(index, found, PublicAddress.text(of: request.url)) })
                }
            })
        return RequestedTile(ticket: ticket)
    }

    private static func tile(
        of result: Result<CachedHTTPClient.Answer, HTTPError>, from url: String
    ) -> Result<EncodedTile?, any Error> {
        do throws(StoreError) {
            switch result {
            case .success(let answer): return .success(try tile(in: answer, from: url))
            case .failure(let error): throw StoreError(error)
            }
        } catch {
            return .failure(error)
        }
    }

    /// Calls a closure with each tile that was delivered from an old copy, once the server has sent a newer one.
    public func observeChanges(_ observer: @escaping @Sendable (TileIndex) -> Void) {
        observers.withLock { $0.append(observer) }
    }

    /// Whether the last request of the client found no network or no server.
    public var isOffline: Bool { client.isOffline }

    private func announceChange(of index: TileIndex) {
        for observer in observers.withLock(\.self) { observer(index) }
    }
}

/// A tile that was requested.
private struct RequestedTile: TileReading {
    let ticket: CachedHTTPTicket

    func cancel() { ticket.cancel() }
    func setUrgency(_ urgency: TileUrgency) { ticket.setPriority(urgency.priority) }
}

/// The reading of a tile that needs no request.
private struct EndedReading: TileReading {
    func cancel() {}
    func setUrgency(_ urgency: TileUrgency) {}
}
