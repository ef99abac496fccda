internal import TilePyramid

/// Everything drawn over the ground: grids, coordinates, sheet numbers, roads, towns, names and compass lines.
///
/// All of it comes in several sizes, each some times larger than the one before, so that something readable and
/// straight is in sight at every zoom level. Distances are decimal (200, 1000, 5000 …) and thus seldom fall on the
/// borders of tiles, where they would hide seams.
///
/// Marks are found from the hash of their lattice cell and the ground there, for the rows asked for, and are not kept.
struct MapOverlay: Sendable {
    let size: PixelSize
    let terrain: Terrain
    let salt: UInt32
    let font = StrokeFont()
    /// The middle of the compass rose, at the deepest water found.
    let rose: (x: Float, y: Float)

    static let ink = SIMD4<Float>(rgb: 0x24343C)
    static let paper = SIMD4<Float>(rgb: 0xFDFBF4)
    static let road = SIMD4<Float>(rgb: 0xF6D77C)
    static let highway = SIMD4<Float>(rgb: 0xE8743B)
    static let casing = SIMD4<Float>(rgb: 0x6A4A2C)
    static let seaInk = SIMD4<Float>(rgb: 0xE3F4F7)

    init(size: PixelSize, terrain: Terrain, salt: UInt32) {
        self.size = size
        self.terrain = terrain
        self.salt = salt
        var deepest = Float.greatestFiniteMagnitude
        var rose: (x: Float, y: Float) = (Float(size.width) / 2, Float(size.height) / 2)
        for index in 0..<UInt32(64) {
            let x = (0.15 + 0.7 * Hash.unit(index, 1, salt)) * Float(size.width)
            let y = (0.15 + 0.7 * Hash.unit(index, 2, salt)) * Float(size.height)
            let height = terrain.sample(Double(x), Double(y)).height
            if height < deepest {
                (deepest, rose) = (height, (x, y))
            }
        }
        self.rose = rose
    }

    /// The marks that touch some rows, in the order in which they are drawn.
    ///
    /// Their number is proportional to the picture's width.
    func shapes(in rows: Range<Int>) -> [OverlayShape] {
        let rows = Float(rows.lowerBound) - 1...Float(rows.upperBound)
        var shapes: [OverlayShape] = []
        addCompass(to: &shapes)
        addGrid(rows, to: &shapes)
        addRoads(rows, to: &shapes)
        addSheetNumbers(rows, to: &shapes)
        addCoordinates(rows, to: &shapes)
        addRegions(rows, to: &shapes)
        return shapes.filter { $0.rows.overlaps(rows) }
    }

    /// The indices of lattice cells of `spacing` pixels that lie within `reach` pixels of some rows.
    func cellRows(_ rows: ClosedRange<Float>, spacing: Float, reach: Float) -> ClosedRange<Int> {
        let first = Int(((rows.lowerBound - reach) / spacing).rounded(.down))
        let last = Int(((rows.upperBound + reach) / spacing).rounded(.down))
        return first...max(first, min(last, Int(Float(size.height) / spacing) + 1))
    }

    /// The columns of lattice cells of `spacing` pixels, one more than the picture needs on both sides.
    func cellColumns(spacing: Float) -> ClosedRange<Int> { -1...Int(Float(size.width) / spacing) + 1 }

    /// The bits of a lattice cell.
    func bits(_ column: Int, _ row: Int, _ kind: UInt32) -> UInt32 {
        Hash.mix(UInt32(truncatingIfNeeded: column), UInt32(truncatingIfNeeded: row), salt &+ kind)
    }

    /// A mark's size in pixels does not outgrow small pictures.
    var longestSide: Float { Float(max(size.width, size.height)) }
}
