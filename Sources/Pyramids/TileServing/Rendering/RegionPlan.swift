internal import ImageSources
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
        let parts = [rowOfTiles, between, held, source, result, decoding, tiles.tileMemory]
        memory = CheckedNumber.sum(parts.map { $0 ?? .max / 8 }) ?? .max
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

/// The mapping from the pixels of a level to those of an image, along one axis.
struct AxisSampling: Hashable, Sendable {
    /// The position of the image's first edge among the level's pixels, of which the first covers 0 to 1.
    let start: Double
    /// Level pixels for each pixel of the image: less than 1 when it is enlarged.
    let step: Double
    /// The pixels of the image.
    let count: Int
    /// The pixels of the level.
    let length: Int

    /// The extent of an image, in multiples of the most by which it is stretched to end with its level's last pixel.
    private static let nearness = 16.0

    /// Creates the sampling of a part of a level.
    ///
    /// A level's last pixel may reach beyond the image, because its size was rounded up. A part that ends with the level then
    /// ends with that pixel, so that it is copied or halved like the tiles beside it.
    ///
    /// - Parameters:
    ///   - start: where the part begins, in level pixels.
    ///   - extent: how long it is, in level pixels; more than 0.
    ///   - reachesEnd: whether it ends with the image.
    ///   - count: the pixels of the image; at least 1.
    ///   - length: the pixels of the level; at least 1.
    init(start: Double, extent: Double, reachesEnd: Bool, count: Int, length: Int) {
        self.start = start
        self.count = count
        self.length = length
        let natural = extent / Double(count)
        var factor = 1
        while Double(factor) < natural - 1e-9, factor < length { factor *= 2 }
        let isWhole = abs(natural - Double(factor)) < 1e-9
        let first = Int(start.rounded())
        let endsWithLevel = reachesEnd && Double(first) == start && (length - first + factor - 1) / factor == count
        // A few pixels are not stretched, unless they are those of the level.
        let isNear = factor == 1 || natural * Self.nearness > Double(factor) * (Self.nearness - 1)
        step = isWhole || endsWithLevel && isNear ? Double(factor) : natural
    }

    private init(unchanged start: Double, step: Double, count: Int, length: Int) {
        self.start = start
        self.step = step
        self.count = count
        self.length = length
    }

    /// The number of times that the level is halved to give exactly the image; nil if halving does not give it.
    var halvings: Int? {
        let factor = Int(step)
        guard Double(factor) == step, factor > 0, factor & (factor - 1) == 0, start == start.rounded(),
            Int(start).isMultiple(of: factor), Int(start) < length
        else { return nil }
        return factor.trailingZeroBitCount
    }

    /// The level's pixels that the image needs; at least one.
    var source: Range<Int> {
        let end = start + step * Double(count)
        var first = start.rounded(.down)
        var last = end.rounded(.up)
        if step < 1 {
            first = (start + 0.5 * step - 0.5).rounded(.down)
            last = (end - 0.5 * step - 0.5).rounded(.down) + 2
        }
        let lower = min(max(0, Int(first)), length - 1)
        return lower..<max(lower + 1, min(length, Int(last)))
    }

    /// The areas of ``source``, counted from its first pixel, that make the pixels; they do not become more.
    var areas: AreaAxis {
        let source = source
        return AreaAxis(start: start - Double(source.lowerBound), step: step, count: count, length: source.count)
    }

    /// The sampling of chroma that has half of the resolution, in the level and in the image.
    ///
    /// The level's chroma ends with the last pixel that the image needs, so that no more tiles are touched.
    var halved: AxisSampling {
        AxisSampling(
            unchanged: start / 2, step: step, count: (count + 1) / 2, length: (source.upperBound + 1) / 2)
    }

    /// The source pixels of a pixel, counted from the first of ``source``.
    func window(_ position: Int) -> ResamplingWindow {
        let source = source
        let offset = start - Double(source.lowerBound) + Double(position) * step
        return step >= 1
            ? ResamplingWindow(areaFrom: offset, to: offset + step, length: source.count)
            : ResamplingWindow(linearAt: offset + step / 2, length: source.count)
    }
}
