internal import TilePyramid

/// The shapes over the ground: grids, coordinates, sheet numbers, roads, towns, names and compass lines.
///
/// All of them exist in several sizes, each a multiple of the previous one, so that text and straight lines are visible
/// at every zoom level. Distances are decimal (200, 1000, 5000 …) and thus rarely coincide with the edges of tiles,
/// where they would hide seams.
///
/// Shapes are derived from the hash of their lattice cell and the ground there, for the requested rows, and are not
/// stored.
struct MapOverlay: Sendable {
    let size: PixelSize
    let terrain: Terrain
    let salt: UInt32
    /// The center of the compass rose, at the deepest water found.
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
                deepest = height
                rose = (x, y)
            }
        }
        self.rose = rose
    }

    /// Returns the shapes that touch some rows, in drawing order.
    ///
    /// Their number is proportional to the width of the image.
    func shapes(in rows: Range<Int>) -> [any OverlayShape] {
        let rows = Float(rows.lowerBound) - 1...Float(rows.upperBound)
        var shapes: [any OverlayShape] = []
        addCompass(to: &shapes)
        addGrid(rows, to: &shapes)
        addRoads(rows, to: &shapes)
        addSheetNumbers(rows, to: &shapes)
        addCoordinates(rows, to: &shapes)
        addRegions(rows, to: &shapes)
        return shapes.filter { $0.rows.overlaps(rows) }
    }

    /// Returns the row indices of lattice cells of `spacing` pixels within `reach` pixels of some rows.
    func cellRows(_ rows: ClosedRange<Float>, spacing: Float, reach: Float) -> ClosedRange<Int> {
        let first = Int(((rows.lowerBound - reach) / spacing).rounded(.down))
        let last = Int(((rows.upperBound + reach) / spacing).rounded(.down))
        return first...max(first, min(last, Int(Float(size.height) / spacing) + 1))
    }

    /// Returns the column indices of lattice cells of `spacing` pixels, with an extra one on both sides.
    func cellColumns(spacing: Float) -> ClosedRange<Int> { -1...Int(Float(size.width) / spacing) + 1 }

    /// Returns the random bits of a lattice cell.
    func bits(_ column: Int, _ row: Int, _ kind: UInt32) -> UInt32 {
        Hash.mix(UInt32(truncatingIfNeeded: column), UInt32(truncatingIfNeeded: row), salt &+ kind)
    }

    /// The longer side of the image, which limits the sizes of shapes in small images.
    var longestSide: Float { Float(max(size.width, size.height)) }
}
