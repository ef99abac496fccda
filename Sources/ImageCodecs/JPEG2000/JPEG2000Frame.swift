internal import TilePyramid

/// What a codestream says about its picture before it is decoded: the SIZ marker segment (ISO 15444-1, A.5.1).
struct JPEG2000Frame {
    /// The samples of a component.
    struct Component: Hashable {
        var bits: Int
        var isSigned: Bool
        /// How many pixels there are to one sample, across and down.
        var across: Int
        var down: Int
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
        let fields = MarkerBytes(bytes)
        guard fields.word(start) == 0xFF4F, fields.word(start + 2) == 0xFF51, let length = fields.word(start + 4),
            let count = fields.word(start + 40), (1...Self.componentLimit).contains(count),
            length == 38 + 3 * count, start + 4 + length <= bytes.count
        else { return nil }
        let numbers = (0..<8).compactMap { fields.long(start + 8 + 4 * $0) }
        guard numbers.count == 8, numbers[2...3] == [0, 0], numbers[6...7] == [0, 0],
            numbers.allSatisfy({ $0 <= Int(Int32.max) }), numbers[0...1].allSatisfy({ $0 > 0 }),
            numbers[4...5].allSatisfy({ $0 > 0 })
        else { return nil }
        size = PixelSize(width: numbers[0], height: numbers[1])
        tile = PixelSize(width: min(numbers[4], numbers[0]), height: min(numbers[5], numbers[1]))
        tileCount = ((size.width - 1) / tile.width + 1) * ((size.height - 1) / tile.height + 1)
        components = (0..<count).map { number in
            let place = start + 42 + 3 * number
            return Component(
                bits: Int(bytes[place] & 0x7F) + 1, isSigned: bytes[place] & 0x80 != 0, across: Int(bytes[place + 1]),
                down: Int(bytes[place + 2]))
        }
        end = start + 4 + length
    }

    /// The most components: as many as the samples of a pixel in a TIFF that is read here.
    private static let componentLimit = 64
}

/// Numbers of a codestream, the highest byte first; nil beyond its end.
struct MarkerBytes {
    let bytes: [UInt8]

    init(_ bytes: [UInt8]) {
        self.bytes = bytes
    }

    func byte(_ place: Int) -> Int? { bytes.indices.contains(place) ? Int(bytes[place]) : nil }

    func word(_ place: Int) -> Int? {
        guard place >= 0, place <= bytes.count - 2 else { return nil }
        return Int(bytes[place]) << 8 | Int(bytes[place + 1])
    }

    func long(_ place: Int) -> Int? {
        guard let high = word(place), let low = word(place + 2) else { return nil }
        return high << 16 | low
    }
}
