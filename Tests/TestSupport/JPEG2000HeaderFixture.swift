/// The headers of a JPEG 2000 codestream of one tile part without data; they can declare anything (ISO 15444-1, annex A).
public struct JPEG2000HeaderFixture {
    /// The width of the image.
    public var width: Int
    /// The height of the image.
    public var height: Int
    /// The width and height of tiles.
    public var tile: Int
    /// The number of components, each of 8 bits and not subsampled.
    public var components: Int
    /// The levels of the wavelet transform.
    public var levels: UInt8 = 5
    /// The exponents of the width and the height of code-blocks, less 2.
    public var block: UInt8 = 4
    /// The exponents of the precincts of each level; empty for maximum precincts.
    public var precincts: [UInt8] = []

    /// Creates the headers of an image in square tiles.
    public init(width: Int, height: Int, tile: Int, components: Int) {
        self.width = width
        self.height = height
        self.tile = tile
        self.components = components
    }

    /// The codestream.
    public var bytes: [UInt8] {
        func words(_ values: Int...) -> [UInt8] { values.flatMap { [UInt8($0 >> 8 & 255), UInt8($0 & 255)] } }
        func longs(_ values: Int...) -> [UInt8] { values.flatMap { words($0 >> 16, $0) } }
        let formats = (0..<3 * components).map { UInt8($0 % 3 == 0 ? 7 : 1) }
        let coding = [precincts.isEmpty ? 0 : 1, 0, 0, 1, 0, levels, block, block, 0, 1] + precincts
        let steps = [UInt8](repeating: 0x48, count: 3 * Int(levels) + 1)
        var bytes = words(0xFF4F, 0xFF51, 38 + 3 * components, 0)
        bytes += longs(width, height, 0, 0, tile, tile, 0, 0) + words(components) + formats
        bytes += words(0xFF52, 2 + coding.count) + coding
        bytes += words(0xFF5C, 3 + steps.count) + [0x40] + steps
        return bytes + words(0xFF90, 10, 0) + longs(0) + [0, 1] + words(0xFF93)
    }
}
