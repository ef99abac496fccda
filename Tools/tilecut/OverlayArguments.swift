import ArgumentParser
import CutCommand
import TileContainers
import TilePyramid

/// The options for laying one pyramid over another.
struct OverlayArguments: ParsableArguments {
    @Option(
        help: ArgumentHelp(
            "Lay the pyramid that is named first over this one, instead of merging shards. Maps are aligned by zoom, column "
                + "and row. Opaque tiles replace those below; the others are drawn over them.",
            valueName: "base"),
        completion: .file())
    var over: String?

    @Option(
        help: ArgumentHelp(
            "With --over, for pyramids that are not maps: the position in full-size pixels of the base, a multiple of the tile size. "
                + "(default: 0,0)",
            valueName: "x,y"),
        transform: parsedOffset)
    var at: PixelOffset?

    @Option(
        help: ArgumentHelp(
            "With --over: the layout of files and folders, as --layout of cut. (default: deepzoom)", valueName: "layout"
        ))
    var layout: LayoutArgument?

    @Option(
        help: ArgumentHelp(
            "With --over: the quality of re-encoded tiles, 1 (smallest) to 100 (best). (default: that of JPEG tiles, else 85)",
            valueName: "1-100"))
    var quality: Int?

    /// The request of a merge with `--over`; nil for a merge of shards.
    ///
    /// - Throws: ``ValidationError`` if options of one are given for the other.
    func request(_ overlay: String, output: String?, replacesExisting: Bool, removesShards: Bool) throws
        -> OverlayRequest?
    {
        guard let over else {
            let given = [
                at.map { _ in "--at" }, layout.map { _ in "--layout" },
                quality.map { _ in "--quality" },
            ]
            if let option = given.compactMap(\.self).first {
                throw ValidationError("\(option) is for laying a pyramid over another. Add --over, or leave it out.")
            }
            return nil
        }
        guard !removesShards else {
            throw ValidationError("--remove-shards is for merging shards. Leave it out, or leave --over out.")
        }
        var target = OutputRequest()
        target.path = output
        target.layout = layout?.format
        target.storeOptions.replacesExisting = replacesExisting
        var request = OverlayRequest(overlay: overlay, base: over, output: target)
        request.position = at
        request.quality = quality
        return request
    }
}

/// Parses a position such as `512,256`.
@Sendable private func parsedOffset(_ text: String) throws -> PixelOffset {
    let numbers = text.split(separator: ",", omittingEmptySubsequences: false).map { Int($0) }
    guard numbers.count == 2, let x = numbers[0], let y = numbers[1] else {
        throw ValidationError("\(text) is not a position of the form X,Y in pixels, such as 512,256.")
    }
    return PixelOffset(x: x, y: y)
}
