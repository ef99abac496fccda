internal import Dispatch
public import ImageCodecs
internal import LayerTree
internal import Concurrency
internal import PixelKernels
public import TilePyramid
internal import TiledLayers

/// Writes a part of an image at full resolution into a file, straight from its tiles: no pixel is calculated anew.
///
/// The file is written row of tiles by row of tiles, under a partial name until it is complete. Memory: one row of tiles
/// of the width of the part, whatever its height.
public struct RegionExport: Sendable {
    /// What came of an export.
    public struct Outcome: Hashable, Sendable {
        /// Tiles that the image does not have; their pixels are transparent, or a neutral gray in files without alpha.
        public var absentTiles = 0
        /// Tiles that could not be read, left empty too, and why for the first of them.
        public var failedTiles = 0
        /// Why the first of the failed ones could not be read.
        public var failure: String?
    }

    /// The tiles.
    public var source: any TileSource
    /// The part, in full-size pixels, within the image.
    public var region: PixelRect
    /// The name of the file; one of that name is replaced.
    public var path: String
    /// Its format: PNG or TIFF, with alpha unless the tiles are JPEG.
    public var format: ImageFileFormat

    /// An export, which nothing has been done for.
    public init(source: any TileSource, region: PixelRect, path: String, format: ImageFileFormat) {
        precondition(!region.isEmpty, "a part of an image has at least one pixel")
        self.source = source
        self.region = region
        self.path = path
        self.format = format
    }

    /// Up to so many pixels a part is exported as PNG by default, and from there on as TIFF, which takes less time and
    /// more room: 100 megapixels.
    public static let pngPixelLimit = 100_000_000

    /// The format for a part of that size.
    public static func standardFormat(for size: PixelSize) -> ImageFileFormat {
        size.area <= pngPixelLimit ? .png : .tiff
    }
}

extension RegionExport {
    /// Writes the file; blocks until it is there, and uses all processors meanwhile.
    ///
    /// - Parameter progress: called after each row of tiles with the part that is done, from 0 to 1; false ends the
    ///   export, and nothing is left of it.
    /// - Returns: what is missing in the file; nil when it was ended.
    /// - Throws: `CodecError` when the file cannot be written.
    public func run(progress: (Double) -> Bool = { _ in true }) throws -> Outcome? {
        let level = source.pyramid.finestLevel
        let layout = PixelLayout(hasAlpha ? .rgba : .rgb)
        let writer = try format.makeWriter(path, size: region.size, layout: layout)
        let outcome = Locked(Outcome())
        let rowsOfTiles = level.tileRows(showing: region.rows)
        let columns = level.tileColumns(showing: region.columns)
        for (number, row) in rowsOfTiles.enumerated() {
            let first = TileIndex(level: level.index, column: columns.lowerBound, row: row)
            let rows = region.rows.clamped(to: source.pyramid.interior(of: first).rows)
            let band = ExportBand(
                rect: PixelRect(x: region.x, y: rows.lowerBound, width: region.size.width, height: rows.count),
                layout: layout)
            DispatchQueue.concurrentPerform(iterations: columns.count) { position in
                let index = TileIndex(level: level.index, column: columns.lowerBound + position, row: row)
                copy(index, into: band, outcome: outcome)
            }
            let top = rows.lowerBound - region.y
            try writer.write(PixelBand(base: band.base, stride: band.stride, rows: top..<top + rows.count))
            guard progress(Double(number + 1) / Double(rowsOfTiles.count)) else { return nil }
        }
        try writer.finish()
        return outcome.withLock { $0 }
    }

    /// Whether the tiles can be transparent: the format of the first one that is there tells.
    private var hasAlpha: Bool {
        let pyramid = source.pyramid
        for index in pyramid.indices {
            if let tile = try? source.read(index) { return tile.format != .jpeg }
            // In a damaged pyramid, looking at a million tiles would take too long.
            if index.level > 8 { break }
        }
        return true
    }

    /// Copies what of a tile lies in a band; each tile writes other columns than its neighbors.
    private func copy(_ index: TileIndex, into band: ExportBand, outcome: Locked<Outcome>) {
        let pyramid = source.pyramid
        let target = pyramid.interior(of: index).intersection(band.rect)
        do {
            guard let tile = try source.read(index) else {
                band.fill(target)
                return outcome.withLock { $0.absentTiles += 1 }
            }
            let pixels = try PooledTileDecoder.shared.decode(tile, at: index, of: pyramid, name: "tile")
            band.copy(target, of: pixels, lyingAt: pyramid.rect(of: index))
        } catch {
            band.fill(target)
            outcome.withLock { outcome in
                outcome.failedTiles += 1
                outcome.failure = outcome.failure ?? "\(error)"
            }
        }
    }
}

/// The rows of an export that one row of tiles has pixels for.
///
/// Sendable without a check of the compiler: each tile writes its own columns, and the rows are read when all have.
private final class ExportBand: @unchecked Sendable {
    let base: UnsafeMutableRawPointer
    let stride: Int
    let rect: PixelRect
    private let layout: PixelLayout

    init(rect: PixelRect, layout: PixelLayout) {
        self.rect = rect
        self.layout = layout
        stride = rect.size.width * layout.bytesPerPixel
        base = .allocate(byteCount: stride * rect.size.height, alignment: 16)
    }

    deinit {
        base.deallocate()
    }

    private func place(column: Int, row: Int) -> UnsafeMutableRawPointer {
        base + (row - rect.y) * stride + (column - rect.x) * layout.bytesPerPixel
    }

    /// Makes pixels transparent, or gray where there is no transparency.
    func fill(_ target: PixelRect) {
        for row in target.rows {
            place(column: target.x, row: row).initializeMemory(
                as: UInt8.self, repeating: layout.channels.hasAlpha ? 0 : 128,
                count: target.size.width * layout.bytesPerPixel)
        }
    }

    /// Copies pixels of a tile.
    func copy(_ target: PixelRect, of tile: PixelBuffer, lyingAt place: PixelRect) {
        tile.withPixels { pixels in
            guard let base = pixels.baseAddress else { return }
            for row in target.rows {
                let first = base + (row - place.y) * tile.size.width + target.x - place.x
                self.place(column: target.x, row: row).writeStraight(
                    first, count: target.size.width, layout.channels)
            }
        }
    }
}
