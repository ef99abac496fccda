/// The declared samples of a TIFF's pixels, for people.
package struct TIFFSampleDescription: Hashable, Sendable, CustomStringConvertible {
    /// The number of samples of a pixel.
    package let count: Int
    /// The bits of each sample.
    package let bits: Int
    /// The kind of number: `unsigned`, `signed`, `float` or `complex`.
    package let kind: String
    /// The color space, such as "RGB"; nil if TIFF 6.0 and its supplements do not name it.
    package let colorSpace: String?

    /// The most samples of a pixel: the limit of the tag.
    private static let sampleLimit = 65_535

    /// Reads the tags of a directory; nil if it declares no size of samples that a TIFF can have.
    package init?(_ directory: TIFFDirectory) {
        let bits = directory.integer(.bitsPerSample) ?? 1
        let count = directory.integer(.samplesPerPixel) ?? 1
        guard 1...128 ~= bits, 1...Self.sampleLimit ~= count else { return nil }
        self.bits = bits
        self.count = count
        kind =
            switch directory.integer(.sampleFormat) ?? 1 {
            case 2: "signed"
            case 3: "float"
            case 5, 6: "complex"
            default: "unsigned"
            }
        colorSpace =
            switch directory.integer(.photometric) {
            case 0, 1: count == 1 ? "gray" : nil
            case 2: "RGB"
            case 3: "palette"
            case 4: "mask"
            case 5: "CMYK"
            case 6: "YCbCr"
            case 8, 9, 10: "Lab"
            default: nil
            }
    }

    /// The text, such as "3 × 8 bits, RGB" or "1 × 32 bits, float, gray".
    package var description: String {
        let parts = ["\(count) × \(bits) \(bits == 1 ? "bit" : "bits")", kind == "unsigned" ? nil : kind, colorSpace]
        return parts.compactMap(\.self).joined(separator: ", ")
    }
}
