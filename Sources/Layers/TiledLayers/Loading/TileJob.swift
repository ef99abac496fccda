internal import CLinux
internal import Concurrency
internal import ImageMetadata
internal import ImageSources
internal import LayerTree
public import TilePyramid
internal import VectorDrawing

/// A job for a worker: reading, decoding, mapping or drawing a tile, or reading its stored samples.
public struct TileJob: Sendable {
    /// The kinds of jobs.
    public enum Kind: Sendable {
        /// Read the tile's compressed bytes.
        case read
        /// Decode these bytes.
        case decode(EncodedTile)
        /// Map the tile's pixels.
        case map
        /// Have the app draw the tile.
        case draw
        /// Read and decode the tile's stored samples.
        case sample
    }

    /// The image that the tile belongs to.
    public let image: TiledImage
    /// The tile's address.
    public let index: TileIndex
    /// The kind of the job.
    public let kind: Kind
    /// The number of the reading, if the tile's source reads it without a worker.
    var reading: Int?

    var key: TileKey { TileKey(image: image.id, index: index) }

    /// Performs the job and returns its result; blocks while it reads, decodes or draws, and does not use the loader.
    public func perform() -> TileResult {
        let outcome: TileResult.Outcome
        // The stamp is taken first: a tile that changes while it is read has a newer one afterwards.
        let stamp = stamp()
        do {
            outcome = try Trace.span(
                kind.stage, .loading, ["level": index.level, "column": index.column, "row": index.row], load)
        } catch {
            outcome = .failed(reason: "\(error)", isTransient: isTransient(error))
        }
        return TileResult(outcome: outcome, stamp: stamp, isFromMainThread: tk_is_main_thread() != 0)
    }

    /// Whether a further attempt may succeed: for decoding and samples, only if memory was short or input failed; otherwise
    /// always.
    private func isTransient(_ error: any Error) -> Bool {
        switch kind {
        case .read, .map, .draw: return true
        case .decode, .sample: break
        }
        return error is OutOfMemory || (error as? CodecError)?.code == .inputOutput
    }

    /// The stamp of a tile that is to be read; nil if there is none or it cannot be taken.
    private func stamp() -> TileStamp? {
        switch kind {
        case .read, .map: image.tiles.source.flatMap { try? $0.stamp(of: index) }
        case .decode, .draw, .sample: nil
        }
    }

    private func load() throws -> TileResult.Outcome {
        switch (kind, image.tiles) {
        case (.read, .stored(let source, _)):
            return try source.read(index).map { .bytes($0) } ?? .absent
        case (.decode(let bytes), .stored(_, let decoder)):
            return .loaded(.pixels(try decoder.decode(bytes, at: index, of: image.pyramid, name: image.name)))
        case (.map, .mapped(let source)):
            guard let tile = try source.map(index) else { return .absent }
            let stored = image.pyramid.storedSize(of: index)
            guard tile.size == stored else {
                return .failed(reason: PixelSize.mismatch(tile.size, stored), isTransient: false)
            }
            return .loaded(.pixels(PixelBuffer(tile).croppedToShownPart(of: index, image.pyramid)))
        case (.draw, .drawn(let drawing)):
            guard let buffer = try drawing.draw(index) else { return .absent }
            // Pixels of another size would be drawn in the wrong place.
            let size = image.pyramid.rect(of: index).size
            return buffer.size == size
                ? .loaded(.pixels(buffer)) : .failed(reason: PixelSize.mismatch(buffer.size, size), isTransient: false)
        case (.sample, .sampled(let source, let plane)):
            return .loaded(.samples(try source.read(index, of: plane)))
        default:
            preconditionFailure("the job's kind does not match its image")
        }
    }
}

extension TileJob.Kind {
    /// The name in traces.
    fileprivate var stage: StaticString {
        switch self {
        case .read: "read"
        case .decode: "decode"
        case .map: "map"
        case .draw: "draw tile"
        case .sample: "sample tile"
        }
    }
}

/// The result of a job.
public struct TileResult: Sendable {
    enum Outcome: Sendable {
        case bytes(EncodedTile)
        case loaded(TileContents)
        case absent
        case failed(reason: String, isTransient: Bool)
    }

    var outcome: Outcome
    /// The stamp of a tile that was read or mapped; nil if its source cannot tell.
    var stamp: TileStamp?
    var isFromMainThread: Bool
}

extension TileResult {
    /// The result of a reading without a worker, whose failures are final.
    init(_ result: Result<EncodedTile?, any Error>) {
        let outcome: Outcome =
            switch result {
            case .success(let tile): tile.map { .bytes($0) } ?? .absent
            case .failure(let error): .failed(reason: "\(error)", isTransient: false)
            }
        self.init(outcome: outcome, stamp: nil, isFromMainThread: tk_is_main_thread() != 0)
    }
}
