internal import Caching
internal import Concurrency
internal import LayerTree
internal import TilePyramid
internal import VectorDrawing

/// The coverage of a shape, ready for drawing in bands.
enum ShapeCoverage: Sendable {
    /// The coverage of a small shape, relative to a whole pixel.
    case mask(CoverageMask)
    /// The coverage of a large shape; each band computes its own part.
    case path(PathCoverage)
}

/// Collects the shapes of a frame, and then computes their coverage.
struct CoverageTable {
    /// A shape without a cached coverage.
    private enum Job: Sendable {
        case mask(MaskKey, box: PixelRect)
        case path(Path, FillRule, Projection, visible: PixelRect)
    }

    /// The maximum number of pixels in the bounding box of a shape that is drawn from a mask: a square of 128 × 128.
    static let maskAreaLimit = 1 << 14

    private let cache: SharedCache<MaskKey, CoverageMask>
    private var known: [ShapeCoverage?] = []
    private var jobs: [(number: Int, job: Job)] = []
    /// The numbers of the last path's masks, because copies of a shape follow each other.
    private var recent: [Recent: Int] = [:]
    private var recentPath: (path: Path, rule: FillRule)?
    /// The numbers of the masks to compute.
    private var missing: [MaskKey: Int] = [:]

    private struct Recent: Hashable {
        var axes: SIMD4<Double>
        var phase: SIMD2<UInt8>

        /// Hashes one word, which is faster than hashing each number.
        func hash(into hasher: inout Hasher) {
            let axes = (0 + axes.x + 3 * axes.y + 5 * axes.z + 7 * axes.w).bitPattern
            hasher.combine(axes ^ (UInt64(phase.x) << 8 | UInt64(phase.y)))
        }
    }

    /// Creates an empty table.
    init(cache: SharedCache<MaskKey, CoverageMask>) {
        self.cache = cache
    }

    /// Adds a shape.
    ///
    /// - Parameters:
    ///   - shape: the shape.
    ///   - frame: the pixels of the frame.
    /// - Returns: the number of the coverage, and the whole pixel to which the coverage is relative.
    mutating func add(_ shape: RenderShape, in frame: PixelRect) -> (number: Int, pixel: SIMD2<Int>) {
        guard let (key, pixel) = MaskKey.key(of: shape), isSmall(shape) else {
            jobs.append(
                (known.count, .path(shape.path, shape.fillRule, shape.projection, visible: frame)))
            known.append(nil)
            return (known.count - 1, .zero)
        }
        // Comparing a path with its own copy takes no time, but hashing it does.
        let place = Recent(axes: key.axes, phase: key.phase)
        if let recentPath, recentPath.rule == key.rule, recentPath.path == key.path {
            if let number = recent[place] { return (number, pixel) }
        } else {
            recentPath = (key.path, key.rule)
            recent.removeAll(keepingCapacity: true)
        }
        let number = number(of: key)
        recent[place] = number
        return (number, pixel)
    }

    private mutating func number(of key: MaskKey) -> Int {
        if let mask = cache.value(for: key) {
            known.append(.mask(mask))
            return known.count - 1
        }
        if let number = missing[key] { return number }
        let box = PixelRect(touching: key.path.controlBounds, projectedBy: key.projection)
        missing[key] = known.count
        jobs.append((known.count, .mask(key, box: box)))
        known.append(nil)
        return known.count - 1
    }

    /// Whether the bounding box of a shape, including its clipped parts, is small.
    private func isSmall(_ shape: RenderShape) -> Bool {
        let seen = shape.pixelBounds
        let clip = shape.clip.bounds
        guard seen.size.area <= Self.maskAreaLimit else { return false }
        let isWhole =
            seen.x > clip.x && seen.y > clip.y && seen.columns.upperBound < clip.columns.upperBound
            && seen.rows.upperBound < clip.rows.upperBound
        guard !isWhole else { return true }
        let box = PixelRect(touching: shape.path.controlBounds, projectedBy: shape.projection)
        return box.size.width <= Self.maskAreaLimit && box.size.height <= Self.maskAreaLimit
            && box.size.area <= Self.maskAreaLimit
    }

    /// Computes the coverages that are not cached.
    ///
    /// - Parameter workers: the maximum number of threads.
    /// - Returns: the coverage of each shape, by its number.
    func resolve(workers: Int) -> [ShapeCoverage] {
        let jobs = jobs
        let cache = cache
        let computed = Locked([ShapeCoverage?](repeating: nil, count: jobs.count))
        // Several at a time, so that small ones do not wait for the lock.
        let step = 8
        parallelFor((jobs.count + step - 1) / step, workers: workers, makeContext: {}) { part, _ in
            let range = part * step..<min((part + 1) * step, jobs.count)
            let results = jobs[range].map { Self.compute($0.job, cache: cache) }
            computed.withLock { $0.replaceSubrange(range, with: results) }
        }
        var all = known
        computed.withLock { computed in
            for (job, coverage) in zip(jobs, computed) { all[job.number] = coverage }
        }
        return all.compactMap(\.self)
    }

    private static func compute(_ job: Job, cache: SharedCache<MaskKey, CoverageMask>) -> ShapeCoverage {
        switch job {
        case .path(let path, let rule, let projection, let visible):
            return .path(PathCoverage(path, rule: rule, projectedBy: projection, visible: visible))
        case .mask(let key, let box):
            let coverage = PathCoverage(key.path, rule: key.rule, projectedBy: key.projection, visible: box)
            let mask = CoverageMask(coverage, in: box)
            cache.insert(mask, for: key, cost: mask.byteCount)
            return .mask(mask)
        }
    }
}
