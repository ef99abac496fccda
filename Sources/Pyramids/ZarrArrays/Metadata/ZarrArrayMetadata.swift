package import ChannelImages
package import ImageMetadata
internal import Numbers

/// The metadata of an array: its shape, its chunks and their encoding, in Zarr 2 or 3.
package struct ZarrArrayMetadata: Hashable, Sendable {
    /// The version of the format.
    package enum Version: Int, Hashable, Sendable {
        case version2 = 2
        case version3 = 3
    }

    /// The division of stored values into chunks: several chunks lie in one value, a shard, with an index of them.
    package struct Sharding: Hashable, Sendable {
        /// The shape of a shard: a multiple of the shape of chunks.
        package var shape: [Int]
        /// Whether the index is at the end of the shard, rather than at its beginning; true by default.
        package var isIndexAtEnd = true
        /// Whether the numbers of the index are big-endian; false by default.
        package var isIndexBigEndian = false
        /// Whether the index has a checksum; true by default.
        package var hasIndexChecksum = true

        /// Creates shards whose index is at the end, with a checksum.
        package init(shape: [Int]) {
            self.shape = shape
        }
    }

    /// The version of the format.
    package var version: Version
    /// The number of samples along each dimension, of which the last varies fastest.
    package var shape: [Int]
    /// The shape of a chunk; chunks at the edges have the same shape.
    package var chunkShape: [Int]
    /// The shards; nil, the default, if each chunk is a stored value.
    package var sharding: Sharding?
    /// The type of the samples.
    package var sampleType: SampleType
    /// Whether stored samples are big-endian; false by default.
    package var isBigEndian = false
    /// The codecs of the bytes of a chunk; none by default.
    package var codecs = ZarrCodecChain()
    /// The bytes of the sample that stands for all that are left out, in the machine's order; 0 by default.
    package var fillValue: [UInt8]
    /// The keys of stored values.
    package var keys: ZarrChunkKeys
    /// The names of the dimensions; empty, the default, if there are none.
    package var dimensionNames: [String?] = []
    /// The attributes that are written, in the order of the file; none by default.
    ///
    /// Those of a file are read by ``ZarrArray/readAttributes()``.
    package var attributes: [ZarrAttribute] = []

    /// The most dimensions of an array.
    package static let dimensionLimit = 16
    /// The most samples along a dimension: whole numbers up to here are exact in JSON.
    package static let lengthLimit = 1 << 53
    /// The most bytes of a decoded chunk.
    package static let chunkByteLimit = 256 << 20
    /// The most chunks of a shard.
    package static let shardChunkLimit = 1 << 20
    /// The most bytes of a file of metadata.
    package static let byteLimit = 8 << 20

    /// Creates the metadata of an array that is written; see ``validate(file:)``.
    package init(version: Version, shape: [Int], chunkShape: [Int], sampleType: SampleType) {
        self.version = version
        self.shape = shape
        self.chunkShape = chunkShape
        self.sampleType = sampleType
        fillValue = [UInt8](repeating: 0, count: sampleType.byteCount)
        keys = version == .version2 ? ZarrChunkKeys(style: .version2) : ZarrChunkKeys()
    }

    /// The shape of what one stored value has: a shard or a chunk.
    package var cellShape: [Int] { sharding?.shape ?? chunkShape }

    /// The bytes of a decoded chunk; within the limit once validated.
    package var chunkByteCount: Int {
        chunkShape.reduce(sampleType.byteCount) { $0 * $1 }  // Checked: by validate(file:).
    }

    /// The number of chunks of a shard along each dimension; 1 where there are no shards.
    package var chunksPerCell: [Int] { zip(cellShape, chunkShape).map { $0 / $1 } }

    /// The number of chunks along each dimension.
    package var gridShape: [Int] { Self.grid(of: shape, by: chunkShape) }

    /// The number of stored values along each dimension.
    package var cellGridShape: [Int] { Self.grid(of: shape, by: cellShape) }

    private static func grid(of shape: [Int], by chunk: [Int]) -> [Int] {
        zip(shape, chunk).map { $0 / $1 + ($0 % $1 == 0 ? 0 : 1) }
    }

    /// Checks the shapes against each other and the limits.
    ///
    /// - Throws: `CodecError` naming `file`.
    package func validate(file: String) throws(CodecError) {
        func refuse(_ reason: String) -> CodecError { CodecError(.unsupported, file: file, reason) }
        guard (1...Self.dimensionLimit).contains(shape.count) else {
            throw refuse("the array has \(shape.count) dimensions, and 1 to \(Self.dimensionLimit) are supported.")
        }
        guard shape.allSatisfy({ (0...Self.lengthLimit).contains($0) }) else {
            throw refuse("the shape of the array is not valid.")
        }
        guard chunkShape.count == shape.count, cellShape.count == shape.count,
            chunkShape.allSatisfy({ $0 >= 1 }), zip(cellShape, chunkShape).allSatisfy({ $0 >= $1 && $0 % $1 == 0 })
        else { throw refuse("the shape of its chunks does not fit the array.") }
        let byteCount = chunkShape.reduce(Optional(sampleType.byteCount)) { count, length in
            count.flatMap { CheckedNumber.product($0, length) }
        }
        guard let byteCount, byteCount <= Self.chunkByteLimit else {
            throw refuse(
                "its chunks have more than \(Self.chunkByteLimit >> 20) MiB, which is too much to be read. Write it again "
                    + "with smaller chunks.")
        }
        let count = chunksPerCell.reduce(Optional(1)) { count, length in
            count.flatMap { CheckedNumber.product($0, length) }
        }
        guard let count, count <= Self.shardChunkLimit else {
            throw refuse(
                "its shards have more than \(Self.shardChunkLimit) chunks. Write it again with smaller shards.")
        }
        guard fillValue.count == sampleType.byteCount else { throw refuse("its fill value does not fit its type.") }
        guard dimensionNames.isEmpty || dimensionNames.count == shape.count else {
            throw refuse("it has \(dimensionNames.count) names for \(shape.count) dimensions.")
        }
    }
}

/// An attribute of a group or an array that is written.
package struct ZarrAttribute: Hashable, Sendable {
    /// The name.
    package var name: String
    /// The value as JSON.
    package var json: String

    /// Creates an attribute.
    package init(_ name: String, _ json: String) {
        self.name = name
        self.json = json
    }
}
