import ArgumentParser
import CutCommand
import ImageCodecs
import PixelKernels

/// How the image is read.
struct ReadingArguments: ParsableArguments {
    @Option(help: ArgumentHelp("The page of a TIFF or PDF, from 1.", valueName: "n"))
    var page = 1

    @Option(help: ArgumentHelp("Dots per inch at which SVG and PDF are drawn.", valueName: "n"))
    var dpi = 300

    @Option(
        parsing: .unconditional,
        help: ArgumentHelp(
            "Which samples become black and white: auto is what the file declares (for floats else its minimum and "
                + "maximum), full all that the type holds.",
            valueName: "auto|full|min,max"))
    var range = RangeArgument(.auto)

    @Option(help: ArgumentHelp("Bits a sample in the tiles, 8 or 16; 16 needs --format png.", valueName: "bits"))
    var depth = PixelLayout.Depth.eight

    @Flag(help: "Leave the image as it is stored, whatever its EXIF orientation says.")
    var noAutorotate = false

    @Flag(help: "Embed the image's color profile in every tile instead of converting to sRGB.")
    var keepProfile = false

    @Flag(help: "Cut what there is of a truncated or damaged image, and warn.")
    var allowTruncated = false

    func validate() throws {
        guard page >= 1 else { throw ValidationError("--page counts from 1; \(page) is too small.") }
        guard (1...100_000).contains(dpi) else {
            throw ValidationError("--dpi is from 1 to 100000; \(dpi) is outside.")
        }
    }

    func apply(to options: inout DecodeOptions) {
        options.page = page
        options.dpi = Double(dpi)
        options.range = range.range
        options.depth = depth
        options.autorotate = !noAutorotate
        options.keepProfile = keepProfile
        options.allowTruncated = allowTruncated
    }
}
