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

    /// The scale of the smallest decoded image that is at least as wide and as high as `wanted`.
    ///
    /// - Parameters:
    ///   - wanted: the size in pixels to be filled.
    ///   - full: the stored size.
    /// - Returns: the scale; ``full`` when even the stored size is smaller than `wanted`.
    package static func covering(_ wanted: PixelSize, from full: PixelSize) -> DecodeScale {
        let scales = allCases.reversed()
        return scales.first { scale in
            let size = scale.size(of: full)
            return size.width >= wanted.width && size.height >= wanted.height
        } ?? .full
    }
}
