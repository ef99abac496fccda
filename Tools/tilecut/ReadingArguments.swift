import ArgumentParser
import CutCommand
import ImageCodecs
import PixelKernels

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
                + "and maximum of floating-point samples. full: the whole range of the sample type.",
            valueName: "auto|full|min,max"))
    var range = RangeArgument(.auto)

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
            "Refuse images of more pixels. (default: no limit for JPEG, PNG and TIFF; in proportion to the bytes of the file "
                + "for formats that are decoded as a whole)",
            valueName: "n"))
    var limitPixels: Int?

    @Option(
        help: ArgumentHelp(
            "The most memory of the process that decodes such formats, in megabytes. (default: 512, and more for larger "
                + "files)",
            valueName: "MB"))
    var limitMemory: Int?

    @Option(
        help: ArgumentHelp(
            "The most processor time of that process in seconds. (default: 10, and more for larger files)",
            valueName: "s"))
    var limitSeconds: Int?

    func validate() throws {
        for (name, value, range) in [
            ("--limit-pixels", limitPixels, 1...Int.max), ("--limit-memory", limitMemory, 1...1_000_000_000),
            ("--limit-seconds", limitSeconds, 1...1_000_000_000),
        ] {
            guard let value, !range.contains(value) else { continue }
            throw ValidationError("\(name) takes a number from 1; \(value) is out of range.")
        }
        guard page >= 1 else { throw ValidationError("--page takes a number from 1; \(page) is out of range.") }
        if let dpi, !(1...100_000).contains(dpi) {
            throw ValidationError("--dpi takes 1 to 100000; \(dpi) is out of range.")
        }
    }

    func apply(to options: inout DecodeOptions) {
        options.page = page
        options.dpi = dpi.map(Double.init)
        options.range = range.range
        options.depth = depth
        options.autorotate = !noAutorotate
        options.keepProfile = keepProfile
        options.allowTruncated = allowTruncated
        options.limits.pixels = limitPixels
        options.limits.memory = limitMemory.map { $0 * 1_000_000 }
        options.limits.seconds = limitSeconds
    }
}
