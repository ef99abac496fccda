package import ImageCodecs
internal import ImageMetadata
package import ImageSources
package import PixelKernels
package import TilePyramid

/// Decodes the tiles of a level into the rows of pixels that a row of tiles covers; several threads may use it at once.
package struct LevelTileDecoder: Sendable {
    let source: any TileSource
    let level: Level
    let layout: PixelLayout
    let background: RGBColor
    let name: String
    private let processes: TileProcesses

    /// A decoder of the tiles of a level.
    ///
    /// - Parameters:
    ///   - source: the tiles.
    ///   - level: the level.
    ///   - layout: how the decoded pixels lie in memory.
    ///   - background: the color of absent tiles where there is no alpha.
    ///   - name: the pyramid's name in messages.
    ///   - processes: the processes that decode tiles where the program's own may not; by default some of this decoder.
    package init(
        source: any TileSource, level: Level, layout: PixelLayout, background: RGBColor, name: String,
        processes: TileProcesses = TileProcesses()
    ) {
        self.source = source
        self.level = level
        self.layout = layout
        self.background = background
        self.name = name
        self.processes = processes
    }

    /// The memory of the pixels of a row of tiles.
    struct Memory: @unchecked Sendable {
        // The guard of `@unchecked Sendable`: every tile is written by one thread, to columns of its own.

        /// The first pixel of the level's row of pixels.
        let base: UnsafeMutableRawPointer
        /// Bytes from one row of pixels to the next.
        let stride: Int
    }

    /// The most tiles that are inspected to find the pixel layout of all.
    static let sampleLimit = 64

    /// The rows of the level that belong to a row of tiles, without overlaps.
    func rows(of row: Int) -> Range<Int> {
        source.pyramid.interior(of: TileIndex(level: level.index, column: 0, row: row)).rows
    }

    /// Decodes a tile into its columns of memory that holds the rows of its row of tiles.
    func write(column: Int, row: Int, to memory: Memory) throws {
        let index = TileIndex(level: level.index, column: column, row: row)
        let first = source.pyramid.interior(of: index).columns.lowerBound
        try decode(index, into: memory.base + first * layout.bytesPerPixel, stride: memory.stride)
    }

    /// Decodes the interior of a tile, or writes the background where the tile is absent.
    ///
    /// - Parameters:
    ///   - index: the tile, one of the level's.
    ///   - target: memory for the interior's pixels, divided by the scale and rounded up.
    ///   - stride: bytes from one row of pixels to the next.
    ///   - scale: full by default; otherwise the interiors of tiles begin at multiples of the scale.
    /// - Returns: whether the tile has been decoded; false, with nothing written, for one that cannot be decoded at the scale
    ///   because it is not a JPEG of the size that the pyramid says.
    /// - Throws: `CodecError` naming a tile that is damaged or has the wrong size, and errors of the source.
    @discardableResult
    package func decode(
        _ index: TileIndex, into target: UnsafeMutableRawPointer, stride: Int, scale: DecodeScale = .full
    ) throws -> Bool {
        try decode(source.read(index), at: index, into: target, stride: stride, scale: scale)
    }

    /// Decodes the interior of a tile that has been read, or writes the background where it is nil, as
    /// ``decode(_:into:stride:scale:)`` does.
    @discardableResult
    package func decode(
        _ tile: EncodedTile?, at index: TileIndex, into target: UnsafeMutableRawPointer, stride: Int, scale: DecodeScale
    ) throws -> Bool {
        let interior = source.pyramid.interior(of: index)
        let shownSize = scale.size(of: interior.size)
        guard let tile else {
            let pixel = background.backgroundPixel(layout)
            let blank = Array(repeatElement(pixel, count: shownSize.width).joined())
            for y in 0..<shownSize.height {
                (target + y * stride).copyMemory(from: blank, byteCount: blank.count)
            }
            return true
        }
        let rect = source.pyramid.rect(of: index)
        let offset = source.pyramid.offsetInTile(of: index)
        // Pixels of the tile before the first that is shown: its overlap, and pixels beyond the image.
        let origin = PixelOffset(
            x: (offset.x + interior.x - rect.x) / scale.rawValue, y: (offset.y + interior.y - rect.y) / scale.rawValue)
        let shown = TileInterior(
            storedSize: source.pyramid.storedSize(of: index), origin: origin, size: shownSize, scale: scale,
            layout: layout, background: background)
        return try processes.decode(
            shown, of: tile.bytes, name: "\(name): tile \(index)", into: target, stride: stride)
    }

    /// Returns the pixel layout that fits all tiles of a level: color if any has it, alpha if any has it or some are
    /// absent, and the greatest depth.
    ///
    /// - Parameters:
    ///   - source: the tiles.
    ///   - level: the level.
    ///   - name: the pyramid's name in messages.
    ///   - processes: the processes that read headers where the program's own may not; by default some of this call.
    /// - Returns: the layout.
    /// - Throws: `CodecError` when the level has no tiles or one cannot be read.
    package static func commonLayout(
        _ source: any TileSource, _ level: Level, name: String, processes: TileProcesses = TileProcesses()
    ) throws -> PixelLayout {
        var layouts: [PixelLayout] = []
        var hasMissingTiles = false
        var holdsAlpha = false
        func inspect(_ index: TileIndex) throws {
            guard let tile = try source.read(index) else {
                hasMissingTiles = true
                return
            }
            holdsAlpha = holdsAlpha || tile.format.supportsAlpha
            layouts.append(try processes.layout(of: tile.bytes, name: "\(name): tile \(index)"))
        }
        for (column, row) in level.grid.samples(sampleLimit) {
            try inspect(TileIndex(level: level.index, column: column, row: row))
        }
        if layouts.isEmpty, let index = try source.anyTile(of: level.index) {
            try inspect(index)
        }
        guard !layouts.isEmpty else {
            throw CodecError(.unsupported, file: name, "there are no tiles at the level of \(level.size) pixels.")
        }
        let isGray = layouts.allSatisfy { $0.channels.opaque == .gray }
        let hasAlpha =
            source.mayHaveAlpha || layouts.contains { $0.channels.hasAlpha } || hasMissingTiles && holdsAlpha
        let channels: PixelLayout.Channels = isGray ? .gray : .rgb
        return PixelLayout(
            hasAlpha ? channels.withAlpha : channels,
            layouts.contains { $0.depth == .sixteen } ? .sixteen : .eight)
    }
}
