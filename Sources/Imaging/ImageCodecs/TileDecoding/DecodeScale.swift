public import TilePyramid

/// How much smaller than it is stored a tile is decoded.
public enum DecodeScale: Int, Hashable, Sendable, CaseIterable {
    /// As it is stored.
    case full = 1
    /// Half the width and height.
    case half = 2
    /// A quarter of both.
    case quarter = 4
    /// An eighth of both.
    case eighth = 8

    /// The size that an image is decoded to: both sides divided and rounded up.
    public func size(of full: PixelSize) -> PixelSize {
        PixelSize(
            width: (full.width + rawValue - 1) / rawValue, height: (full.height + rawValue - 1) / rawValue)
    }

    /// The scale at which an image is no larger than it need be: the smallest that still gives `wanted` pixels.
    ///
    /// - Parameters:
    ///   - wanted: the pixels that are to be filled.
    ///   - full: the size as it is stored.
    /// - Returns: the full scale when even that gives less.
    public static func covering(_ wanted: PixelSize, from full: PixelSize) -> DecodeScale {
        let scales = allCases.reversed()
        return scales.first { scale in
            let size = scale.size(of: full)
            return size.width >= wanted.width && size.height >= wanted.height
        } ?? .full
    }
}
