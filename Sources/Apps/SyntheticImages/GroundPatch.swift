/// The ground at every pixel of a small rectangle of an image.
///
/// ``Terrain`` is sampled on a coarse lattice, whose resolution is doubled four times; each time finer relief is added.
/// Every value is a pure function of its position, whatever the rectangle. One worker owns a patch and reuses it; its
/// memory does not depend on the image.
final class GroundPatch {
    /// The greatest width of a patch in pixels; the planes then fit a second-level cache.
    static let maximumWidth = 512
    /// The greatest height of a patch in pixels.
    static let maximumHeight = 128

    /// The doublings from the lattice on which the terrain is sampled, every 16 pixels, to pixels.
    private static let doublings = 4
    /// Relief added at lattice steps of 1, 2, 4 and 8 pixels, in pixels of height.
    ///
    /// It decreases with the step, as in nature, and a little more at the last, whose noise is not smoothed.
    private static let fineRelief: [Float] = [0.26, 0.80, 1.9, 4.2]
    /// Uneven color added at the same lattice steps.
    private static let fineGrain: [Float] = [0.55, 0.75, 0.5, 0.3]

    /// The ground at the points of a lattice.
    struct Planes {
        /// The height above the sea in pixels; like ``river`` it extends one pixel beyond the rectangle on every side.
        var height: ScalarGrid
        /// The roughness of the ground.
        var roughness: ScalarGrid
        /// The moisture of the ground.
        var moisture: ScalarGrid
        /// The signed distance from a river.
        var river: ScalarGrid
        /// The unevenness of color, about -1…1.
        var grain: ScalarGrid
        /// The opacity of the image; only if it has alpha.
        var alpha: ScalarGrid

        func deallocate() {
            for grid in [height, roughness, moisture, river, grain, alpha] { grid.deallocate() }
        }
    }

    private let terrain: Terrain
    private let noise: NoiseTable
    /// The planes from pixels to the lattice on which the terrain is sampled.
    private var levels: [Planes]
    /// The planes that are computed.
    private let planes: [WritableKeyPath<Planes, ScalarGrid>]
    private let line: UnsafeMutablePointer<Float>
    private let hasAlpha: Bool

    /// The ground at every pixel.
    var pixels: Planes { levels[0] }

    init(terrain: Terrain, noise: NoiseTable, hasAlpha: Bool) {
        self.terrain = terrain
        self.noise = noise
        self.hasAlpha = hasAlpha
        levels = (0...Self.doublings).map { level in
            let capacity = ((Self.maximumWidth >> level) + 12) * ((Self.maximumHeight >> level) + 12)
            func grid() -> ScalarGrid { ScalarGrid(capacity: capacity) }
            return Planes(
                height: grid(), roughness: grid(), moisture: grid(), river: grid(), grain: grid(),
                alpha: ScalarGrid(capacity: hasAlpha ? capacity : 0))
        }
        var planes: [WritableKeyPath<Planes, ScalarGrid>] = [\.height, \.roughness, \.moisture, \.river, \.grain]
        if hasAlpha { planes.append(\.alpha) }
        self.planes = planes
        line = .allocate(capacity: Self.maximumWidth + 16)
    }

    deinit {
        for level in levels { level.deallocate() }
        line.deallocate()
    }

    /// Computes the ground of a rectangle.
    func compute(columns: Range<Int>, rows: Range<Int>) {
        setBounds(columns: columns, rows: rows)
        sampleTerrain()
        for level in stride(from: Self.doublings - 1, through: 0, by: -1) {
            for plane in planes {
                levels[level][keyPath: plane].refine(levels[level + 1][keyPath: plane], line: line)
            }
            addRelief(level)
            addGrain(level)
        }
    }

    private func setBounds(columns: Range<Int>, rows: Range<Int>) {
        var columns = Self.widened(columns)
        var rows = Self.widened(rows)
        for level in levels.indices {
            for plane in planes {
                levels[level][keyPath: plane].setBounds(columns: columns, rows: rows)
            }
            columns = Self.widened(columns.lowerBound >> 1..<columns.upperBound >> 1)
            rows = Self.widened(rows.lowerBound >> 1..<rows.upperBound >> 1)
        }
    }

    /// Returns the range with a step more on both sides, widened to even bounds as ``ScalarGrid/refine(_:line:)`` requires.
    private static func widened(_ range: Range<Int>) -> Range<Int> {
        (range.lowerBound - 1) & ~1..<(range.upperBound + 2) & ~1
    }

    private func sampleTerrain() {
        let coarsest = levels[Self.doublings]
        let step = Double(1 << Self.doublings)
        coarsest.grain.clear()
        for row in coarsest.height.rows {
            let height = coarsest.height.row(row)
            let roughness = coarsest.roughness.row(row)
            let moisture = coarsest.moisture.row(row)
            let river = coarsest.river.row(row)
            for column in coarsest.height.columns {
                let sample = terrain.sample((Double(column) + 0.5) * step, (Double(row) + 0.5) * step)
                height[column] = sample.height
                roughness[column] = sample.roughness
                moisture[column] = sample.moisture
                river[column] = sample.river
                if hasAlpha {
                    coarsest.alpha.row(row)[column] = sample.alpha
                }
            }
        }
    }

    private func addRelief(_ level: Int) {
        let amount = Self.fineRelief[level]
        let planes = levels[level]
        for row in planes.height.rows {
            let height = planes.height.row(row)
            let roughness = planes.roughness.row(row)
            noise.withRow(row, columns: planes.height.columns, layer: UInt32(level)) { columns, noise in
                let height = height + columns.lowerBound
                let roughness = roughness + columns.lowerBound
                for index in 0..<columns.count {
                    height[index] += amount * roughness[index] * noise[index]
                }
            }
        }
    }

    private func addGrain(_ level: Int) {
        let amount = Self.fineGrain[level]
        let plane = levels[level].grain
        for row in plane.rows {
            let grain = plane.row(row)
            noise.withRow(row, columns: plane.columns, layer: UInt32(level + 8)) { columns, noise in
                let grain = grain + columns.lowerBound
                for index in 0..<columns.count {
                    grain[index] += amount * noise[index]
                }
            }
        }
    }
}
