package import TilePyramid

/// The properties of an image from its codestream's SIZ marker segment (ISO 15444-1, A.5.1).
package struct JPEG2000CodestreamHeader {
    /// The sample format of a component.
    package struct Component: Hashable {
        package var bits: Int
        package var isSigned: Bool
        /// The subsampling factors XRsiz and YRsiz: image pixels per sample.
        package var horizontalSubsampling: Int
        package var verticalSubsampling: Int
    }

    /// The image's width and height.
    package var size: PixelSize
    /// The width and height of the codestream's own tiles.
    package var tile: PixelSize
    /// The number of those tiles.
    package var tileCount: Int
    package var components: [Component]
    /// The offset of the marker after SIZ.
    package private(set) var end: Int

    /// Reads the header of the codestream at an offset; nil when there is none, or when its image or tiles do not start
    /// at the origin.
    package init?(_ bytes: [UInt8], at start: Int) {
        let fields = BigEndianReader(bytes[...])
        guard fields.number(at: start) == 0xFF4F_FF51, let length = fields.number(at: start + 4, size: 2),
            let count = fields.number(at: start + 40, size: 2), (1...Self.componentLimit).contains(count),
            length == 38 + 3 * count, start + 4 + length <= bytes.count
        else { return nil }
        let numbers = (0..<8).compactMap { fields.number(at: start + 8 + 4 * $0) }
        guard numbers.count == 8, numbers[2...3] == [0, 0], numbers[6...7] == [0, 0],
            numbers.allSatisfy({ $0 <= Int(Int32.max) }), numbers[0...1].allSatisfy({ $0 > 0 }),
            numbers[4...5].allSatisfy({ $0 > 0 })
        else { return nil }
        size = PixelSize(width: numbers[0], height: numbers[1])
        tile = PixelSize(width: min(numbers[4], numbers[0]), height: min(numbers[5], numbers[1]))
        // Checked: each factor is below 2^31.
        tileCount = ((size.width - 1) / tile.width + 1) * ((size.height - 1) / tile.height + 1)
        components = (0..<count).map { number in
            let offset = start + 42 + 3 * number
            return Component(
                bits: Int(bytes[offset] & 0x7F) + 1, isSigned: bytes[offset] & 0x80 != 0,
                horizontalSubsampling: Int(bytes[offset + 1]),
                verticalSubsampling: Int(bytes[offset + 2]))
        }
        end = start + 4 + length
    }

    /// The maximum number of components: as many as the samples per pixel of a TIFF.
    private static let componentLimit = 64
}
