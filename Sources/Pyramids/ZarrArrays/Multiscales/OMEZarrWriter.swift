public import ChannelImages
public import Georeferencing
internal import ImageMetadata
internal import JSONDocuments
public import TileContainers
internal import TilePyramid

/// The compression of the chunks that are written.
public enum ZarrCompression: Hashable, Sendable {
    /// The bytes as they are.
    case none
    /// Zstandard; the level is from 1 to 22, and 3 is usual.
    case zstandard(level: Int)
    /// Zstandard by Blosc, after the bytes of samples have been shuffled, which suits many images of 16 bits; the level is from 1
    /// to 9.
    case blosc(level: Int)
    /// gzip, which every reader has; the level is from 1 to 9.
    case gzip(level: Int)

    /// The codec of samples; nil for bytes as they are.
    var codec: ZarrCodec? {
        switch self {
        case .none: return nil
        case .zstandard(let level): return .zstandard(level: min(max(level, 1), 22), hasChecksum: false)
        case .blosc(let level):
            var settings = BloscSettings()
            settings.compressor = .zstd
            settings.level = min(max(level, 1), 9)
            return .blosc(settings)
        case .gzip(let level): return .gzip(level: min(max(level, 1), 9))
        }
    }
}

/// Writes an image in OME-Zarr 0.5 or 0.4: a group with an array for each level.
///
/// The arrays have all five dimensions, in the order t, c, z, y, x. Names, colors and ranges of channels are in `omero`; units,
/// scales, offsets, no-data values and wavelengths in `bands` as STAC has them, and in `units`, `scale_factor`, `add_offset` and
/// `_FillValue` of the arrays where all channels have the same; the position in the conventions `spatial` and `proj`.
///
/// Nothing has the final name before ``finish()``.
public final class OMEZarrWriter: Sendable {
    /// The versions that are written.
    public enum Version: String, Hashable, Sendable, CaseIterable {
        /// Version 0.4 in Zarr 2, in which each chunk is a file.
        case version04 = "0.4"
        /// Version 0.5 in Zarr 3, in which many chunks lie in one file, a shard.
        case version05 = "0.5"
    }

    /// The form of the output.
    public struct Options: Hashable, Sendable {
        /// The version; 0.5 by default.
        public var version = Version.version05
        /// The compression; Zstandard of level 3 by default.
        public var compression = ZarrCompression.zstandard(level: 3)
        /// The width and height of chunks in pixels; 256 by default.
        public var chunkSide = 256
        /// The width and height of shards in pixels, a multiple of ``chunkSide``; 2048 by default.
        ///
        /// Version 0.4 has no shards.
        public var shardSide = 2048
        /// The treatment of an existing output; a run that is to be continued is begun again.
        public var store = StoreOptions()

        /// Creates the default options.
        public init() {}
    }

    /// The path of the finished folder or archive.
    public let path: String
    /// The levels, the type, the channels and the size of pixels.
    public let description: ChannelImageDescription
    /// The writers of the levels' arrays, from full size to the coarsest.
    package let levels: [ZarrArrayWriter]
    private let output: ZarrOutput

    /// Creates a group, and the arrays of all levels.
    ///
    /// - Parameters:
    ///   - path: the path of the finished folder, or of an archive if the file extension is "zip" or "ozx".
    ///   - description: the levels, the type, the channels and the size of pixels.
    ///   - name: the name of the image; nil for none.
    ///   - georeference: the position of the pixels of full size on the Earth, in a system that is a code or well-known text of
    ///     2019; nil, the default, if it is not known.
    ///   - options: the form of the output.
    /// - Throws: `StoreError` when it cannot be created, `CodecError` when the description is not supported.
    public init(
        creating path: String, _ description: ChannelImageDescription, name: String? = nil,
        georeference: RasterGeoreference? = nil, options: Options = Options()
    ) throws {
        precondition(options.chunkSide >= 1, "a chunk has at least one pixel")
        precondition(
            options.shardSide >= options.chunkSide && options.shardSide % options.chunkSide == 0,
            "a shard has whole chunks")
        self.path = path
        self.description = description
        let output = try ZarrOutput(creating: path, options: options.store)
        self.output = output
        do {
            // Readers find these first in an archive.
            let files = OMEZarrText.files(
                of: description, name: name, version: options.version, georeference: georeference)
            for (key, text) in files { try output.write(Array(text.utf8), to: key) }
            let factors = OMEZarrText.factors(of: description)
            levels = try description.levels.enumerated().map { level, size in
                var metadata = Self.metadata(of: description, size, options, hasPlace: georeference != nil)
                if let georeference {
                    var place = georeference
                    place.transform = place.transform.scaled(x: factors[level].x, y: factors[level].y)
                    metadata.attributes += GeoreferenceAttributes.attributes(of: place, size: size)
                }
                return try ZarrArrayWriter(metadata, at: "\(level)", in: output)
            }
        } catch {
            try? output.discard()
            throw error
        }
    }

    /// The metadata of the array of a level.
    private static func metadata(
        of description: ChannelImageDescription, _ size: PixelSize, _ options: Options, hasPlace: Bool
    ) -> ZarrArrayMetadata {
        let shape = [
            description.timeCount, description.channels.count, description.sectionCount, size.height, size.width,
        ]
        var metadata = ZarrArrayMetadata(
            version: options.version == .version04 ? .version2 : .version3, shape: shape,
            chunkShape: [1, 1, 1, options.chunkSide, options.chunkSide], sampleType: description.sampleType)
        if let sample = CFAttributes.nodata(of: description)?.sample(of: description.sampleType) {
            metadata.fillValue = sample
        }
        metadata.attributes = CFAttributes.attributes(of: description, metadata.version)
        metadata.codecs = ZarrCodecChain(options.compression.codec.map { [$0] } ?? [])
        if options.version == .version04, hasPlace || !metadata.attributes.isEmpty {
            // The names of dimensions, as Xarray and GDAL read them in Zarr 2.
            let names = JSONText.array(OMEZarrAxes.names.map(JSONText.string))
            metadata.attributes.append(ZarrAttribute("_ARRAY_DIMENSIONS", names))
        }
        if options.version == .version05 {
            metadata.dimensionNames = OMEZarrAxes.names
            // A shard is no larger than the level needs.
            let shard = [size.height, size.width].map { side in
                min(options.shardSide, (side + options.chunkSide - 1) / options.chunkSide * options.chunkSide)
            }
            metadata.sharding = ZarrArrayMetadata.Sharding(shape: [1, 1, 1] + shard)
        }
        return metadata
    }

    /// Gives the folder or the archive its final name, after all chunks have been written.
    ///
    /// - Throws: `StoreError`, also when something has appeared there that may not be replaced.
    public func finish() throws { try output.finish() }

    /// Removes what has been written.
    public func discard() throws { try output.discard() }
}
