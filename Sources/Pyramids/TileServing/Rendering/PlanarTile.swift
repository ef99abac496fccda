internal import ImageCodecs
internal import PixelKernels
internal import TilePyramid

/// A decoded tile as JPEG 4:2:0 stores it: luma, and two planes of chroma with half as many columns and rows.
///
/// It takes half of the memory of RGB, and nothing is made of it that would have to be undone when it is encoded again.
struct PlanarTile: Sendable {
    /// The number of planes: Y, Cb and Cr.
    static let planeCount = 3
    /// The columns and rows of a block of luma with its chroma, of which the planes have a whole number.
    private static let blockSide = 16

    /// The columns and rows of luma.
    let size: PixelSize
    /// The planes as one gray image: luma, and under it those of chroma beside each other.
    let memory: PixelMemory

    /// Creates a tile whose samples are undefined.
    ///
    /// - Throws: `OutOfMemory`.
    init(_ size: PixelSize) throws {
        let padded = Self.padded(size)
        self.size = size
        memory = try PixelMemory(
            PixelSize(width: padded.width, height: padded.height / 2 * 3), PixelLayout(.gray))
    }

    /// The tile of a size that some memory has.
    init(_ size: PixelSize, in memory: PixelMemory) {
        self.size = size
        self.memory = memory
    }

    /// The column and row of the memory at which a plane begins.
    func origin(ofPlane plane: Int) -> (column: Int, row: Int) {
        let padded = Self.padded(size)
        return plane == 0 ? (0, 0) : (plane == 1 ? 0 : padded.width / 2, padded.height)
    }

    private static func padded(_ size: PixelSize) -> PixelSize {
        PixelSize(
            width: (size.width + blockSide - 1) / blockSide * blockSide,
            height: (size.height + blockSide - 1) / blockSide * blockSide)
    }
}

extension DecodedTiles {
    /// The tile as planes; nil, unless a type says otherwise.
    func planarTile(_ index: TileIndex) throws -> PlanarTile? { nil }
}
