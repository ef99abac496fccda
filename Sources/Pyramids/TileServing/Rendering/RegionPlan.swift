internal import ImageCodecs
internal import Numbers
internal import PixelKernels
internal import TilePyramid

/// A part of an image in full-size pixels of its pyramid, and the size at which it is wanted.
struct RegionRequest: Hashable, Sendable {
    /// The left and upper edge.
    var x: Double, y: Double
    /// The extent; more than 0.
    var width: Double, height: Double
    /// The size of the result; at least 1×1.
    var size: PixelSize

    /// A region of whole pixels.
    init(_ rect: PixelRect, size: PixelSize) {
        x = Double(rect.x)
        y = Double(rect.y)
        width = Double(rect.size.width)
        height = Double(rect.size.height)
        self.size = size
    }

    /// The region that a tile of a pyramid shows, without rounding.
    init(_ index: TileIndex, of pyramid: Pyramid) {
        let level = pyramid.levels[index.level]
        let rect = pyramid.rect(of: index)
        x = Double(rect.x) * level.horizontalDownsample
        y = Double(rect.y) * level.verticalDownsample
        width = Double(rect.size.width) * level.horizontalDownsample
        height = Double(rect.size.height) * level.verticalDownsample
        size = rect.size
    }
}

/// The plan of a region: the pixels of a pyramid that make it, chosen before any of them is read.
struct RegionPlan: Hashable, Sendable {
    /// The level, the coarsest that has at least as many pixels as are wanted.
    let level: Int
    /// The scale at which its tiles are decoded.
    let scale: DecodeScale
    /// The mapping from the level's pixels to those of the result, across and down.
    let columns: AxisSampling, rows: AxisSampling
    /// The columns and rows of tiles that are touched.
    let tileColumns: Range<Int>, tileRows: Range<Int>
    /// The bytes of memory that rendering needs at most, beyond the decoded tiles that are kept.
    let memory: Int
    /// The pixels of all tiles that are touched.
    ///
    /// They count as a fourth where JPEG is decoded at a smaller scale, which takes about a fourth of the time.
    let decodedPixels: Int

    /// The most pixels, besides the result's, that rows of pixels between levels and tiles take, for each column.
    private static let rowsInBetween = 4
    /// The number of pixels of a JPEG that are decoded at a smaller scale in the time of one at full scale.
    private static let scaledDecodingGain = 4

    /// Plans a region that begins within the image.
    init(_ request: RegionRequest, of tiles: some DecodedTiles) {
        let pyramid = tiles.pyramid
        let size = request.size
        /// Whether a level has enough pixels along an axis, decoded at a scale; what ends with the image ends with the
        /// level's last pixel.
        func suffices(
            _ start: Double, _ extent: Double, of full: Int, _ ratio: Double, _ length: Int, _ count: Int
        ) -> Bool {
            let pixels = start + extent >= Double(full) ? Double(length) - start / ratio : extent / ratio
            // A sum of rounded numbers may be a little less than a whole number.
            return pixels >= Double(count) - 1e-6
        }
        func suffices(_ level: Level, _ scale: DecodeScale) -> Bool {
            let factor = Double(scale.rawValue)
            let decoded = scale.size(of: level.size)
            return suffices(
                request.x, request.width, of: tiles.fullSize.width, level.horizontalDownsample * factor, decoded.width,
                size.width)
                && suffices(
                    request.y, request.height, of: tiles.fullSize.height, level.verticalDownsample * factor,
                    decoded.height, size.height)
        }
        let chosen = pyramid.levels[pyramid.presentLevels].first { suffices($0, .full) } ?? pyramid.finestLevel
        let scale =
            DecodeScale.allCases.last { tiles.supports($0, level: chosen.index) && suffices(chosen, $0) } ?? .full
        let factor = Double(scale.rawValue)
        let decoded = scale.size(of: chosen.size)
        /// The sampling of an axis; a region at the lower or right edge may end a fraction of a level's pixel beyond it.
        func axis(
            _ start: Double, _ extent: Double, of full: Int, _ downsample: Double, _ length: Int, _ count: Int
        ) -> AxisSampling {
            let ratio = downsample * factor
            return AxisSampling(
                start: min(start / ratio, Double(length) - 0.5), extent: extent / ratio,
                reachesEnd: start + extent >= Double(full), count: count, length: length)
        }
        columns = axis(
            request.x, request.width, of: tiles.fullSize.width, chosen.horizontalDownsample, decoded.width, size.width)
        rows = axis(
            request.y, request.height, of: tiles.fullSize.height, chosen.verticalDownsample, decoded.height,
            size.height)
        func full(_ range: Range<Int>, _ length: Int) -> Range<Int> {
            range.lowerBound * scale.rawValue..<min(length, range.upperBound * scale.rawValue)
        }
        tileColumns = chosen.tileColumns(showing: full(columns.source, chosen.size.width))
        tileRows = chosen.tileRows(showing: full(rows.source, chosen.size.height))
        level = chosen.index
        self.scale = scale
        let tile = scale.size(of: chosen.tileSize)
        let bytes = tiles.layout.bytesPerPixel
        let rowOfTiles = CheckedNumber.product(tileColumns.count, tile.width, tile.height, bytes)
        let between = CheckedNumber.product(columns.source.count, Self.rowsInBetween, bytes)
        // Rows between the two halves of the filter have four floats for each pixel.
        let held = CheckedNumber.product(Int(min(rows.step, 1e9)) + 3, size.width, 16)
        let source = CheckedNumber.product(columns.source.count, 16)
        // The result, its encoded form, and a tile that is decoded.
        let result = CheckedNumber.product(size.width, size.height, 2 * bytes)
        let decoding = CheckedNumber.product(tile.width, tile.height, 2 * bytes)
        memory =
            CheckedNumber.sum([rowOfTiles, between, held, source, result, decoding].map { $0 ?? .max / 8 }) ?? .max
        let stored =
            CheckedNumber.product(
                tileColumns.count, tileRows.count, chosen.tileSize.width, chosen.tileSize.height) ?? .max
        decodedPixels = scale == .full ? stored : stored / Self.scaledDecodingGain
    }

    /// The number of times that the level is halved to give exactly the region; nil if halving does not give it.
    var halvings: Int? { columns.halvings == rows.halvings ? columns.halvings : nil }

    /// Whether pixels become fewer, or stay as many, by the mean of areas.
    var isReduction: Bool { halvings == nil && columns.step >= 1 && rows.step >= 1 }
}
