package import PixelKernels
package import TilePyramid

/// A relief map of an invented land, as an image of any size.
///
/// Every pixel is a pure function of its position, the size of the image and the seed: rows can be painted in any order,
/// on any number of threads and machines, and always have the same bytes. Large shapes, lines at many angles, letters
/// and texture exist at every scale, so that seams and blurred or misplaced tiles are visible at every zoom level. The
/// image compresses about as well as photographs.
///
/// ```swift
/// let image = TerrainImage(size: PixelSize(width: 6000, height: 4000), seed: 7)
/// let writer = try ImageFileFormat.jpeg.makeWriter("terrain.jpg", size: image.size, layout: image.layout)
/// try image.write(to: writer)
/// ```
package struct TerrainImage: Sendable {
    /// The size in pixels.
    package let size: PixelSize
    /// The seed that determines the land.
    package let seed: UInt64
    /// Whether the surroundings of the land are transparent, with a soft, torn edge and holes.
    package let hasAlpha: Bool

    /// The pixel layout: 8-bit RGB, or with alpha RGBA with straight alpha.
    package var layout: PixelLayout { PixelLayout(hasAlpha ? .rgba : .rgb) }

    let terrain: Terrain
    let overlay: MapOverlay
    let ground: GroundPainter
    let noise: NoiseTable

    /// Creates the image of a size and a seed.
    ///
    /// - Parameters:
    ///   - size: the size in pixels, at least 1×1.
    ///   - seed: any number; the default is 1.
    ///   - hasAlpha: whether parts are transparent; the default is `false`.
    package init(size: PixelSize, seed: UInt64 = 1, hasAlpha: Bool = false) {
        precondition(size.width >= 1 && size.height >= 1, "an image has at least one pixel")
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
