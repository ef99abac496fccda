package import ImageCodecs
package import PyramidTools
package import RemotePyramids
internal import TileContainers

/// An image whose stored values are kept in a pyramid, the pyramid, and the form of the report.
package struct ValueRequest: Sendable {
    /// The path of the image, or the path or address of an OME-Zarr; "-" is standard input.
    package var input: String
    /// The path of the pyramid.
    package let output: String
    /// The form of the pyramid.
    package var options: ValueOptions
    /// The options for reading the image.
    package var decoding = DecodeOptions()
    /// The network settings for an address; nil, the default, for those with the cache that the tools share.
    package var network: NetworkAccess?
    /// Whether only the plan is reported and nothing is written; default false.
    package var isDryRun = false
    /// Whether the summary is a JSON object; default false.
    package var reportsJSON = false
    /// The verbosity of the report; default ``CutRequest/Verbosity/normal``.
    package var verbosity = CutRequest.Verbosity.normal

    /// Creates a request with the defaults; nil if the extension of the output is that of a pyramid of pictures.
    package init?(input: String, output: String) {
        guard let format = ValueFormat(ofOutput: output) else { return nil }
        self.input = input
        self.output = FilePath.withoutTrailingSlashes(output)
        options = ValueOptions(format)
    }

    /// Checks everything that can be checked without opening the image.
    ///
    /// - Parameter given: the names of options that make no sense here and are given.
    /// - Throws: ``UsageError`` for such an option, and for values that are out of range.
    package func validate(refusing given: [String]) throws {
        let format = options.format
        if let option = given.first {
            throw UsageError(
                "\(option) is for pyramids of pictures, and \(format.name) keeps the stored values of all channels. Leave "
                    + "\(option) out, or choose another --output.")
        }
        guard ValueOptions.chunkSides.contains(options.side) else {
            throw UsageError(
                "chunks of \(options.side) pixels a side are outside \(ValueOptions.chunkSides.lowerBound) to "
                    + "\(ValueOptions.chunkSides.upperBound). Choose another --tile-size.")
        }
        guard format != .omeTIFF || options.side.isMultiple(of: 16) else {
            throw UsageError(
                "the tiles of a TIFF are a multiple of 16 pixels a side, not \(options.side). Choose another --tile-size."
            )
        }
        guard format.codecs.contains(options.usedCodec) else {
            let names = OutputRequest.list(format.codecs.map(\.rawValue), "or")
            throw UsageError("chunks of \(format.name) are compressed by \(names). Choose another --codec.")
        }
        if let level = options.codecLevel {
            guard let levels = options.usedCodec.levels else {
                throw UsageError("the codec \(options.usedCodec.rawValue) has no levels. Leave --codec-level out.")
            }
            guard levels.contains(level) else {
                throw UsageError(
                    "the codec \(options.usedCodec.rawValue) has levels from \(levels.lowerBound) to \(levels.upperBound); "
                        + "\(level) is out of range.")
            }
        }
        guard options.threads.map({ (1...1024).contains($0) }) ?? true else {
            throw UsageError("the number of threads has to be from 1 to 1024.")
        }
    }

    /// The error for options of stored values with an output of pictures.
    package static func refusal(of option: String) -> UsageError {
        UsageError(
            "\(option) is for stored values. Give the output the extension .ome.zarr or .ome.tif, or leave \(option) out."
        )
    }
}
