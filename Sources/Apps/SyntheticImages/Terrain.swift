internal import TilePyramid

/// The ground at any position of an image of a given size and seed.
///
/// A sample takes about a microsecond; only a coarse lattice (``GroundPatch``) and the labels are therefore sampled.
struct Terrain: Sendable {
    /// The ground at a position.
    struct Sample {
        /// The height above the sea in pixels; differences between neighboring pixels are slopes.
        var height: Float
        /// The roughness below the size of the lattice: 0 smooth, 1 alpine.
        var roughness: Float
        /// The moisture: 0 desert, 1 forest.
        var moisture: Float
        /// The distance from the middle of the nearest river in pixels; the sign distinguishes the banks.
        var river: Float
        /// The opacity: 0 transparent, 1 opaque; not clamped, so that edges stay soft after interpolation.
        var alpha: Float
    }

    /// The size of the image.
    let size: PixelSize
    /// The size of a continent in pixels.
    let span: Float
    /// The height in pixels of a relative height of 1.
    let relief: Float

    private let scale: Double
    private let center: (x: Double, y: Double)
    private let salt: UInt32
    private let ridgeOctaves: Int
    private let hillOctaves: Int

    /// The wavelength of the finest octave in pixels; finer relief is added when the lattice is refined.
    private static let finest = 30.0

    init(size: PixelSize, salt: UInt32) {
        self.size = size
        let span = Double(max(size.width, size.height, 64)) / 2.4
        self.span = Float(span)
        relief = Float(span) * 0.25
        scale = 1 / span
        self.salt = salt
        // The noise lattices meet at the origin; the image lies far from it, at a position that depends on the seed.
        center = (
            x: Double(Hash.unit(salt, 1, 0)) * 32 + 16 - Double(size.width) * scale / 2,
            y: Double(Hash.unit(salt, 2, 0)) * 32 + 16 - Double(size.height) * scale / 2
        )
        ridgeOctaves = Terrain.octaves(from: span / 5.2)
        hillOctaves = Terrain.octaves(from: span / 5)
    }

    private static func octaves(from wavelength: Double) -> Int {
        var count = 1
        var wavelength = wavelength / 2
        while wavelength >= finest {
            count += 1
            wavelength /= 2
        }
        return count
    }

    /// Returns the ground at a position, in pixels from the top left corner of the image.
    func sample(_ pixelX: Double, _ pixelY: Double) -> Sample {
        let x = pixelX * scale + center.x
        let y = pixelY * scale + center.y
        // Domain warping turns round blobs into capes, bays and folded ranges.
        let bendX = PerlinNoise.octaves(3, x * 1.2, y * 1.2, salt: salt &+ 100)
        let bendY = PerlinNoise.octaves(3, x * 1.2, y * 1.2, salt: salt &+ 200)
        let bentX = x + 0.20 * Double(bendX)
        let bentY = y + 0.20 * Double(bendY)

        let hills = PerlinNoise.octaves(hillOctaves, bentX * 5, bentY * 5, gain: 0.57, salt: salt &+ 500)
        let continent = PerlinNoise.octaves(5, bentX * 1.05, bentY * 1.05, salt: salt &+ 300) + 0.05 + hills * 0.13
        let belt = PerlinNoise.octaves(2, bentX * 1.5, bentY * 1.5, salt: salt &+ 400)
        let ridges = PerlinNoise.ridges(
            ridgeOctaves, x * 5.2 + 0.5 * Double(bendX), y * 5.2 + 0.5 * Double(bendY), salt: salt &+ 600)
        let wet = PerlinNoise.octaves(4, x * 2.3 + Double(bendY), y * 2.3, gain: 0.6, salt: salt &+ 700)
        let stream = PerlinNoise.octaves(
            5, x * 2.1 + 0.35 * Double(bendX), y * 2.1 + 0.35 * Double(bendY), gain: 0.45, salt: salt &+ 800)

        let inland = smoothStep(0.0, 0.30, continent)
        let valley = smoothStep(0.0, 0.20, stream < 0 ? -stream : stream)
        let alpine = smoothStep(-0.05, 0.60, belt + continent * 0.5) * inland * (0.15 + 0.85 * valley)
        var height: Float
        if continent > 0 {
            let rolling = (0.03 + 0.11 * inland) * (0.3 + 0.7 * valley)
            height =
                continent * 0.16 + alpine * (0.20 + 0.62 * ridges) + (hills + 0.1) * rolling
                * (continent < 0.1 ? continent * 10 : 1)
        } else {
            height = continent * (0.30 - continent * 0.5) + hills * 0.02 * smoothStep(0, 0.2, -continent)
        }
        height *= relief
        return Sample(
            height: height,
            roughness: continent > 0 ? 0.20 + 0.80 * clamped(alpine * 1.4) : 0.12,
            moisture: clamped(0.52 + 1.05 * wet - 0.12 * alpine),
            river: stream * (span / 2.6),
            alpha: alpha(x - center.x, y - center.y, bendX, hills))
    }

    /// Returns the opacity of images with alpha: land with a torn edge and a few holes.
    private func alpha(_ x: Double, _ y: Double, _ bend: Float, _ hills: Float) -> Float {
        let across = Float(x) / (Float(size.width) * Float(scale)) * 2 - 1
        let down = Float(y) / (Float(size.height) * Float(scale)) * 2 - 1
        let rim = 1 - across * across * across * across - down * down * down * down
        let hole = PerlinNoise.octaves(3, x * 3.1, y * 3.1, salt: salt &+ 900)
        let edge = rim * 2.2 - 0.5 + bend * 0.9 + hills * 0.25
        let inside = (0.50 - hole) * 5
        return edge < inside ? edge : inside
    }
}
