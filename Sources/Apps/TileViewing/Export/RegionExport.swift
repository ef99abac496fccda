internal import Concurrency
internal import Dispatch
public import ImageCodecs
internal import ImageMetadata
internal import ImageSources
internal import LayerTree
internal import Numbers
internal import PixelKernels
public import TilePyramid
internal import TiledLayers
internal import VectorDrawing

/// Writes a region of an image at full resolution to a file, straight from the tiles and without resampling.
///
/// The file is written one row of tiles at a time, under a partial name until it is complete. The memory is one row of tiles as
/// wide as the region, whatever the region's height.
public struct RegionExport: Sendable {
    /// The result of an export.
    public struct Outcome: Hashable, Sendable {
        /// The number of tiles that the image does not have; their pixels are transparent, or gray in files without
        /// alpha.
        public var absentTiles = 0
        /// The number of tiles that could not be read; their pixels are left empty too.
        public var failedTiles = 0
        /// The reason that the first of the failed tiles could not be read.
        public var failure: String?
    }

    /// The image's tiles.
    public var source: any TileSource
    /// The region in full-size pixels, within the image.
    public var region: PixelRect
    /// The output file; an existing one is replaced.
    public var path: String
    /// The output format.
    ///
    /// PNG and TIFF files have alpha unless the tiles are JPEG. In JPEG files, transparent pixels become white.
    public var format: ImageFileFormat
    /// The function that draws over the image; nil, the default, for nothing.
    ///
    /// It gets a part of the image in full-size pixels, and returns nil if there is nothing to draw there.
    var overlay: (@Sendable (_ rect: PixelRect) -> PixelBuffer?)?
    /// Called before the file is created; `false` cancels the export, and nil, the default, does not.
    var willCreate: (@Sendable () -> Bool)?
    /// Called before each tile, on several threads at once; `true` cancels the export, and nil, the default, does not.
    var isCanceled: (@Sendable () -> Bool)?

    /// Creates an export; ``run(progress:)`` performs it.
    public init(source: any TileSource, region: PixelRect, path: String, format: ImageFileFormat) {
        precondition(!region.isEmpty, "an exported region has at least one pixel")
        self.source = source
        self.region = region
        self.path = path
        self.format = format
    }

    /// The largest region that is exported as PNG by default, in pixels: 100 megapixels.
    ///
    /// Larger ones become TIFF, which takes less time and more space.
    public static let pngPixelLimit = 100_000_000

    /// The limit for the pixels of one row of tiles in a region, which are in memory at one time: 2 GB.
    public static let bandPixelLimit = 1 << 29

    /// The default format for a region of this size.
    public static func standardFormat(for size: PixelSize) -> ImageFileFormat {
        size.area <= pngPixelLimit ? .png : .tiff
    }

    /// Writes the file; blocks until it is complete, and uses all processors meanwhile.
    ///
    /// - Parameter progress: called once the file is created and after each row of tiles with the fraction that is done, from 0
    ///   to 1; `false` cancels the export, which then leaves no file.
    /// - Returns: the numbers of tiles that are missing in the file; nil if the export was canceled.
    /// - Throws: `CodecError` if the file cannot be written; another error if there is no memory for a row of tiles.
    public func run(progress: (Double) -> Bool = { _ in true }) throws -> Outcome? {
        let level = source.pyramid.finestLevel
        let layout = PixelLayout(format.supportsAlpha && hasAlpha ? .rgba : .rgb)
        let rowsOfTiles = level.tileRows(showing: region.rows)
        let bandPixels =
            CheckedNumber.product(region.size.width, min(level.tileSize.height, region.size.height)) ?? .max
        guard bandPixels <= Self.bandPixelLimit else {
            throw CodecError(
                .cannotCreate, file: path,
                "a row of tiles of this region has \(bandPixels) pixels, and up to \(Self.bandPixelLimit) are exported. "
                    + "Choose a narrower region.")
        }
        let columns = level.tileColumns(showing: region.columns)
        guard willCreate?() ?? true else { return nil }
        let writer = try format.makeWriter(path, size: region.size, layout: layout)
        guard progress(0) else { return nil }
        let outcome = Locked(Outcome())
        for (number, row) in rowsOfTiles.enumerated() {
            let first = TileIndex(level: level.index, column: columns.lowerBound, row: row)
            let rows = region.rows.clamped(to: source.pyramid.interior(of: first).rows)
            let band = try ExportBand(
                rect: PixelRect(x: region.x, y: rows.lowerBound, width: region.size.width, height: rows.count),
                layout: layout)
            DispatchQueue.concurrentPerform(iterations: columns.count) { position in
                guard !hasEnded else { return }
                let index = TileIndex(level: level.index, column: columns.lowerBound + position, row: row)
                copy(index, into: band, outcome: outcome)
            }
            guard !hasEnded else { return nil }
            if let overlay { band.draw(overlay) }
            let top = rows.lowerBound - region.y
            try writer.write(PixelBand(base: band.base, stride: band.stride, rows: top..<top + rows.count))
            guard progress(Double(number + 1) / Double(rowsOfTiles.count)) else { return nil }
        }
        try writer.finish()
        return outcome.withLock { $0 }
    }

    private var hasEnded: Bool { isCanceled?() ?? false }

    /// Whether the tiles can be transparent, judged by the format of the first one that can be read.
    private var hasAlpha: Bool {
        for level in source.pyramid.presentLevels {
            guard let index = try? source.anyTile(of: level), let tile = try? source.read(index) else { continue }
            return tile.format.supportsAlpha
        }
        return true
    }

    /// Copies the part of a tile that lies in a band; each tile writes columns of its own.
    private func copy(_ index: TileIndex, into band: ExportBand, outcome: Locked<Outcome>) {
        let pyramid = source.pyramid
        let target = pyramid.interior(of: index).intersection(band.rect)
        do {
            guard let tile = try source.read(index) else {
                band.fill(target)
                return outcome.withLock { $0.absentTiles += 1 }
            }
            let pixels = try PooledTileDecoder.shared.decode(tile, at: index, of: pyramid, name: "tile")
            band.copy(target, of: pixels, at: pyramid.rect(of: index))
        } catch {
            band.fill(target)
            outcome.withLock { outcome in
                outcome.failedTiles += 1
                outcome.failure = outcome.failure ?? "\(error)".withoutReadableKinds
            }
        }
    }
}

/// The rows of an export that one row of tiles provides.
///
/// Unchecked: each tile writes its own columns, and the rows are read when all tiles are done.
private final class ExportBand: @unchecked Sendable {
    let base: UnsafeMutableRawPointer
    let stride: Int
    let rect: PixelRect
    private let layout: PixelLayout

    init(rect: PixelRect, layout: PixelLayout) throws(OutOfMemory) {
        self.rect = rect
        self.layout = layout
        stride = rect.size.width * layout.bytesPerPixel
        base = try HeapMemory.allocate(stride * rect.size.height)
    }

    deinit {
        HeapMemory.free(base)
    }

    private func address(column: Int, row: Int) -> UnsafeMutableRawPointer {
        base + (row - rect.y) * stride + (column - rect.x) * layout.bytesPerPixel
    }

    /// Makes pixels transparent, or gray if the file has no alpha.
    func fill(_ target: PixelRect) {
        for row in target.rows {
            address(column: target.x, row: row).initializeMemory(
                as: UInt8.self, repeating: layout.channels.hasAlpha ? 0 : 128,
                count: target.size.width * layout.bytesPerPixel)
        }
    }

    /// Copies the pixels of a tile that lie in a rectangle.
    func copy(_ target: PixelRect, of tile: PixelBuffer, at tileRect: PixelRect) {
        tile.withPixels { pixels in
            guard let base = pixels.baseAddress else { return }
            for row in target.rows {
                let first = base + (row - tileRect.y) * tile.size.width + target.x - tileRect.x
                let place = self.address(column: target.x, row: row)
                if tile.isOpaque || layout.channels.hasAlpha {
                    place.writeStraight(first, count: target.size.width, layout.channels)
                } else {
                    place.writeOverWhite(first, count: target.size.width)
                }
            }
        }
    }

    /// The most pixels of an overlay that are in memory at a time.
    private static let overlayPixelLimit = 1 << 24

    /// Draws an overlay over the rows, once all tiles are copied.
    func draw(_ overlay: (_ rect: PixelRect) -> PixelBuffer?) {
        let width = rect.size.width
        let step = max(1, Self.overlayPixelLimit / width)
        for first in Swift.stride(from: rect.y, to: rect.y + rect.size.height, by: step) {
            let rows = first..<min(first + step, rect.y + rect.size.height)
            let part = PixelRect(x: rect.x, y: rows.lowerBound, width: width, height: rows.count)
            guard let picture = overlay(part) else { continue }
            picture.withPixels { pixels in
                for (index, pixel) in pixels.enumerated() where pixel >> 24 > 0 {
                    address(column: rect.x + index % width, row: rows.lowerBound + index / width)
                        .blend(pixel, layout.channels)
                }
            }
        }
    }
}

extension UnsafeMutableRawPointer {
    /// Draws a premultiplied pixel over a straight one, RGB or RGBA.
    fileprivate func blend(_ pixel: UInt32, _ channels: PixelLayout.Channels) {
        let rest = 255 - pixel >> 24
        let alpha = channels.hasAlpha ? UInt32(load(fromByteOffset: 3, as: UInt8.self)) : 255
        // Both alphas count for what is left of the lower pixel, in 1/255².
        let below = alpha * rest
        let total = (pixel >> 24) * 255 + below
        guard total > 0 else { return }
        for (place, shift) in [16, 8, 0].enumerated() {
            let old = UInt32(load(fromByteOffset: place, as: UInt8.self))
            let sum = (pixel >> UInt32(shift) & 255) * 255 * 255 + old * below
            storeBytes(of: UInt8(min(255, (sum + total / 2) / total)), toByteOffset: place, as: UInt8.self)
        }
        if channels.hasAlpha { storeBytes(of: UInt8((total + 127) / 255), toByteOffset: 3, as: UInt8.self) }
    }
}
