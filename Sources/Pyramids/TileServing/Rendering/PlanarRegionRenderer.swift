internal import Concurrency
internal import ImageCodecs
internal import ImageSources
internal import PixelKernels
internal import TilePyramid

/// Makes a region of a pyramid smaller, from JPEG tiles to a JPEG, without leaving 4:2:0: luma and chroma become smaller each
/// by itself.
///
/// It takes half of the time of the way by RGB, which every other request takes.
struct PlanarRegionRenderer: Sendable {
    let tiles: any DecodedTiles

    /// Whether what is requested can be made in this way, if the tiles of the region are of this kind.
    static func supports(_ plan: RegionPlan, _ options: OutputOptions, _ layout: PixelLayout) -> Bool {
        layout == PixelLayout(.rgb) && options.format == .jpeg && options.quality.hasColors && options.isUpright
            && plan.scale == .full && plan.isReduction
    }

    /// Renders a region as it was planned, and blocks until it is done.
    ///
    /// - Returns: nil if a tile is not of this kind.
    /// - Throws: errors of the tiles, `OutOfMemory`, and `CancellationError` once the current ``Cancellation`` is cancelled.
    func render(_ plan: RegionPlan) throws -> PlanarImage? {
        let image = try PlanarImage(PixelSize(width: plan.columns.count, height: plan.rows.count))
        let planes = try image.planes.enumerated().map { number, target in
            try Plane(number, plan) { row, y in
                target.row(y).copyMemory(from: row, byteCount: target.stride)
            }
        }
        let cancellation = Cancellation.current
        for tileRow in plan.tileRows {
            var rows = [TileRow](repeating: TileRow(), count: planes.count)
            var first: (tile: PlanarTile, interior: PixelRect)?
            for tileColumn in plan.tileColumns {
                if let cancellation, cancellation.isCancelled { throw CancellationError() }
                try ProcessorTimeBudget.current?.check()
                let index = TileIndex(level: plan.level, column: tileColumn, row: tileRow)
                guard let tile = try tiles.planarTile(index) else { return nil }
                let interior = tiles.pyramid.interior(of: index)
                first = first ?? (tile, interior)
                for plane in planes { plane.append(tile, interior, to: &rows[plane.number]) }
            }
            guard let first else { continue }
            for plane in planes { try plane.add(rows[plane.number], of: first.tile, first.interior) }
        }
        return image
    }

    /// A plane of a region.
    private struct Plane {
        let number: Int
        private let columns: Range<Int>
        private let rows: Range<Int>
        private let reducer: AreaReducer

        init(
            _ number: Int, _ plan: RegionPlan, output: @escaping (UnsafeRawPointer, Int) throws -> Void
        ) throws {
            let (columns, rows) = number == 0 ? (plan.columns, plan.rows) : (plan.columns.halved, plan.rows.halved)
            self.number = number
            self.columns = columns.source
            self.rows = rows.source
            reducer = try AreaReducer(columns, rows, PixelLayout(.gray), output: output)
        }

        /// The part of the level that is a tile's, in samples of the plane.
        private func rect(_ interior: PixelRect) -> PixelRect {
            let size = interior.size
            guard number > 0 else { return interior }
            return PixelRect(
                x: interior.x / 2, y: interior.y / 2, width: (size.width + 1) / 2, height: (size.height + 1) / 2)
        }

        /// Appends the columns of a tile that belong to the region.
        func append(_ tile: PlanarTile, _ interior: PixelRect, to row: inout TileRow) {
            let rect = rect(interior)
            let wanted = rect.columns.clamped(to: columns)
            guard !wanted.isEmpty else { return }
            row.parts.append(
                TileRow.Part(
                    tile: tile.memory, start: tile.origin(ofPlane: number).column + wanted.lowerBound - rect.x,
                    offset: wanted.lowerBound - columns.lowerBound, byteCount: wanted.count))
        }

        /// Adds the rows of a row of tiles that belong to the region.
        func add(_ row: TileRow, of tile: PlanarTile, _ interior: PixelRect) throws {
            let rect = rect(interior)
            let origin = tile.origin(ofPlane: number).row
            for y in rect.rows.clamped(to: rows) {
                try reducer.add(row, origin + y - rect.y, y - rows.lowerBound)
            }
        }
    }
}

/// An image as JPEG 4:2:0 stores it.
struct PlanarImage {
    /// The columns and rows of luma.
    let size: PixelSize
    /// Y, and Cb and Cr with half as many columns and rows, rounded up.
    let planes: [PixelMemory]

    /// Creates an image whose samples are undefined.
    ///
    /// - Throws: `OutOfMemory`.
    init(_ size: PixelSize) throws {
        self.size = size
        planes = try [size, size.halved, size.halved].map { try PixelMemory($0, PixelLayout(.gray)) }
    }

    /// Encodes the image as a JPEG.
    ///
    /// - Throws: `CodecError`.
    func encoded(quality: Int) throws -> [UInt8] {
        var encoding = TileEncoding()
        encoding.format = .jpeg
        encoding.quality = quality
        let encoder = try encoding.makePlanarEncoder()
        func lend(_ plane: Int, _ lent: [TilePixels]) throws -> [UInt8] {
            guard plane < planes.count else {
                var bytes: [UInt8] = []
                try encoder.encode(planes: lent, size: size) { encoded in
                    bytes = encoded.withUnsafeBytes { Array($0) }
                }
                return bytes
            }
            let memory = planes[plane]
            return try TilePixels.lend(
                UnsafeRawPointer(memory.base), stride: memory.stride, size: memory.size, layout: memory.layout
            ) { try lend(plane + 1, lent + [$0]) }
        }
        return try lend(0, [])
    }
}
