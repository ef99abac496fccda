package import TilePyramid

/// The scale at which a JPEG is decoded.
package enum DecodeScale: Int, Hashable, Sendable, CaseIterable {
    /// The stored size.
    case full = 1
    /// Half the width and height.
    case half = 2
    /// A quarter of the width and height.
    case quarter = 4
    /// An eighth of the width and height.
    case eighth = 8

    /// The size of the decoded image: both sides divided by the scale and rounded up.
    package func size(of full: PixelSize) -> PixelSize {
        PixelSize(
            width: (full.width + rawValue - 1) / rawValue, height: (full.height + rawValue - 1) / rawValue)
    }
}
