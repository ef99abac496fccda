internal import ImageSources
internal import JPEGLossless
internal import PixelKernels
internal import TilePyramid

/// A row of tiles at half scale, from which the next coarser level is made.
///
/// JPEG tiles are decoded at half scale. Tiles at the edges have padding of any color, which would bleed into the
/// image: they, and tiles of other formats, are decoded at full size and downsampled by a 2 × 2 box filter.
final class TIFFHalfScaleTiles {
    private let tiles: TIFFTiles
    private let layout: PixelLayout
    /// The half-scale planes; nil where pixels are interleaved.
    private let planes: TilePlanes?
    /// The half-scale pixels; nil where there are planes.
    private let pixels: JPEGSampleDecoder.SampleBuffer?
    /// The size of a tile at half scale.
    private let half: PixelSize

    /// Allocates memory for a row of tiles.
    ///
    /// - Throws: `OutOfMemory` when the system refuses it.
    init(_ tiles: TIFFTiles, layout: PixelLayout, asPlanes: Bool) throws(OutOfMemory) {
        self.tiles = tiles
        self.layout = layout
        let page = tiles.blocks.page
        half = page.block.halved
        planes = asPlanes ? try TilePlanes(columns: page.blockColumns, tile: half) : nil
        let stride = page.blockColumns * half.width * layout.bytesPerPixel
        pixels = asPlanes ? nil : (try HeapMemory.allocate(stride * half.height), stride)
    }

    deinit { HeapMemory.free(pixels?.base) }

    /// The part of a tile that belongs to the image.
    private func content(_ column: Int, _ row: Int) -> PixelSize {
        let page = tiles.blocks.page
        return PixelSize(
            width: min(page.block.width, page.size.width - column * page.block.width),
            height: min(page.block.height, page.size.height - row * page.block.height))
    }

    /// Decodes a tile at half scale into the row; called on any thread, with `jpeg` if the tile is one.
    ///
    /// - Throws: ``TIFFBlocks/Problem``, or ``CodecError`` when reading fails.
    func decode(
        column: Int, row: Int, _ extent: TIFFBlocks.Extent, jpeg: [UInt8]?, with decoder: TIFFWorkerDecoder
    ) throws {
        let content = content(column, row)
        let targets = targets(ofTile: column)
        if let jpeg, content == tiles.blocks.page.block,
            try decoder.decodeHalfScale(jpeg, asPlanes: planes != nil, into: targets)
        {
            return
        }
        if planes != nil, let jpeg {
            return try decodePlanes(jpeg, content, into: targets, decoder)
        }
        let target = targets[0]
        if let jpeg, let kind = tiles.jpeg, kind.supportsHalfScale, content == tiles.blocks.page.block {
            return try decoder.decode(jpeg, scale: .half, usesFancyUpsampling: false, into: target)
        }
        let number = row * tiles.blocks.page.blockColumns + column
        let source = try decoder.decode(number, extent, jpeg: jpeg, usesFancyUpsampling: false)
        halve((source, tiles.blocks.page.blockRowBytes), content, layout, into: target, row * half.height)
    }

    /// The first bytes of a tile's planes, or of its pixels.
    private func targets(ofTile column: Int) -> [JPEGSampleDecoder.SampleBuffer] {
        if let planes { return planes.planes(ofTile: column) }
        return pixels.map { [($0.base + column * half.width * layout.bytesPerPixel, $0.stride)] } ?? []
    }

    /// Decodes a tile to planes: chroma comes at the size of the half-scale image, and is halved once more.
    private func decodePlanes(
        _ jpeg: [UInt8], _ content: PixelSize, into targets: [JPEGSampleDecoder.SampleBuffer],
        _ decoder: TIFFWorkerDecoder
    ) throws {
        let full = tiles.blocks.page.block
        let isWhole = content == full
        let colors = half.area
        let room = try decoder.reserve(2 * colors + (isWhole ? 0 : full.area))
        var planes: [JPEGSampleDecoder.SampleBuffer] = [
            targets[0], (room, half.width), (room + colors, half.width),
        ]
        if !isWhole { planes[0] = (room + 2 * colors, full.width) }
        try decoder.decodePlanes(jpeg, scale: isWhole ? .half : .full, into: planes)
        let gray = PixelLayout(.gray)
        if !isWhole { halve(planes[0], content, gray, into: targets[0], 0) }
        for plane in 1...2 {
            halve(planes[plane], content.halved, gray, into: targets[plane], 0)
        }
    }

    /// Downsamples a plane or pixels by a 2 × 2 box filter.
    private func halve(
        _ source: JPEGSampleDecoder.SampleBuffer, _ size: PixelSize, _ layout: PixelLayout,
        into target: JPEGSampleDecoder.SampleBuffer, _ firstRow: Int
    ) {
        for y in 0..<size.halved.height {
            let upper = source.base + 2 * y * source.stride
            BoxDownsampling.makeRow(
                upper: upper, lower: 2 * y + 1 < size.height ? upper + source.stride : nil, width: size.width,
                layout: layout, into: target.base + y * target.stride, outputRow: firstRow + y)
        }
    }

    /// Fills an unreadable tile with middle gray, or transparent black where there is alpha.
    func fillBlank(column: Int) {
        if let planes { return planes.fillGray(tile: column) }
        let target = targets(ofTile: column)[0]
        layout.fillBlank(half, at: target.base, stride: target.stride)
    }

    /// Lends the row of tiles to a receiver.
    func lend(row: Int, to receiver: any PassthroughReceiver) throws {
        let page = tiles.blocks.page
        let rows = row * half.height..<min((row + 1) * half.height, page.size.halved.height)
        try planes?.lend(rows: rows) { try receiver.receiveHalfScale($0) }
        guard let pixels else { return }
        for first in stride(from: rows.lowerBound, to: rows.upperBound, by: PlanarBand.rowLimit) {
            try receiver.receiveHalfScale(
                PixelBand(
                    base: UnsafeRawPointer(pixels.base + (first - rows.lowerBound) * pixels.stride),
                    stride: pixels.stride, rows: first..<min(first + PlanarBand.rowLimit, rows.upperBound)))
        }
    }
}
