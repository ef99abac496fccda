internal import FilePyramids
internal import ImageCodecs
internal import ImageSources
internal import Mosaics
internal import PixelKernels
internal import TileCutting
internal import TilePyramid

/// Makes tiles of a pyramid with another one on it; one thread uses it.
///
/// Memory: the pixels of up to six tiles.
final class OverlayRenderer {
    /// The outcome for a tile.
    enum Outcome {
        /// It is the base's, or there is none.
        case unchanged
        /// It is the overlay's, byte for byte, instead of the base's.
        case replaced
        /// It is the overlay's, byte for byte, where the base has none.
        case added
        /// Pixels of both were encoded.
        case composited
        /// It was rendered from the tiles of the next finer level.
        case rerendered
    }

    private let plan: OverlayPlan
    private let merged: OverlaidPyramid
    /// A tile of the base whose encoding is used where the base has none.
    private let sample: EncodedTile?
    /// Pixels of the base, of the overlay, of four tiles of the next finer level, and of the tile made of these.
    private var below = ScratchBuffer()
    private var above = ScratchBuffer()
    private var fine = ScratchBuffer()
    private var coarse = ScratchBuffer()

    init(_ plan: OverlayPlan, into merged: OverlaidPyramid, sample: EncodedTile?) {
        self.plan = plan
        self.merged = merged
        self.sample = sample
    }

    private var pyramid: Pyramid { merged.pyramid }

    /// Puts a tile of the overlay over that of the base, unless it replaces it.
    func composite(_ index: TileIndex) throws -> Outcome {
        guard let tile = try merged.readOverlay(index), let own = plan.alignment.overlay[index.level]?.index(of: index)
        else { return .unchanged }
        let name = "\(plan.overlay.path): tile \(own)"
        let image = try openTileImage(tile.bytes, name: name)
        let baseTile = try merged.readBase(index)
        let base = try baseTile.map { tile in
            try openTileImage(tile.bytes, name: "\(plan.base.path): tile \(index)").info.layout
        }
        let canReplace = hasSameForm(own, as: index)
        guard !canReplace || image.info.layout.channels.hasAlpha && base != nil else {
            return useOverlay(at: index, baseHasTile: base != nil)
        }
        let layout = layout(of: base, under: image.info.layout)
        let covering = PixelLayout(layout.channels.withAlpha, layout.depth)
        let source = plan.overlay.source.pyramid.rect(of: own).size
        let stride = source.width * covering.bytesPerPixel
        let pixels = try above.reserve(stride * source.height)
        try LevelTileDecoder(
            source: plan.overlay.source, level: plan.overlay.source.pyramid.levels[own.level], layout: covering,
            background: plan.options.background, name: plan.overlay.path
        ).decode(own, into: pixels, stride: stride)
        let size = pyramid.rect(of: index).size
        let shown = PixelSize(width: min(source.width, size.width), height: min(source.height, size.height))
        switch opacity(pixels, stride: stride, covering, shown) {
        case .opaque where canReplace:
            return useOverlay(at: index, baseHasTile: base != nil)
        case .transparent: return .unchanged
        case .opaque, .mixed: break
        }
        let targetStride = size.width * layout.bytesPerPixel
        let target = try below.reserve(targetStride * size.height)
        try decodeBase(index, layout, into: target, stride: targetStride, size)
        if plan.holdsNumbers, covering == PixelLayout(.rgba) {
            for y in 0..<shown.height { Self.makeValidOpaque(pixels + y * stride, count: shown.width) }
        }
        for y in 0..<shown.height {
            RowCompositing.over(pixels + y * stride, count: shown.width, onto: target + y * targetStride, layout)
        }
        try write(target, stride: targetStride, layout, at: index, like: baseTile)
        return .composited
    }

    /// Renders a tile from those of the next finer level that it shows, unless the overlay's replaces it.
    func rerender(_ index: TileIndex) throws -> Outcome {
        let children = plan.alignment.children(of: index)
        let baseTile = try merged.readBase(index)
        let areOverlaid = try children.allSatisfy { child in
            try merged.isOverlaid(child.index) || merged.storedTile(child.index) == nil
        }
        if areOverlaid, try overlaysWhole(index, base: baseTile) {
            return useOverlay(at: index, baseHasTile: baseTile != nil)
        }
        let layout = try commonLayout(of: children.map(\.index))
        let tileSize = pyramid.levels[index.level + 1].tileSize
        let shown = pyramid.rect(of: index)
        // Sizes that were rounded up have no pixels for their last column or row, and those rounded down leave some out.
        let covered = children.map { pyramid.rect(of: $0.index).size }
        let size = PixelSize(
            width: min(2 * shown.size.width, extent(children.map(\.column), covered.map(\.width), tileSize.width)),
            height: min(2 * shown.size.height, extent(children.map(\.row), covered.map(\.height), tileSize.height)))
        let stride = 2 * tileSize.width * layout.bytesPerPixel
        let pixels = try fine.reserve(stride * 2 * tileSize.height)
        fill(pixels, layout, PixelSize(width: 2 * tileSize.width, height: 2 * tileSize.height), stride: stride)
        let decoder = LevelTileDecoder(
            source: merged, level: pyramid.levels[index.level + 1], layout: layout,
            background: plan.options.background, name: plan.base.path)
        for child in children {
            let x = child.column * tileSize.width
            let y = child.row * tileSize.height
            try decoder.decode(child.index, into: pixels + y * stride + x * layout.bytesPerPixel, stride: stride)
        }
        let targetStride = shown.size.width * layout.bytesPerPixel
        let target = try coarse.reserve(targetStride * shown.size.height)
        for y in 0..<shown.size.height {
            let upper = UnsafeRawPointer(pixels + min(2 * y, size.height - 1) * stride)
            let lower = 2 * y + 1 < size.height ? upper + stride : nil
            let row = target + y * targetStride
            if plan.holdsNumbers, layout.depth == .eight, layout.channels.opaque == .rgb {
                BoxDownsampling.makeNumberRow(
                    upper: upper, lower: lower, width: size.width, hasAlpha: layout.channels.hasAlpha, into: row,
                    outputRow: shown.y + y, firstColumn: shown.x)
            } else {
                BoxDownsampling.makeRow(
                    upper: upper, lower: lower, width: size.width, layout: layout, into: row, outputRow: shown.y + y,
                    firstColumn: shown.x)
            }
        }
        try write(target, stride: targetStride, layout, at: index, like: baseTile)
        return .rerendered
    }

    /// Makes the pixels of a row opaque that have a number: numbers are not blended.
    private static func makeValidOpaque(_ pixels: UnsafeMutableRawPointer, count: Int) {
        let samples = pixels.assumingMemoryBound(to: UInt8.self)
        // The pixels are RGBA.
        for x in 0..<count where samples[4 * x + 3] != 0 { samples[4 * x + 3] = 255 }
    }

    private func useOverlay(at index: TileIndex, baseHasTile: Bool) -> Outcome {
        merged.useOverlay(at: index, baseHasTile: baseHasTile)
        return baseHasTile ? .replaced : .added
    }

    /// Returns whether a tile of the overlay has the format and the sizes of a tile of the merged pyramid.
    private func hasSameForm(_ own: TileIndex, as index: TileIndex) -> Bool {
        let source = plan.overlay.source
        return source.format == merged.format && source.pyramid.rect(of: own).size == pyramid.rect(of: index).size
            && source.pyramid.storedSize(of: own) == pyramid.storedSize(of: index)
    }

    /// Returns whether the overlay has a tile of the same form, and the base none or one of which nothing is seen.
    private func overlaysWhole(_ index: TileIndex, base: EncodedTile?) throws -> Bool {
        guard let own = plan.alignment.overlay[index.level]?.index(of: index), hasSameForm(own, as: index),
            let tile = try merged.readOverlay(index)
        else { return false }
        let layout = try openTileImage(tile.bytes, name: "\(plan.overlay.path): tile \(own)").info.layout
        guard base != nil, layout.channels.hasAlpha else { return true }
        let size = pyramid.rect(of: index).size
        let stride = size.width * layout.bytesPerPixel
        let pixels = try above.reserve(stride * size.height)
        try LevelTileDecoder(
            source: plan.overlay.source, level: plan.overlay.source.pyramid.levels[own.level], layout: layout,
            background: plan.options.background, name: plan.overlay.path
        ).decode(own, into: pixels, stride: stride)
        return opacity(pixels, stride: stride, layout, size) == .opaque
    }

    private func opacity(
        _ pixels: UnsafeMutableRawPointer, stride: Int, _ layout: PixelLayout, _ size: PixelSize
    ) -> PixelOpacity {
        let first = PixelOpacity(of: pixels, layout, count: size.width)
        return (1..<size.height).reduce(first) { opacity, y in
            opacity == .mixed
                ? .mixed : opacity.joined(with: PixelOpacity(of: pixels + y * stride, layout, count: size.width))
        }
    }

    /// Returns the layout of a composited tile: the base's, with color if the overlay has any.
    private func layout(of base: PixelLayout?, under overlay: PixelLayout) -> PixelLayout {
        let isGray = (base ?? overlay).channels.opaque == .gray && overlay.channels.opaque == .gray
        let hasAlpha = base?.channels.hasAlpha ?? true && merged.format.supportsAlpha
        let channels: PixelLayout.Channels = isGray ? .gray : .rgb
        return PixelLayout(
            hasAlpha ? channels.withAlpha : channels, merged.format == .png ? (base ?? overlay).depth : .eight)
    }

    /// Returns the layout in which all of some tiles can be, as far as the format has it.
    private func commonLayout(of tiles: [TileIndex]) throws -> PixelLayout {
        var isGray = true
        var hasAlpha = false
        var isDeep = false
        for index in tiles {
            guard let tile = try merged.read(index) else {
                hasAlpha = true
                continue
            }
            let layout = try openTileImage(tile.bytes, name: "\(plan.base.path): tile \(index)").info.layout
            isGray = isGray && layout.channels.opaque == .gray
            hasAlpha = hasAlpha || layout.channels.hasAlpha
            isDeep = isDeep || layout.depth == .sixteen
        }
        let channels: PixelLayout.Channels = isGray ? .gray : .rgb
        return PixelLayout(
            hasAlpha && merged.format.supportsAlpha ? channels.withAlpha : channels,
            isDeep && merged.format == .png ? .sixteen : .eight)
    }

    /// The pixels along one side of 2×2 tiles that are there.
    private func extent(_ places: [Int], _ lengths: [Int], _ side: Int) -> Int {
        zip(places, lengths).map { $0 * side + $1 }.max() ?? 1
    }

    private func decodeBase(
        _ index: TileIndex, _ layout: PixelLayout, into target: UnsafeMutableRawPointer, stride: Int, _ size: PixelSize
    ) throws {
        guard let own = plan.alignment.base[index.level]?.index(of: index), plan.base.source.pyramid.contains(own)
        else {
            return fill(target, layout, size, stride: stride)
        }
        try LevelTileDecoder(
            source: plan.base.source, level: plan.base.source.pyramid.levels[own.level], layout: layout,
            background: plan.options.background, name: plan.base.path
        ).decode(own, into: target, stride: stride)
    }

    private func fill(_ target: UnsafeMutableRawPointer, _ layout: PixelLayout, _ size: PixelSize, stride: Int) {
        let pixel = plan.options.background.backgroundPixel(layout)
        let row = Array(repeatElement(pixel, count: size.width).joined())
        for y in 0..<size.height { (target + y * stride).copyMemory(from: row, byteCount: row.count) }
    }

    /// Encodes the pixels that a tile shows, padded as the base's tiles are, and stores them.
    private func write(
        _ pixels: UnsafeMutableRawPointer, stride: Int, _ layout: PixelLayout, at index: TileIndex,
        like base: EncodedTile?
    ) throws {
        let size = pyramid.rect(of: index).size
        let storedSize = pyramid.storedSize(of: index)
        let model = base ?? sample
        let background = plan.options.background
        // Alpha that came with the overlay and says nothing is left out where the base has none.
        let isFlattened =
            try layout.channels.hasAlpha && size == storedSize
            && model.map { try !openTileImage($0.bytes, name: plan.base.path).info.layout.channels.hasAlpha } ?? false
            && opacity(pixels, stride: stride, layout, size) == .opaque
        let stored = isFlattened ? PixelLayout(layout.channels.opaque, layout.depth) : layout
        let conversion = LayoutConversion(
            from: layout, to: stored, background: (background.red, background.green, background.blue))
        let encoder = try encoder(stored, like: model)
        try TilePadder(layout: stored, background: background).withPaddedTile(
            size: storedSize, contentAt: pyramid.offsetInTile(of: index),
            draw: { content, targetStride in
                for y in 0..<size.height {
                    conversion.convert(pixels + y * stride, count: size.width, into: content + y * targetStride)
                }
            },
            { tile in
                try encoder.encode(tile) { bytes in
                    try merged.write(bytes, at: index, baseHasTile: base != nil)
                }
            })
    }

    private func encoder(_ layout: PixelLayout, like tile: EncodedTile?) throws -> any TileEncoder {
        var encoding = TileEncoding()
        encoding.format = merged.format
        encoding.quality = plan.options.quality ?? encoding.quality
        if let tile, tile.format == .jpeg {
            var template = encoding
            template.jpegTemplate = JPEGTemplate(tile.bytes, reusesQuantization: plan.options.quality == nil)
            // Gray JPEGs and those of other color spaces, such as CMYK, are not templates of RGB pixels.
            if let encoder = try? template.makeEncoder(for: layout) { return encoder }
        }
        return try encoding.makeEncoder(for: layout)
    }
}
