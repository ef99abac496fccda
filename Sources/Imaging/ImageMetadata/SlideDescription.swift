/// The description that the scanner of a slide writes into a TIFF, in the form of Aperio: `… |AppMag = 20|MPP = 0.4990`.
package struct SlideDescription: Equatable {
    /// The width and height of a pixel in micrometers.
    package var micrometersPerPixel: Double

    /// The largest description that is searched, in characters.
    private static let lengthLimit = 1 << 16

    /// Reads a description; nil if it states no size of a pixel.
    package init?(_ description: String) {
        for item in description.prefix(Self.lengthLimit).split(separator: "|").dropFirst() {
            let parts = item.split(separator: "=", maxSplits: 1)
            guard parts.count == 2, Self.trimmed(parts[0]) == "MPP" else { continue }
            guard let value = Double(Self.trimmed(parts[1])), value.isFinite, value > 0 else { return nil }
            micrometersPerPixel = value
            return
        }
        return nil
    }

    private static func trimmed(_ text: Substring) -> Substring {
        let start = text.drop(while: \.isWhitespace)
        guard let end = start.lastIndex(where: { !$0.isWhitespace }) else { return start }
        return start[...end]
    }
}
