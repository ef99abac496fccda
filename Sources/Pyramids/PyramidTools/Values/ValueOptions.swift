package import TileContainers
package import ZarrArrays

internal import ValuePyramids

/// The form of a pyramid of stored values.
package struct ValueOptions: Hashable, Sendable {
    /// The format.
    package var format: ValueFormat
    /// The width and height of chunks in pixels; nil, the default, for the format's usual ones.
    package var chunkSide: Int?
    /// The version of OME-Zarr; 0.5 by default.
    package var version = OMEZarrWriter.Version.version05
    /// The codec of chunks; nil, the default, for the format's usual one.
    package var codec: ValueCodec?
    /// The level of the codec; nil, the default, for its usual one.
    package var codecLevel: Int?
    /// The number of threads; nil, the default, for one for each processor.
    package var threads: Int?
    /// The treatment of an existing output.
    package var store = StoreOptions()

    /// The sizes that chunks may have.
    package static let chunkSides = 16...8192
    /// The width and height of shards, unless chunks are larger.
    private static let shardSide = 2048
    /// The most chunks along a side of a shard.
    private static let chunksPerShardSide = 64

    /// Creates the default options of a format.
    package init(_ format: ValueFormat) {
        self.format = format
    }

    /// The side of chunks that are written.
    package var side: Int { chunkSide ?? format.usualChunkSide }
    /// The codec that is used.
    package var usedCodec: ValueCodec { codec ?? format.codecs[0] }
    /// The level that is used.
    package var usedLevel: Int { codecLevel ?? usedCodec.usualLevel }

    /// The options of an OME-Zarr.
    var zarr: OMEZarrWriter.Options {
        var options = OMEZarrWriter.Options()
        options.version = version
        options.chunkSide = side
        options.shardSide = side * min(max(1, Self.shardSide / side), Self.chunksPerShardSide)
        options.compression =
            switch usedCodec {
            case .zstd: .zstandard(level: usedLevel)
            case .blosc: .blosc(level: usedLevel)
            case .gzip: .gzip(level: usedLevel)
            case .deflate, .lzw, .none: .none
            }
        options.store = store
        return options
    }

    /// The options of an OME-TIFF.
    var tiff: OMETIFFWriter.Options {
        var options = OMETIFFWriter.Options()
        options.tileSide = side
        options.compression =
            switch usedCodec {
            case .deflate: .deflate(level: usedLevel)
            case .lzw: .lzw
            case .zstd, .blosc, .gzip, .none: .none
            }
        options.store = store
        return options
    }
}
