internal import Dispatch
public import Networking

/// A transport that answers from memory, without a network: tile addresses with a tile, all others with 404.
public struct CannedTransport: HTTPTransport {
    private let tile: [UInt8]

    /// Creates a transport that answers every tile address with this tile.
    public init(tile: [UInt8]) { self.tile = tile }

    /// Answers at once, on another thread.
    public func send(
        _ request: HTTPRequest, completion: @escaping @Sendable (Result<HTTPResponse, HTTPError>) -> Void
    ) -> any HTTPExchange {
        let name = request.url.prefix { $0 != "?" }
        let isTile = [".jpg", ".png", ".webp"].contains(where: name.hasSuffix) || request.url.contains("GetTile")
        let response = HTTPResponse(status: isTile ? 200 : 404, body: isTile ? tile : [], url: request.url)
        // Not a task: callers may block all threads of Swift's cooperative pool.
        DispatchQueue.global().async { completion(.success(response)) }
        return Exchange()
    }

    private struct Exchange: HTTPExchange {
        func cancel() {}
    }
}
