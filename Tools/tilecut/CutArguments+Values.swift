import ArgumentParser
import ChannelImages
import CutCommand
import ImageCodecs
import ImageSources
import PixelKernels
import PyramidTools
import TileCutting
import TilePyramid
import ToolSupport

extension CutArguments {
    /// The request to keep stored values; nil if the output is a pyramid of pictures.
    var valueRequest: ValueRequest? {
        guard let path = output.output, var request = ValueRequest(input: images.first ?? "", output: path) else {
            return nil
        }
        request.options.chunkSide = tiles.tileSize
        values.apply(to: &request.options)
        request.options.threads = reporting.threads
        request.options.store = output.target.request(path).storeOptions
        reading.apply(to: &request.decoding)
        request.network = network.access()
        request.isDryRun = output.target.dryRun
        request.reportsJSON = reporting.json
        request.verbosity = reporting.verbosity
        return request
    }

    /// Checks a request to keep stored values, and that no option is given which is for pictures.
    func validate(_ request: ValueRequest) throws {
        let refused =
            values.refused(by: request.options.format) + output.pictureOptions + output.target.pictureOptions
            + tiles.pictureOptions + reading.pictureOptions + channels.given + sharding.given
        try reportingUsageErrors {
            try CutRequest.checkAddress(request.input)
            try request.validate(refusing: refused)
        }
        guard images.count == 1 else {
            throw ValidationError(
                "\(request.output) is one pyramid of stored values, but several images are given. Write them one at a time."
            )
        }
    }
}

extension OutputArguments {
    /// The options that are given and are for pyramids of pictures.
    fileprivate var pictureOptions: [String] {
        givenOptions([
            (nameBy != .stem, "--name-by"), (mosaic, "--mosaic"), (mosaicList != nil, "--mosaic-list"),
            (!allowedFiles.allowFiles.isEmpty, "--allow-files"), (bounds != nil, "--bounds"), (srs != nil, "--srs"),
            (boundsCrs != nil, "--bounds-crs"), (zoom != nil, "--zoom"),
        ])
    }
}

extension TargetArguments {
    /// The options that are given and are for pyramids of pictures.
    var pictureOptions: [String] {
        givenOptions([
            (layout != nil, "--layout"), (container != nil, "--container"), (rounding != nil, "--rounding"),
            (id != nil, "--id"), (center || centre, "--center"), (deduplicate || linkEqual, "--deduplicate"),
            (html, "--html"), (captions.title != nil, "--title"), (captions.description != nil, "--description"),
            (captions.attribution != nil, "--attribution"), (captions.pageUrl != nil, "--page-url"),
            (captions.basemap != nil, "--basemap"), (captions.basemapAttribution != nil, "--basemap-attribution"),
            (cog, "--cog"), (subIFDs, "--subifds"), (uncompressed, "--uncompressed"),
        ])
    }
}

extension TileArguments {
    /// The options that are given and are for pyramids of pictures.
    fileprivate var pictureOptions: [String] {
        givenOptions([
            (overlap != nil, "--overlap"), (levels != nil, "--levels"), (format != nil, "--format"),
            (quality != nil, "--quality"), (lossless != .automatic, "--lossless"), (reuseLevels, "--reuse-levels"),
            (optimizeHuffman || optimiseHuffman, "--optimize-huffman"), (chroma != .halved, "--chroma"),
            (background != .white, "--background"), ((blankTolerance ?? blankToleranceAlias) != nil, "--skip-blank"),
            (metadata != .none, "--metadata"),
        ])
    }
}

extension ConvertedTileArguments {
    /// The options that are given and are for pyramids of pictures.
    var pictureOptions: [String] {
        givenOptions([
            (overlap != nil, "--overlap"), (levels != nil, "--levels"), (format != nil, "--format"),
            (quality != nil, "--quality"), (chroma != nil, "--chroma"), (background != .white, "--background"),
        ])
    }
}

extension ReadingArguments {
    /// The options that are given and are for pyramids of pictures.
    fileprivate var pictureOptions: [String] {
        givenOptions([
            (dpi != nil, "--dpi"), (range.rules != [.automatic], "--range"), (depth != .eight, "--depth"),
            (keepProfile, "--keep-profile"),
        ])
    }
}

extension ChannelArguments {
    /// The options that are given.
    var given: [String] {
        givenOptions([
            (channels != nil, "--channels"), (channel != nil, "--channel"), (colormap != nil, "--colormap"),
            (composite != nil, "--composite"), (gamma != nil, "--gamma"), (section != nil, "--section"),
            (time != nil, "--time"), (hillshade, "--hillshade"), (azimuth != nil, "--azimuth"),
            (altitude != nil, "--altitude"), (exaggeration != nil, "--exaggeration"), (terrain != nil, "--terrain-rgb"),
        ])
    }
}

extension ShardArguments {
    /// The options that are given.
    fileprivate var given: [String] {
        givenOptions([
            (shard != nil, "--shard"), (shards != nil, "--shards"), (shardLevels != nil, "--shard-levels"),
        ])
    }
}
