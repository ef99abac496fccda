internal import TilePyramid

/// The parsed path of an IIIF request after the image's URL: `0,0,512,512/256,256/0/default.jpg`.
struct IIIFRequest: Hashable {
    /// The region in full-size pixels; `nil` for the whole image.
    let region: PixelRect?
    let fileExtension: String

    /// Parses a name; `nil` for rotations, other qualities, percentages and anything that is not a request.
    init?(_ name: String) {
        let parts = name.split(separator: "/", omittingEmptySubsequences: false)
        guard parts.count == 4, parts[2] == "0", parts[3].hasPrefix("default.") else { return nil }
        if parts[0] == "full" {
            region = nil
        } else {
            let numbers = parts[0].split(separator: ",", omittingEmptySubsequences: false).map(NumericFileName.number)
            let known = numbers.compactMap { $0 }
            guard numbers.count == 4, known.count == 4 else { return nil }
            region = PixelRect(x: known[0], y: known[1], width: known[2], height: known[3])
        }
        fileExtension = String(parts[3].dropFirst("default.".count))
    }
}
