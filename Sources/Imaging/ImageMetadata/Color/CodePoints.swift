/// Coding-independent code points: the numbers for color spaces in HEIF, AVIF and PNG (ITU-T H.273).
package struct CodePoints: Hashable, Sendable {
    /// The primaries: 1 is BT.709, 9 BT.2020, 12 Display P3, 2 unspecified (table 2).
    package var primaries: Int
    /// The transfer characteristics: 13 is sRGB, 16 PQ, 18 HLG, 2 unspecified (table 3).
    package var transfer: Int
    /// The matrix coefficients for conversion to RGB; 0 is none (table 4).
    package var matrix: Int
    /// False when black and white are at 16 and 235 of 255.
    ///
    /// It matters only for RGB samples: decoders that convert YCbCr apply it.
    package var isFullRange: Bool

    /// The number for an unspecified value.
    package static let unspecified = 2
    /// The number of the transfer function of BT.2100 PQ (SMPTE ST 2084).
    package static let pq = 16
    /// The number of the transfer function of BT.2100 HLG (ARIB STD-B67).
    package static let hlg = 18

    /// Creates code points; by default for full-range RGB.
    package init(primaries: Int, transfer: Int, matrix: Int = 0, isFullRange: Bool = true) {
        self.primaries = primaries
        self.transfer = transfer
        self.matrix = matrix
        self.isFullRange = isFullRange
    }

    /// The color space of the code points.
    ///
    /// - Returns: the colors; sRGB's primaries or transfer function replace unspecified and reserved ones.
    package var encoding: ColorEncoding {
        ColorEncoding(
            primaries: ColorPrimaries(codePoint: primaries) ?? .sRGB,
            transfer: TransferFunction(codePoint: transfer) ?? .sRGB, isFullRange: isFullRange)
    }

    /// The warning about numbers that no specification assigns; nil if all are known.
    package var warning: String? {
        let unknown = [
            primaries != Self.unspecified && ColorPrimaries(codePoint: primaries) == nil
                ? "primaries \(primaries)" : nil,
            transfer != Self.unspecified && TransferFunction(codePoint: transfer) == nil
                ? "transfer characteristics \(transfer)" : nil,
        ].compactMap { $0 }
        guard !unknown.isEmpty else { return nil }
        return "its colors have code points without a meaning (\(unknown.joined(separator: ", "))); sRGB is assumed."
    }
}
