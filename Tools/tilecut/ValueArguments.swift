public import ArgumentParser
import CutCommand
import PyramidTools
import ToolSupport
public import ZarrArrays

/// The options for pyramids of stored values: OME-Zarr and OME-TIFF.
struct ValueArguments: ParsableArguments {
    @Option(
        help: ArgumentHelp(
            "The version of OME-Zarr. 0.5: many chunks in a file, in Zarr 3. 0.4: a file for each chunk, in Zarr 2. (default: "
                + "0.5)",
            valueName: "version"))
    var zarr: OMEZarrWriter.Version?

    @Option(
        help: ArgumentHelp(
            "The lossless codec of chunks: zstd, blosc, gzip or none in OME-Zarr; deflate, lzw or none in OME-TIFF. (default: "
                + "zstd; deflate in OME-TIFF)",
            valueName: "codec"))
    var codec: ValueCodecArgument?

    @Option(
        help: ArgumentHelp(
            "The level of the codec; higher ones are slower, and their files smaller. (default: 3 for zstd, 5 for blosc, 6 for "
                + "gzip and deflate)",
            valueName: "n"))
    var codecLevel: Int?

    /// The options that are given.
    var given: [String] {
        givenOptions([(zarr != nil, "--zarr"), (codec != nil, "--codec"), (codecLevel != nil, "--codec-level")])
    }

    /// The options that are given and make no sense with a format.
    func refused(by format: ValueFormat) -> [String] {
        format == .omeTIFF && zarr != nil ? ["--zarr"] : []
    }

    /// Writes the options.
    func apply(to options: inout ValueOptions) {
        options.version = zarr ?? .version05
        options.codec = codec?.codec
        options.codecLevel = codecLevel
    }

    /// Throws if options for stored values are given where the output is a pyramid of pictures.
    func refuse() throws {
        guard let option = given.first else { return }
        throw ValidationError(ValueRequest.refusal(of: option).description)
    }
}

extension OMEZarrWriter.Version: ExpressibleByArgument {}

/// A codec by its name.
struct ValueCodecArgument: ListedArgument {
    var codec: ValueCodec

    init?(argument: String) {
        guard let codec = ValueCodec(rawValue: argument.lowercased()) else { return nil }
        self.codec = codec
    }

    static var allValueStrings: [String] { ValueCodec.allCases.map(\.rawValue) }
}

/// The names of options that are given.
func givenOptions(_ options: [(isGiven: Bool, name: String)]) -> [String] {
    options.filter(\.isGiven).map(\.name)
}
