internal import ChannelImages
internal import Glibc
internal import PixelKernels

/// Writes the chunks or shards of an array; several threads may encode and write at once.
package final class ZarrArrayWriter: Sendable {
    /// The shape, the chunks and their encoding.
    package let metadata: ZarrArrayMetadata
    private let output: ZarrOutput
    private let key: String
    private let chunkByteCount: Int

    /// Creates an array, and writes its metadata.
    ///
    /// - Parameters:
    ///   - metadata: the metadata.
    ///   - key: the key of the array; empty for the root.
    ///   - output: the hierarchy.
    /// - Throws: `CodecError` for shapes that are not supported, `StoreError` when the metadata cannot be written.
    package init(_ metadata: ZarrArrayMetadata, at key: String, in output: ZarrOutput) throws {
        try metadata.validate(file: output.path)
        precondition(
            metadata.version == .version3 || metadata.sharding == nil && metadata.codecs.codecs.count <= 1,
            "Zarr 2 has neither shards nor several codecs")
        self.metadata = metadata
        self.key = key
        self.output = output
        chunkByteCount = metadata.chunkByteCount
        try output.write(Array(metadata.text.utf8), to: ZarrPath.joined(key, metadata.key))
        guard metadata.version == .version2, !metadata.attributes.isEmpty else { return }
        try output.write(
            Array(metadata.version2AttributesText.utf8),
            to: ZarrPath.joined(key, ZarrArrayMetadata.version2AttributesKey))
    }

    /// Encodes a chunk; nil if all of its samples are the fill value, so that it is left out.
    ///
    /// - Parameter samples: all samples of the chunk's shape in the machine's byte order. Those outside of the array should be
    ///   the fill value.
    /// - Returns: the bytes to pass to ``write(_:at:)``.
    /// - Throws: `CodecError` when a codec is not installed, or fails.
    package func encode(_ samples: UnsafeRawBufferPointer) throws -> [UInt8]? {
        precondition(samples.count == chunkByteCount, "a chunk has all samples of its shape")
        if isFill(samples) { return nil }
        let typeSize = metadata.sampleType.byteCount
        guard metadata.isBigEndian != SampleByteOrder.isMachineBigEndian, typeSize > 1 else {
            return try metadata.codecs.encode(samples, typeSize: typeSize, file: output.path)
        }
        var swapped = Array(samples)
        return try swapped.withUnsafeMutableBytes { bytes in
            metadata.sampleType.swapBytes(bytes)
            return try metadata.codecs.encode(UnsafeRawBufferPointer(bytes), typeSize: typeSize, file: output.path)
        }
    }

    /// Whether all samples are the fill value: the first one is, and each is the same as the next.
    private func isFill(_ samples: UnsafeRawBufferPointer) -> Bool {
        let fill = metadata.fillValue
        guard let start = samples.baseAddress, samples.prefix(fill.count).elementsEqual(fill) else { return false }
        return memcmp(start, start + fill.count, samples.count - fill.count) == 0
    }

    /// Stores a shard of encoded chunks, or an encoded chunk where there are no shards; nothing if all are left out.
    ///
    /// - Parameters:
    ///   - chunks: the chunks of the shard, the last dimension varying fastest; nil for those that are left out. One chunk
    ///     where there are no shards.
    ///   - index: the numbers of the shard along each dimension, within the grid of shards.
    /// - Throws: `StoreError`, such as that of a full disk.
    package func write(_ chunks: [[UInt8]?], at index: [Int]) throws {
        precondition(
            chunks.count == metadata.chunksPerCell.reduce(1) { $0 * $1 }, "a shard has all chunks of its shape")
        precondition(
            index.count == metadata.shape.count
                && zip(index, metadata.cellGridShape).allSatisfy { (0..<$1).contains($0) }, "a shard is within the grid"
        )
        guard chunks.contains(where: { $0 != nil }) else { return }
        let valueKey = ZarrPath.joined(key, metadata.keys.key(of: index))
        if let sharding = metadata.sharding {
            try output.write(ZarrShardIndex.shard(of: chunks, sharding), to: valueKey)
        } else if let chunk = chunks.first ?? nil {
            try output.write(chunk, to: valueKey)
        }
    }
}
