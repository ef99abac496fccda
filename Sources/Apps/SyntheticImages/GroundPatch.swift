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
    /// Uneven color added at lattice steps of 1 and 2 pixels.
    private static let fineGrain: [Float] = [0.55, 0.75, 0.5, 0.3]

    private let terrain: Terrain
    private let noise: NoiseTable
    private var heights: [ScalarGrid]
    private var roughnesses: [ScalarGrid]
    private var moistures: [ScalarGrid]
    private var rivers: [ScalarGrid]
    private var alphas: [ScalarGrid]
    private var grains: [ScalarGrid]
    private let line: UnsafeMutablePointer<Float>
    private let hasAlpha: Bool

    /// The height above the sea in pixels; like ``river`` it extends one pixel beyond the rectangle on every side.
    var height: ScalarGrid { heights[0] }
    /// The moisture of the ground.
    var moisture: ScalarGrid { moistures[0] }
    /// The roughness of the ground.
    var roughness: ScalarGrid { roughnesses[0] }
    /// The signed distance from a river.
    var river: ScalarGrid { rivers[0] }
    /// The opacity of the image; only if it has alpha.
    var alpha: ScalarGrid { alphas[0] }
    /// The unevenness of color, about -1…1.
    var grain: ScalarGrid { grains[0] }

    init(terrain: Terrain, noise: NoiseTable, hasAlpha: Bool) {
        func levels() -> [ScalarGrid] {
            (0...Self.doublings).map { level in
                ScalarGrid(capacity: ((Self.maximumWidth >> level) + 12) * ((Self.maximumHeight >> level) + 12))
            }
        }
        self.terrain = terrain
        self.noise = noise
        self.hasAlpha = hasAlpha
        heights = levels()
        roughnesses = levels()
        moistures = levels()
        rivers = levels()
        alphas = hasAlpha ? levels() : []
        grains = levels()
        line = .allocate(capacity: Self.maximumWidth + 16)
    }

    deinit {
        for plane in heights + roughnesses + moistures + rivers + alphas + grains { plane.deallocate() }
        line.deallocate()
    }

    /// Computes the ground of a rectangle.
    func compute(columns: Range<Int>, rows: Range<Int>) {
        setBounds(columns: columns, rows: rows)
        sampleTerrain()
        for level in stride(from: Self.doublings - 1, through: 0, by: -1) {
            roughnesses[level].refine(roughnesses[level + 1], line: line)
            moistures[level].refine(moistures[level + 1], line: line)
            rivers[level].refine(rivers[level + 1], line: line)
            if hasAlpha {
                alphas[level].refine(alphas[level + 1], line: line)
            }
            heights[level].refine(heights[level + 1], line: line)
            addRelief(level)
            grains[level].refine(grains[level + 1], line: line)
            addGrain(level)
        }
    }

    private func setBounds(columns: Range<Int>, rows: Range<Int>) {
        var columns = Self.widened(columns)
        var rows = Self.widened(rows)
        for level in 0...Self.doublings {
            heights[level].setBounds(columns: columns, rows: rows)
            roughnesses[level].setBounds(columns: columns, rows: rows)
            moistures[level].setBounds(columns: columns, rows: rows)
            rivers[level].setBounds(columns: columns, rows: rows)
            grains[level].setBounds(columns: columns, rows: rows)
            if hasAlpha {
                alphas[level].setBounds(columns: columns, rows: rows)
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
        let level = Self.doublings
        let step = Double(1 << level)
        grains[level].clear()
        for row in heights[level].rows {
            let height = heights[level].row(row)
            let roughness = roughnesses[level].row(row)
            let moisture = moistures[level].row(row)
            let river = rivers[level].row(row)
            for column in heights[level].columns {
                let sample = terrain.sample((Double(column) + 0.5) * step, (Double(row) + 0.5) * step)
                height[column] = sample.height
                roughness[column] = sample.roughness
                moisture[column] = sample.moisture
                river[column] = sample.river
                if hasAlpha {
                    alphas[level].row(row)[column] = sample.alpha
                }
            }
        }
    }

    private func addRelief(_ level: Int) {
        let amount = Self.fineRelief[level]
        for row in heights[level].rows {
            let height = heights[level].row(row)
            let roughness = roughnesses[level].row(row)
            noise.withRow(row, columns: heights[level].columns, layer: UInt32(level)) { columns, noise in
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
        for row in grains[level].rows {
            let grain = grains[level].row(row)
            noise.withRow(row, columns: grains[level].columns, layer: UInt32(level + 8)) { columns, noise in
                let grain = grain + columns.lowerBound
                for index in 0..<columns.count {
                    grain[index] += amount * noise[index]
                }
            }
        }
    }
}
