public import PixelKernels
public import TilePyramid

/// A picture of any size of a land that does not exist, drawn as a relief map.
///
/// Every pixel is a pure function of its place, the picture's size and the seed: rows can be made in any order, on any
/// number of threads and machines, and are always the same bytes. There are large shapes, lines at many angles,
/// letters and texture at every scale, so that a seam, a blurred tile or one in the wrong place meets the eye at every
/// zoom level; and it weighs as much as photographs do when it is compressed.
///
/// ```swift
/// let picture = TerrainImage(size: PixelSize(width: 6000, height: 4000), seed: 7)
/// let writer = try ImageFileFormat.jpeg.makeWriter("terrain.jpg", size: picture.size, layout: picture.layout)
/// try picture.write(to: writer)
/// ```
public struct TerrainImage: Sendable {
    /// The size in pixels.
    public let size: PixelSize
    /// What tells one land from another.
    public let seed: UInt64
    /// Whether the land is cut out of a transparent ground, with a soft, torn edge and holes.
    public let hasAlpha: Bool

    /// How pixels are made: RGB or, with transparency, RGBA with straight alpha; 8 bits.
    public var layout: PixelLayout { PixelLayout(hasAlpha ? .rgba : .rgb) }

    let terrain: Terrain
    let overlay: MapOverlay
    let ground: GroundPainter
    let noise: NoiseTable

    /// The picture of a size and a seed.
    ///
    /// - Parameters:
    ///   - size: at least 1×1 pixel.
    ///   - seed: any number; 1 by default.
    ///   - hasAlpha: whether parts are transparent; false by default.
    public init(size: PixelSize, seed: UInt64 = 1, hasAlpha: Bool = false) {
        precondition(size.width >= 1 && size.height >= 1, "a picture has at least one pixel")
        self.size = size
        self.seed = seed
        self.hasAlpha = hasAlpha
        let salt = Hash.mix(UInt32(truncatingIfNeeded: seed), UInt32(truncatingIfNeeded: seed >> 32), 0x5EED)
        terrain = Terrain(size: size, salt: salt)
        overlay = MapOverlay(size: size, terrain: terrain, salt: salt &+ 1)
        ground = GroundPainter(terrain: terrain)
        noise = NoiseTable(salt: salt &+ 2)
    }
}
