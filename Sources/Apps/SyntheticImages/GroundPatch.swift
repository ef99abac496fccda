/// The ground of one small rectangle of a picture at every pixel, made from ``Terrain`` on a coarse lattice by
/// doubling the resolution four times and adding finer relief each time.
///
/// Every number is a pure function of its place, whatever rectangle it is made in. One worker owns a patch and uses it
/// again and again; its memory does not depend on the picture.
final class GroundPatch {
    /// The largest rectangle made at once, in pixels: its planes stay in a processor's second-level cache.
    static let maximumWidth = 512
    /// The largest rectangle made at once, in pixels.
    static let maximumHeight = 128

    /// Doublings from the lattice on which the terrain is asked, every 16 pixels, to pixels.
    private static let doublings = 4
    /// Relief added at lattice steps of 1, 2, 4 and 8 pixels, in pixels of height: falls with the step, as it does in
    /// nature, and a little more at the last because its noise is not smoothed any more.
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

    /// Height above the sea, in pixels; reaches one pixel beyond the rectangle on every side, as ``river`` does.
    var height: ScalarGrid { heights[0] }
    /// How dry or wet the ground is.
    var moisture: ScalarGrid { moistures[0] }
    /// How rough the ground is.
    var roughness: ScalarGrid { roughnesses[0] }
    /// Signed distance from a river.
    var river: ScalarGrid { rivers[0] }
    /// How opaque the picture is; only made when asked for.
    var alpha: ScalarGrid { alphas[0] }
    /// Unevenness of color, about -1…1.
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

    /// Makes the ground of a rectangle.
    func make(columns: Range<Int>, rows: Range<Int>) {
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

    /// One step more on both sides, and then to even places, which is what ``ScalarGrid/refine(_:line:)`` fills.
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
