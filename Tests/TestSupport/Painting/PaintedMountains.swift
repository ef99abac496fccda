/// An elevation model of mountains that do not exist, with lakes between them.
public enum PaintedMountains {
    /// The size of the model in pixels.
    public static let width = 512, height = 384
    /// The elevation of the lakes in meters, the least.
    public static let lake = 750.0

    /// A GeoTIFF of elevations in meters as 32-bit floating-point numbers, around 15° east and 50° north.
    ///
    /// A pixel is a 1024th of a degree.
    public static func file() -> [UInt8] {
        var page = TIFFFixture(width: width, height: height) { x, y, _ in
            UInt64(Float(elevation(Double(x), Double(y))).bitPattern)
        }
        page.bits = 32
        page.sampleFormat = 3
        page.rowsPerStrip = 64
        let pixel = 1.0 / 1024
        page.tags = [
            33550: .doubles([pixel, pixel, 0]), 33922: .doubles([0, 0, 0, 15, 50, 0]),
            34735: .shorts([1, 1, 0, 3, 1024, 0, 1, 2, 1025, 0, 1, 1, 2048, 0, 1, 4326]),
        ]
        return page.encoded()
    }

    private static let bends = [ValueNoise(seed: 5), ValueNoise(seed: 6)]
    private static let ridges = ValueNoise(seed: 9)

    /// The elevation at a place in meters.
    static func elevation(_ x: Double, _ y: Double) -> Double {
        let bend = bends.map { 60 * $0.fractal(x / 90, y / 90, octaves: 2) }
        let across = (x * 0.8 + y * 0.6 + bend[0]) / 120
        let along = (y * 0.8 - x * 0.6 + bend[1]) / 120
        let crest = ridges.fractal(across, along, octaves: 6, persistence: 0.42, isRidged: true)
        return max(lake, 300 + 3000 * crest * crest)
    }
}
