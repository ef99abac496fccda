internal import TilePyramid

/// What is asked for in an IIIF address after the image's own: `0,0,512,512/256,256/0/default.jpg`.
struct IIIFRequest: Hashable {
    /// The part of the full-size image; nil for all of it.
    let region: PixelRect?
    /// The size as it is written: `max`, `full`, `w,`, `w,h`.
    let size: String
    let fileExtension: String

    /// Takes a name apart; nil for rotations, other qualities, percentages, and what is no request at all.
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
        size = String(parts[1])
        fileExtension = String(parts[3].dropFirst("default.".count))
    }
}
