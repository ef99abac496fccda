internal import ImageCodecs
internal import ImageSources
internal import PixelKernels
internal import TilePyramid

/// Chooses the format of all tiles from patches spread over the whole image, and from the alpha of every pixel.
///
/// Reads the image once; holds one row of patches.
struct FormatSampler {
    /// Patches per row and per column; their product is the most that `FormatChoice` accepts.
    static let patchesPerSide = 8
    /// The longest side of a patch, in pixels: a common tile size.
    static let patchSide = 256

    /// Thrown to stop reading once the format is certain.
    private struct Settled: Error {}

    private let size: PixelSize
    private let layout: PixelLayout
    private var choice: FormatChoice
    /// The patches of the current row, each `patchSide` rows of its own width.
    private var patches: [[UInt8]] = []

    private init(info: ImageInfo, encoding: TileEncoding) throws {
        size = info.size
        layout = info.layout
        choice = try FormatChoice(layout: layout, encoding: encoding)
    }

    /// Returns the better format for the image; the source cannot be read again afterwards.
    ///
    /// - Throws: The source's error.
    static func format(of source: any ImageSource, encoding: TileEncoding) throws -> TileFormat {
        var sampler = try FormatSampler(info: source.info, encoding: encoding)
        do {
            guard !sampler.choice.isSettled else { throw Settled() }
            try source.readBands { try sampler.add($0) }
        } catch is Settled {}
        return sampler.choice.format
    }

    private mutating func add(_ band: PixelBand) throws {
        let rows = band.rows.map { band.row($0) }
        rows.withUnsafeBufferPointer { rows in
            choice.lookForTransparency(
                in: TilePixels(size: PixelSize(width: size.width, height: rows.count), layout: layout, rows: rows))
        }
        for y in band.rows {
            try add(band.row(y), y: y)
        }
        if choice.isSettled {
            throw Settled()
        }
    }

    /// Copies the parts of a row that belong to patches, and passes complete patches to `choice`.
    private mutating func add(_ row: UnsafeRawPointer, y: Int) throws {
        let spans = Self.spans(length: size.width)
        guard let rows = Self.spans(length: size.height).first(where: { $0.contains(y) }) else { return }
        if y == rows.lowerBound {
            patches = spans.map { _ in [] }
        }
        for (index, columns) in spans.enumerated() {
            patches[index] += UnsafeRawBufferPointer(
                start: row + columns.lowerBound * layout.bytesPerPixel, count: columns.count * layout.bytesPerPixel)
        }
        guard y + 1 == rows.upperBound else { return }
        for (patch, columns) in zip(patches, spans) {
            try patch.withUnsafeBytes { bytes in
                guard let base = bytes.baseAddress else { return }
                let stride = columns.count * layout.bytesPerPixel
                try rows.indices.map { base + ($0 - rows.lowerBound) * stride }.withUnsafeBufferPointer {
                    try choice.add(
                        TilePixels(
                            size: PixelSize(width: columns.count, height: rows.count), layout: layout, rows: $0))
                }
            }
        }
    }

    /// The positions of patches along one side: centered in equal cells, none in empty cells.
    private static func spans(length: Int) -> [Range<Int>] {
        (0..<patchesPerSide).compactMap { part in
            let cell = (part * length / patchesPerSide)..<((part + 1) * length / patchesPerSide)
            let count = min(cell.count, patchSide)
            let start = cell.lowerBound + (cell.count - count) / 2
            return cell.isEmpty ? nil : start..<(start + count)
        }
    }
}
