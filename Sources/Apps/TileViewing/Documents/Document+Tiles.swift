internal import ChannelImages
internal import Concurrency
internal import TilePyramid
internal import TiledLayers
internal import VectorDrawing

extension Document {
    /// Reads and decodes a tile of ``source``, or mixes it of channels.
    ///
    /// Blocks while it reads: call it off the main thread.
    ///
    /// - Parameters:
    ///   - index: the address of the tile.
    ///   - cancellation: ends the wait for a server; nil, the default, waits for its answer.
    /// - Returns: the pixels; nil where there is no tile.
    /// - Throws: the error of the source or of the decoder, and `CancellationError`.
    func decodedTile(_ index: TileIndex, cancellation: Cancellation? = nil) throws -> PixelBuffer? {
        if let rendering = channelRendering { return try image.mixedTile(index, as: rendering) }
        let pyramid = source.pyramid
        guard pyramid.contains(index), let tile = try encodedTile(index, cancellation) else { return nil }
        return try PooledTileDecoder.shared.decode(tile, at: index, of: pyramid, name: name)
    }

    private func encodedTile(_ index: TileIndex, _ cancellation: Cancellation?) throws -> EncodedTile? {
        guard let cancellation, let source = source as? any AsynchronousTileSource else {
            return try source.read(index)
        }
        let answer = Locked<Result<EncodedTile?, any Error>?>(nil)
        // What is in view comes first.
        let reading = source.beginReading(index, urgency: .lookAhead) { result in
            answer.withLockAndNotify { $0 = $0 ?? result }
        }
        cancellation.onCancel {
            reading.cancel()
            answer.withLockAndNotify { $0 = $0 ?? .failure(CancellationError()) }
        }
        return try answer.wait { $0 }.get()
    }
}
