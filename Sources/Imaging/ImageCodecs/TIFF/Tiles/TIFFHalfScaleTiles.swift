internal import PixelKernels
internal import TilePyramid

/// A row of tiles at half the size: what the next coarser level is made from.
///
/// JPEGs are decoded at half the size. At the edges the tiles have pixels beyond the picture, of any color, which would run
/// into it: there, and with other kinds, pixels are decoded first and the mean of four is taken then.
final class TIFFHalfScaleTiles {
    private let tiles: TIFFTiles
    private let layout: PixelLayout
    /// The planes of halves; nil where pixels are stored together.
    private let planes: TilePlanes?
    /// Pixels of halves, with the bytes from row to row; nil where there are planes.
    private let pixels: JPEGSampleDecoder.SampleBuffer?
    /// A tile at half the size.
    private let half: PixelSize

    /// Room for a row of tiles.
    init(_ tiles: TIFFTiles, layout: PixelLayout, asPlanes: Bool) {
        self.tiles = tiles
        self.layout = layout
        let page = tiles.blocks.page
        half = page.block.halved
        planes = asPlanes ? TilePlanes(columns: page.blockColumns, tile: half) : nil
        let stride = page.blockColumns * half.width * layout.bytesPerPixel
        pixels = asPlanes ? nil : (.allocate(byteCount: stride * half.height, alignment: 64), stride)
    }

    deinit { pixels?.base.deallocate() }

    /// The pixels of a tile that belong to the picture.
    private func content(_ column: Int, _ row: Int) -> PixelSize {
        let page = tiles.blocks.page
        return PixelSize(
            width: min(page.block.width, page.size.width - column * page.block.width),
            height: min(page.block.height, page.size.height - row * page.block.height))
    }

    /// Decodes a tile into its place; on any thread.
    ///
    /// - Parameters:
    ///   - column: the tile's.
    ///   - row: that of its row.
    ///   - extent: where it is in the file.
    ///   - jpeg: its bytes as a JPEG file, if it is one.
    ///   - decoder: decodes.
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

    /// Where the planes of a tile begin, or its pixels.
    private func targets(ofTile column: Int) -> [JPEGSampleDecoder.SampleBuffer] {
        if let planes { return planes.planes(ofTile: column) }
        return pixels.map { [($0.base + column * half.width * layout.bytesPerPixel, $0.stride)] } ?? []
    }

    /// Decodes to planes: those of color have the half's size, and half of that is wanted.
    private func decodePlanes(
        _ jpeg: [UInt8], _ content: PixelSize, into targets: [JPEGSampleDecoder.SampleBuffer],
        _ decoder: TIFFWorkerDecoder
    ) throws {
        let full = tiles.blocks.page.block
        let isWhole = content == full
        let colors = half.area
        let room = decoder.reserve(2 * colors + (isWhole ? 0 : full.area))
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

    /// Halves pixels of some size.
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

    /// Paints a tile as what is missing is left elsewhere: middle gray, or transparent.
    func fillBlank(column: Int) {
        if let planes { planes.fillGray(tile: column) }
        guard let pixels else { return }
        let bytes = half.width * layout.bytesPerPixel
        for y in 0..<half.height {
            UnsafeMutableRawBufferPointer(start: pixels.base + y * pixels.stride + column * bytes, count: bytes)
                .initializeMemory(as: UInt8.self, repeating: layout.channels.hasAlpha ? 0 : 128)
        }
    }

    /// Hands a row of tiles on.
    func lend(row: Int, to receiver: any PassthroughReceiver) throws {
        let page = tiles.blocks.page
        let rows = row * half.height..<min((row + 1) * half.height, page.size.halved.height)
        try planes?.lend(rows: rows) { try receiver.receiveHalfScale($0) }
        guard let pixels else { return }
        for first in stride(from: rows.lowerBound, to: rows.upperBound, by: TIFFImageSource.planarBandRows) {
            try receiver.receiveHalfScale(
                PixelBand(
                    base: UnsafeRawPointer(pixels.base + (first - rows.lowerBound) * pixels.stride),
                    stride: pixels.stride, rows: first..<min(first + TIFFImageSource.planarBandRows, rows.upperBound)))
        }
    }
}
