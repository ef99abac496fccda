/// A multispectral scene of land that does not exist: fields, woods and a river, seen in the bands of Sentinel-2.
///
/// The corner at the left and top is no data, as beside the track of a satellite.
public enum PaintedScene {
    /// The names of the bands.
    public static let bands = ["B01", "B02", "B03", "B04", "B05", "B06", "B07", "B08", "B8A", "B09", "B11", "B12"]
    /// The size of the scene in pixels.
    public static let width = 512, height = 384

    /// The ground, with its reflectance in ten thousandths in each band.
    private enum Ground: Int {
        case crop, grass, forest, soil, stubble, water

        var reflectance: [Double] {
            switch self {
            case .crop: [300, 350, 650, 400, 1000, 2600, 3300, 3500, 3600, 3700, 1800, 900]
            case .grass: [450, 520, 880, 700, 1300, 2300, 2700, 2850, 2950, 3000, 2300, 1500]
            case .forest: [200, 230, 380, 260, 600, 1800, 2200, 2300, 2450, 2500, 1000, 450]
            case .soil: [800, 1000, 1400, 1900, 2100, 2250, 2400, 2500, 2600, 2650, 3300, 2900]
            case .stubble: [750, 1050, 1500, 1850, 2050, 2300, 2450, 2600, 2700, 2750, 3200, 2400]
            case .water: [500, 520, 560, 350, 300, 200, 180, 150, 130, 110, 50, 30]
            }
        }
    }

    /// A GeoTIFF of twelve named bands of 16 bits in one page, whose no-data value is 0.
    public static func file() -> [UInt8] {
        let pixels = paint()
        var page = TIFFFixture(width: width, height: height) { x, y, band in UInt64(pixels[y * width + x][band]) }
        page.bits = 16
        page.samplesPerPixel = bands.count
        page.extraSamples = Array(repeating: 0, count: bands.count - 1)
        page.tile = (128, 128)
        let items = bands.enumerated().map {
            #"<Item name="DESCRIPTION" sample="\#($0)" role="description">\#($1)</Item>"#
        }
        page.tags = [
            42112: .text("<GDALMetadata>\(items.joined())</GDALMetadata>"), 42113: .text("0"),
        ]
        return page.encoded()
    }

    /// Whether a pixel has no data.
    public static func isMissing(_ x: Int, _ y: Int) -> Bool { 3 * x + y < 260 }

    /// The samples of the bands of each pixel.
    private static func paint() -> [[UInt16]] {
        let reflectances = (0...Ground.water.rawValue).compactMap { Ground(rawValue: $0)?.reflectance }
        let missing = [UInt16](repeating: 0, count: bands.count)
        return (0..<width * height).map { index in
            let x = index % width
            let y = index / width
            guard !isMissing(x, y) else { return missing }
            let (ground, brightness) = surface(Double(x), Double(y))
            return reflectances[ground.rawValue].map { UInt16($0 * brightness) }
        }
    }

    private static let parcels = ValueNoise(seed: 61)
    private static let crops = ValueNoise(seed: 62)
    private static let lights = ValueNoise(seed: 63)
    private static let woods = ValueNoise(seed: 71)
    private static let river = ValueNoise(seed: 81)
    private static let grains = ValueNoise(seed: 91)

    /// The ground at a place, and the factor of its reflectance.
    private static func surface(_ x: Double, _ y: Double) -> (Ground, Double) {
        let middle = 150 + 170 * river.value(x / 190, 0.5) + 12 * river.value(x / 31, 1000.5)
        let fromRiver = (y - middle).magnitude
        if fromRiver < 9 { return (.water, 1) }
        let grain = grains.fractal(x / 6, y / 6, octaves: 2)
        let isShore = fromRiver < 22 + 10 * woods.value(x / 20, y / 20)
        if isShore || woods.fractal(x / 70, y / 70, octaves: 3) > 0.58 { return (.forest, 0.7 + 0.6 * grain) }
        let (ground, light) = field(x * 0.94 + y * 0.34, y * 0.94 - x * 0.34)
        return (ground, light * (0.9 + 0.2 * grain))
    }

    /// The parcel at a place in the directions of the fields, with lanes of soil around it.
    private static func field(_ across: Double, _ along: Double) -> (Ground, Double) {
        let depth = 56.0
        let row = (along / depth).rounded(.down)
        let shift = 90 * parcels.number(Int(row), 0)
        let width = 26 + 50 * parcels.number(Int(row), 1)
        let column = ((across + shift) / width).rounded(.down)
        let light = 0.82 + 0.2 * lights.number(Int(row), Int(column))
        let inRow = along - row * depth
        let inColumn = across + shift - column * width
        if min(inRow, depth - inRow, inColumn, width - inColumn) < 1.2 { return (.stubble, light) }
        return switch crops.number(Int(row), Int(column)) {
        case ..<0.34: (.crop, light)
        case ..<0.55: (.grass, light)
        case ..<0.8: (.soil, light)
        default: (.stubble, light)
        }
    }
}
