internal import TilePyramid

/// What a codestream says about its picture before it is decoded: the SIZ marker segment (ISO 15444-1, A.5.1).
struct JPEG2000CodestreamHeader {
    /// The samples of a component.
    struct Component: Hashable {
        var bits: Int
        var isSigned: Bool
        /// How many pixels there are to one sample, across and down.
        var horizontalSubsampling: Int
        var verticalSubsampling: Int
    }

    /// Columns and rows.
    var size: PixelSize
    /// Columns and rows of the tiles that the codestream itself is divided into.
    var tile: PixelSize
    /// How many such tiles there are.
    var tileCount: Int
    var components: [Component]
    /// Where the next marker is.
    private(set) var end: Int

    /// Reads it; nil when there is no codestream, or one whose picture does not begin at its first tile's corner.
    ///
    /// - Parameters:
    ///   - bytes: hold the codestream.
    ///   - start: where it begins.
    init?(_ bytes: [UInt8], at start: Int) {
        let fields = BigEndianReader(bytes)
        guard fields.uint16(start) == 0xFF4F, fields.uint16(start + 2) == 0xFF51, let length = fields.uint16(start + 4),
            let count = fields.uint16(start + 40), (1...Self.componentLimit).contains(count),
            length == 38 + 3 * count, start + 4 + length <= bytes.count
        else { return nil }
        let numbers = (0..<8).compactMap { fields.uint32(start + 8 + 4 * $0) }
        guard numbers.count == 8, numbers[2...3] == [0, 0], numbers[6...7] == [0, 0],
            numbers.allSatisfy({ $0 <= Int(Int32.max) }), numbers[0...1].allSatisfy({ $0 > 0 }),
            numbers[4...5].allSatisfy({ $0 > 0 })
        else { return nil }
        size = PixelSize(width: numbers[0], height: numbers[1])
        tile = PixelSize(width: min(numbers[4], numbers[0]), height: min(numbers[5], numbers[1]))
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

    /// The most components: as many as the samples of a pixel in a TIFF that is read here.
    private static let componentLimit = 64
}

/// Numbers of a codestream, the highest byte first; nil beyond its end.
struct BigEndianReader {
    let bytes: [UInt8]

    init(_ bytes: [UInt8]) {
        self.bytes = bytes
    }

    func uint8(_ offset: Int) -> Int? { bytes.indices.contains(offset) ? Int(bytes[offset]) : nil }

    func uint16(_ offset: Int) -> Int? {
        guard offset >= 0, offset <= bytes.count - 2 else { return nil }
        return Int(bytes[offset]) << 8 | Int(bytes[offset + 1])
    }

    func uint32(_ offset: Int) -> Int? {
        guard let high = uint16(offset), let low = uint16(offset + 2) else { return nil }
        return high << 16 | low
    }
}
