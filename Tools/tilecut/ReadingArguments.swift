import ArgumentParser
import ChannelImages
import CutCommand
import ImageCodecs
import ImageMetadata
import PixelKernels
import ToolSupport

/// The options for reading the image.
struct ReadingArguments: ParsableArguments {
    @Option(help: ArgumentHelp("The page of a TIFF or PDF, counted from 1.", valueName: "n"))
    var page = 1

    @Option(
        help: ArgumentHelp(
            "The resolution at which SVG and PDF are rendered, in dots per inch. (default: 96 for SVG, its own size in "
                + "pixels; 300 for PDF)",
            valueName: "n"))
    var dpi: Int?

    @Option(
        parsing: .unconditional,
        help: ArgumentHelp(
            "The sample values that become black and white. auto: the range that the file declares, else the minimum "
                + "and maximum of floating-point samples; of channels percentiles 0.1 and 99.9 of the first section and time, and of red, "
                + "green and blue bands one range for all, from the lowest percentile 2 to the highest 98. full: the whole range of the "
                + "sample type. file: what the file says of each channel. p2,p98: percentiles of the values. One for each channel, with "
                + "semicolons between them, such as 0,3000;p2,p98.",
            valueName: "range"))
    var range = RangeArgument(.automatic)

    @Option(
        parsing: .unconditional,
        help: ArgumentHelp(
            "The value of invalid pixels, which become transparent: those whose samples all have it. It replaces the "
                + "file's own value and its mask. none: all pixels are valid. (default: what the file says)",
            valueName: "value|none"))
    var nodata: NodataArgument?

    @Option(help: ArgumentHelp("Bits per sample of the tiles; 16 needs --format png.", valueName: "bits"))
    var depth = PixelLayout.Depth.eight

    @Flag(help: "Ignore the EXIF orientation and leave the image as it is stored.")
    var noAutorotate = false

    @Flag(help: "Embed the image's color profile in every tile instead of converting to sRGB.")
    var keepProfile = false

    @Flag(help: "Cut the readable part of a truncated or damaged image, with a warning.")
    var allowTruncated = false

    @Option(
        help: ArgumentHelp(
            "Go on, with a warning, where a statement of the file cannot be read and its pixels or its place may come out "
                + "wrong: which pixels are valid, where the image lies, or which colors samples stand for. May be repeated.",
            valueName: "validity|place|color"))
    var allowLoss: [FileStatement] = []

    @OptionGroup var limits: LimitArguments

    func validate() throws {
        try range.validate()
        guard page >= 1 else { throw ValidationError("--page takes a number from 1; \(page) is out of range.") }
        if let dpi, !(1...100_000).contains(dpi) {
            throw ValidationError("--dpi takes 1 to 100000; \(dpi) is out of range.")
        }
    }

    func apply(to options: inout DecodeOptions) {
        options.page = page
        options.dpi = dpi.map(Double.init)
        options.range = range.decoding
        options.depth = depth
        options.autorotate = !noAutorotate
        options.keepProfile = keepProfile
        options.allowTruncated = allowTruncated
        options.nodata = nodata?.nodata ?? .stated
        options.allowedLoss = Set(allowLoss)
        options.limits = limits.limits
    }
}
