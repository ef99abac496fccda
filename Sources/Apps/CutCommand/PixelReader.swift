internal import Concurrency
internal import FilePyramids
internal import ImageCodecs
internal import ImageSources
internal import JSONDocuments
internal import Numbers
internal import PixelKernels
internal import TileCutting
internal import TilePyramid

/// Decodes regions of a pyramid's levels to RGBA with straight alpha; used by one thread, and works with several.
struct PixelReader {
    /// The bytes of a pixel.
    static let bytesPerPixel = 4

    private let source: any PyramidSource
    private let name: String
    private let processes = TileProcesses()

    init(_ opened: OpenedPyramid, name: String) {
        source = opened.source
        self.name = name
    }

    private var pyramid: Pyramid { source.pyramid }

    /// The first pixel of the image in a level, after the background that may surround it.
    private func origin(of level: Level) -> PixelOffset {
        PixelOffset(
            x: Self.start(source.margin.x, level.horizontalDownsample),
            y: Self.start(source.margin.y, level.verticalDownsample))
    }

    private static func start(_ margin: Int, _ downsample: Double) -> Int {
        CheckedNumber.integer(
            Double(margin) / downsample, rounded: .down, clampedTo: 0...CheckedNumber.longestSide)
    }

    /// The levels for a program that requests regions of them, as a JSON object.
    ///
    /// The keys are `kind`, `name`, `width`, `height`, `format`, `overlap`, `properties` [{`name`, `value`}], `warnings` and
    /// `levels`, from full size on: {`level`, which requests name, `width`, `height`, `downsample`, `tileWidth`, `tileHeight`,
    /// `columns`, `rows`, and `gridX` and `gridY`, the first tile's left and upper edge, 0 or less}.
    func description(of opened: OpenedPyramid) -> String {
        let levels = pyramid.levels[pyramid.presentLevels].reversed().map { level in
            let origin = origin(of: level)
            return JSONText.object([
                ("level", "\(level.index)"), ("width", "\(level.size.width - origin.x)"),
                ("height", "\(level.size.height - origin.y)"), ("downsample", JSONText.number(level.downsample)),
                ("tileWidth", "\(level.tileSize.width)"), ("tileHeight", "\(level.tileSize.height)"),
                ("columns", "\(level.grid.columns)"), ("rows", "\(level.grid.rows)"),
                ("gridX", "\(-level.inset.x - origin.x)"), ("gridY", "\(-level.inset.y - origin.y)"),
            ])
        }
        let properties = source.properties.map {
            JSONText.object([("name", JSONText.string($0.name)), ("value", JSONText.string($0.value))])
        }
        return JSONText.object([
            ("kind", JSONText.string(opened.format.name)), ("name", JSONText.string(opened.name)),
            ("width", "\(source.imageSize.width)"), ("height", "\(source.imageSize.height)"),
            ("format", JSONText.string(source.format.rawValue)), ("overlap", "\(pyramid.overlap)"),
            ("properties", JSONText.array(properties)),
            ("warnings", JSONText.array(opened.warnings.map(JSONText.string))), ("levels", JSONText.array(levels)),
        ])
    }

    /// Decodes a region of a level into memory of zeros: pixels beyond the image, and those of absent tiles, stay transparent.
    ///
    /// - Parameters:
    ///   - region: the region, in pixels of the level from the image's first on; it may reach beyond the image.
    ///   - index: a present level.
    ///   - base: memory for all pixels, row by row without gaps.
    /// - Throws: `CodecError` naming a damaged tile, and errors of the source.
    func write(_ region: PixelRect, ofLevel index: Int, to base: UnsafeMutableRawPointer) throws {
        let level = pyramid.levels[index]
        let origin = origin(of: level)
        let area = PixelRect(
            x: region.x + origin.x, y: region.y + origin.y, width: region.size.width, height: region.size.height)
        let shown = Part(
            columns: area.columns.clamped(to: origin.x..<level.size.width),
            rows: area.rows.clamped(to: origin.y..<level.size.height))
        guard !shown.isEmpty else { return }
        let columns = level.tileColumns(showing: shown.columns)
        let rows = level.tileRows(showing: shown.rows)
        let decoder = LevelTileDecoder(
            source: source, level: level, layout: PixelLayout(.rgba), background: .white, name: name,
            processes: processes)
        let target = Target(base: base, area: area)
        let pyramid = pyramid
        try parallelFor(
            columns.count * rows.count, workers: Processors.count, makeContext: { Scratch() }
        ) { position, scratch in
            let tile = TileIndex(
                level: index, column: columns.lowerBound + position % columns.count,
                row: rows.lowerBound + position / columns.count)
            let interior = pyramid.interior(of: tile)
            let part = Part(
                columns: interior.columns.clamped(to: shown.columns), rows: interior.rows.clamped(to: shown.rows))
            guard !part.isEmpty else { return }
            if part.columns == interior.columns, part.rows == interior.rows {
                try decoder.decode(tile, into: target.pixel(interior.x, interior.y), stride: target.stride)
                return
            }
            let stride = interior.size.width * Self.bytesPerPixel
            let pixels = try scratch.memory.reserve(stride * interior.size.height)
            try decoder.decode(tile, into: pixels, stride: stride)
            let start = (part.columns.lowerBound - interior.x) * Self.bytesPerPixel
            for y in part.rows {
                target.pixel(part.columns.lowerBound, y).copyMemory(
                    from: pixels + (y - interior.y) * stride + start,
                    byteCount: part.columns.count * Self.bytesPerPixel)
            }
        }
    }

    /// Columns and rows of a level.
    private struct Part {
        let columns: Range<Int>
        let rows: Range<Int>

        var isEmpty: Bool { columns.isEmpty || rows.isEmpty }
    }

    /// The memory of one worker, for tiles of which a part is wanted.
    private final class Scratch {
        var memory = ScratchBuffer()
    }

    /// The memory of a region.
    private struct Target: @unchecked Sendable {
        // The guard of `@unchecked Sendable`: every tile is written by one thread, to pixels of its own.

        let base: UnsafeMutableRawPointer
        /// The region in pixels of the level.
        let area: PixelRect

        /// Bytes from one row of pixels to the next.
        var stride: Int { area.size.width * PixelReader.bytesPerPixel }

        /// The memory of a pixel of the level.
        func pixel(_ x: Int, _ y: Int) -> UnsafeMutableRawPointer {
            base + (y - area.y) * stride + (x - area.x) * PixelReader.bytesPerPixel
        }
    }
}
