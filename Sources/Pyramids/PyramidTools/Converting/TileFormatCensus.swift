internal import FilePyramids
internal import ImageCodecs
internal import PixelKernels
internal import TilePyramid

/// The formats of a pyramid's tiles, as far as some of them tell: maps of several programs mix JPEG and PNG.
struct TileFormatCensus: Sendable {
    /// The number of inspected tiles of each format.
    private let counts: [TileFormat: Int]
    /// The format that the files name, which counts where no tile was inspected.
    private let usual: TileFormat
    /// Whether some inspected tile is transparent somewhere.
    private let hasTransparency: Bool

    /// The most tiles that are inspected; they are spread evenly over those that exist.
    static let sampleLimit = 64

    /// Inspects some tiles of a map in files, and nothing of other pyramids, whose tiles have one format.
    ///
    /// - Throws: `StoreError` when the files cannot be listed. A tile that cannot be read is reported when it is needed.
    init(of source: any PyramidSource, _ report: PyramidReport) throws {
        usual = source.format
        guard source.georeference != nil, report.isCounted, report.tiles > 0 else {
            counts = [:]
            hasTransparency = false
            return
        }
        let step = (report.tiles + Self.sampleLimit - 1) / Self.sampleLimit
        var position = 0
        var next = 0
        var samples: [TileIndex] = []
        try source.forEachStoredRun { index, count, _ in
            // One tile of a run stands for all, which share their bytes.
            if position + count > next, samples.count < Self.sampleLimit {
                samples.append(index)
                next = position + count + step - 1
            }
            position += count
        }
        var counts = [TileFormat: Int]()
        var isTransparent = false
        for index in samples {
            guard let tile = try? source.read(index) else { continue }
            counts[tile.format, default: 0] += 1
            isTransparent = isTransparent || tile.format.supportsAlpha && Self.isTransparent(tile)
        }
        self.counts = counts
        hasTransparency = isTransparent
    }

    private static func isTransparent(_ tile: EncodedTile) -> Bool {
        let isOpaque = try? TileDecoder().decode(tile.bytes, name: "tile") { opened in
            try withUnsafeTemporaryAllocation(of: UInt32.self, capacity: max(1, opened.size.area)) {
                try opened.write(to: $0)
            }
        }
        return isOpaque == false
    }

    /// Whether there are several formats.
    var isMixed: Bool { counts.count > 1 }

    /// The formats that a pyramid of one format may have, the best first.
    ///
    /// The best is the most frequent one, unless it would lose the transparency of others.
    var preferred: [TileFormat] {
        let frequent = counts.sorted { ($1.value, $0.key.rawValue) < ($0.value, $1.key.rawValue) }.map(\.key)
        let all = frequent.isEmpty ? [usual] : frequent
        return hasTransparency && isMixed ? all.filter(\.supportsAlpha) + all.filter { !$0.supportsAlpha } : all
    }

    /// Whether each tile can keep its format: in a GeoPackage, and from a folder of several formats to another.
    func canStayMixed(in target: PyramidTarget, _ source: any PyramidSource) -> Bool {
        guard source.georeference != nil, counts.keys.allSatisfy(target.capabilities.tileFormats.contains) else {
            return false
        }
        if target.capabilities.mayMixFormats { return counts.keys.allSatisfy { [.jpeg, .png].contains($0) } }
        return target.container == nil && target.capabilities.isMapTiled
            && (source as? LayoutSource)?.mixesFormats == true
    }

    /// The reasons to re-encode tiles, as clauses.
    func reasons(for format: TileFormat) -> [String] {
        let others = counts.keys.filter { $0 != format }.map(\.rawValue).sorted()
        guard !others.isEmpty else { return [] }
        return [
            counts[format] == nil
                ? "the tile format changes from \(others.joined(separator: " and ")) to \(format.rawValue)"
                : "some tiles are \(others.joined(separator: " and ")), and all have to be \(format.rawValue)"
        ]
    }

    /// Warns of transparency that a chosen format cannot keep.
    func warnings(for format: TileFormat, isChosen: Bool) -> [String] {
        guard hasTransparency, !format.supportsAlpha else { return [] }
        return [
            "its tiles have transparency, which \(format.rawValue) tiles cannot store; it is blended with the background. Keep "
                + "it with the format png."
        ]
    }
}
