internal import Caching
internal import ChannelImages
internal import ImageMetadata
package import JSONDocuments
internal import PixelKernels

/// An array of a hierarchy, whose chunks are read from any thread.
package final class ZarrArray: Sendable {
    /// The hierarchy.
    package let store: any ZarrStore
    /// The key of the array; empty for the root.
    package let key: String
    /// The shape, the chunks and their encoding.
    package let metadata: ZarrArrayMetadata

    /// The most bytes of the indexes of shards that are kept.
    package static let indexCacheByteLimit = 32 << 20
    /// The bytes that a kept index takes beside its numbers, also that of a shard that is known to be missing.
    private static let entryByteCount = 512

    /// The indexes of shards by the numbers of these; nil for shards that are missing.
    private let indexes = SingleFlightCache<[Int], ZarrShardIndex?>(costLimit: indexCacheByteLimit)
    private let chunksPerCell: [Int]
    private let gridShape: [Int]
    private let chunkByteCount: Int
    private let encodedLimit: Int

    /// Creates an array of valid metadata.
    package init(_ metadata: ZarrArrayMetadata, at key: String, in store: any ZarrStore) {
        self.metadata = metadata
        self.key = key
        self.store = store
        chunksPerCell = metadata.chunksPerCell
        gridShape = metadata.gridShape
        chunkByteCount = metadata.chunkByteCount
        encodedLimit = metadata.codecs.encodedLimit(metadata.chunkByteCount)
    }

    /// Opens an array.
    ///
    /// - Parameters:
    ///   - key: the key of the array; empty for the root.
    ///   - store: the hierarchy.
    ///   - version: the version of the format.
    /// - Throws: `CodecError` when there is no array, or its metadata is damaged or not supported.
    package convenience init(
        opening key: String, in store: any ZarrStore, version: ZarrArrayMetadata.Version
    ) throws {
        let name = version == .version2 ? ZarrArrayMetadata.version2Key : ZarrArrayMetadata.version3Key
        let metadataKey = ZarrPath.joined(key, name)
        let file = store.location(of: metadataKey)
        guard let bytes = try store.readWhole(metadataKey, limit: ZarrArrayMetadata.byteLimit) else {
            throw CodecError(.unreadable, file: file, "no such file, so the array is incomplete. Get it again.")
        }
        self.init(try ZarrArrayMetadata(parsing: bytes, version: version, file: file), at: key, in: store)
    }

    /// Reads the attributes of the array; an empty object if there are none.
    ///
    /// - Throws: `CodecError` when they are damaged, or cannot be read.
    package func readAttributes() throws -> JSONObject {
        let isVersion2 = metadata.version == .version2
        let name = isVersion2 ? ZarrArrayMetadata.version2AttributesKey : ZarrArrayMetadata.version3Key
        let attributesKey = ZarrPath.joined(key, name)
        let bytes = try store.readWhole(attributesKey, limit: ZarrArrayMetadata.byteLimit) ?? Array("{}".utf8)
        return try ZarrJSON.read(bytes, file: store.location(of: attributesKey)) { object throws(JSONError) in
            if isVersion2 { return object }
            return object.has("attributes") ? try object.object("attributes") : try JSONObject(.object([:]))
        }
    }

    /// Reads a chunk in the machine's byte order; nil if it is left out, so that all of its samples are the fill value.
    ///
    /// A chunk at an edge has all samples of its shape; those outside of the array mean nothing.
    ///
    /// - Parameter index: the numbers of the chunk along each dimension, within the grid.
    /// - Returns: the samples of the chunk's shape, the last dimension varying fastest.
    /// - Throws: `CodecError` naming the file when it cannot be read, or is damaged.
    package func readStoredChunk(_ index: [Int]) throws -> [UInt8]? {
        precondition(
            index.count == gridShape.count && zip(index, gridShape).allSatisfy { (0..<$1).contains($0) },
            "a chunk is within the grid")
        guard let (encoded, file) = try encodedChunk(index) else { return nil }
        var bytes = try metadata.codecs.decode(encoded, to: chunkByteCount, file: file)
        if metadata.isBigEndian != SampleByteOrder.isMachineBigEndian {
            bytes.withUnsafeMutableBytes { metadata.sampleType.swapBytes($0) }
        }
        return bytes
    }

    /// Reads a chunk in the machine's byte order, with the fill value where it is left out; see ``readStoredChunk(_:)``.
    package func readChunk(_ index: [Int]) throws -> [UInt8] {
        if let bytes = try readStoredChunk(index) { return bytes }
        return [UInt8](unsafeUninitializedCapacity: chunkByteCount) { buffer, count in
            let target = UnsafeMutableRawBufferPointer(start: buffer.baseAddress, count: chunkByteCount)
            SampleFill.fill(target, with: metadata.fillValue)
            count = chunkByteCount
        }
    }

    private func encodedChunk(_ index: [Int]) throws -> (bytes: [UInt8], file: String)? {
        guard let sharding = metadata.sharding else {
            let valueKey = ZarrPath.joined(key, metadata.keys.key(of: index))
            return try store.readWhole(valueKey, limit: encodedLimit).map { ($0, store.location(of: valueKey)) }
        }
        let cell = zip(index, chunksPerCell).map { $0 / $1 }
        let shardKey = ZarrPath.joined(key, metadata.keys.key(of: cell))
        guard let shardIndex = try shardIndex(cell, shardKey, sharding) else { return nil }
        // The last dimension varies fastest.
        let chunk = zip(index, chunksPerCell).reduce(0) { $0 * $1.1 + $1.0 % $1.1 }  // Checked: a chunk of the shard.
        let file = store.location(of: shardKey)
        guard let range = try shardIndex.range(of: chunk, limit: encodedLimit, file: file) else { return nil }
        guard let bytes = try store.read(shardKey, in: range), bytes.count == range.count else {
            throw ZarrShardIndex.damaged(file, "it ends before a chunk of its index")
        }
        return (bytes, file)
    }

    private func shardIndex(
        _ cell: [Int], _ shardKey: String, _ sharding: ZarrArrayMetadata.Sharding
    ) throws -> ZarrShardIndex? {
        try indexes.value(for: cell, cost: { Self.entryByteCount + ($0?.cost ?? 0) }) {
            let count = chunksPerCell.reduce(1) { $0 * $1 }  // Checked: within the limit of chunks.
            let byteCount = ZarrShardIndex.byteCount(count, sharding)
            let bytes =
                sharding.isIndexAtEnd
                ? try store.readLast(byteCount, of: shardKey) : try store.read(shardKey, in: 0..<byteCount)
            return try bytes.map { bytes in
                try ZarrShardIndex(
                    parsing: bytes, count: count, sharding, file: store.location(of: shardKey))
            }
        }
    }
}
