package import TilePyramid

/// The properties of an image from its codestream's SIZ marker segment (ISO 15444-1, A.5.1).
///
/// Positions and lengths refer to the reference grid. A component has a sample at every ``Component/horizontalSubsampling`` ×
/// ``Component/verticalSubsampling`` points of the grid.
package struct JPEG2000CodestreamHeader {
    /// The sample format of a component.
    package struct Component: Hashable {
        package var bits: Int
        package var isSigned: Bool
        /// The subsampling factors XRsiz and YRsiz: points of the reference grid per sample.
        package var horizontalSubsampling: Int
        package var verticalSubsampling: Int

        /// The subsampling factors.
        package var subsampling: PixelSize { PixelSize(width: horizontalSubsampling, height: verticalSubsampling) }
    }

    /// The first point of the image: XOsiz and YOsiz.
    package let origin: PixelOffset
    /// The point after the last one: Xsiz and Ysiz.
    package let end: PixelOffset
    /// The first point of the first tile: XTOsiz and YTOsiz.
    package let tileOrigin: PixelOffset
    /// The nominal width and height of tiles: XTsiz and YTsiz.
    package let tile: PixelSize
    /// The number of tiles across and down.
    package let tiles: PixelSize
    package let components: [Component]
    /// The number of bytes of the SOC and SIZ marker segments.
    package let byteCount: Int

    /// The number of tiles.
    // Checked: each factor is below 2^31.
    package var tileCount: Int { tiles.width * tiles.height }

    /// The maximum number of components (A.5.1).
    private static let componentLimit = 16384

    /// Reads the header of the codestream at an offset; nil when there is none, or when it is invalid.
    package init?(_ bytes: ImageBytes, at start: Int) {
        let head = BigEndianReader(bytes.read(at: start, count: 42)[...])
        guard head.number(at: 0) == 0xFF4F_FF51, let length = head.number(at: 4, size: 2),
            let count = head.number(at: 40, size: 2), (1...Self.componentLimit).contains(count),
            length == 38 + 3 * count
        else { return nil }
        let formats = bytes.read(at: start + 42, count: 3 * count)
        let numbers = (0..<8).compactMap { head.number(at: 8 + 4 * $0) }
        guard formats.count == 3 * count, numbers.count == 8, numbers.allSatisfy({ $0 <= Int(Int32.max) })
        else { return nil }
        components = (0..<count).map { number in
            let format = formats[3 * number]
            return Component(
                // Checked: a byte.
                bits: Int(format & 0x7F) + 1, isSigned: format & 0x80 != 0,
                horizontalSubsampling: Int(formats[3 * number + 1]), verticalSubsampling: Int(formats[3 * number + 2]))
        }
        origin = PixelOffset(x: numbers[2], y: numbers[3])
        end = PixelOffset(x: numbers[0], y: numbers[1])
        tile = PixelSize(width: numbers[4], height: numbers[5])
        tileOrigin = PixelOffset(x: numbers[6], y: numbers[7])
        byteCount = 4 + length
        // The first tile has a point of the image (B.3).
        guard origin.x < end.x, origin.y < end.y, tileOrigin.x <= origin.x, tileOrigin.y <= origin.y,
            tile.width > origin.x - tileOrigin.x, tile.height > origin.y - tileOrigin.y,
            components.allSatisfy({ $0.horizontalSubsampling > 0 && $0.verticalSubsampling > 0 })
        else { return nil }
        tiles = PixelSize(
            width: (end.x - tileOrigin.x - 1) / tile.width + 1, height: (end.y - tileOrigin.y - 1) / tile.height + 1)
    }

    /// The number of samples of components with these subsampling factors.
    package func size(_ subsampling: PixelSize) -> PixelSize {
        func samples(_ end: Int, _ step: Int) -> Int { (end + step - 1) / step }
        func count(_ start: Int, _ end: Int, _ step: Int) -> Int { samples(end, step) - samples(start, step) }
        return PixelSize(
            width: count(origin.x, end.x, subsampling.width), height: count(origin.y, end.y, subsampling.height))
    }
}
