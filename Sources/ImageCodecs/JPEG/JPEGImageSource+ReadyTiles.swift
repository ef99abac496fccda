internal import CodecShims
internal import PixelKernels
internal import TilePyramid

/// A JPEG's tiles are cut out of it block by block: its coefficients are decoded from the stream, and encoded again tile by
/// tile, without ever being made pixels. Meanwhile libjpeg makes pixels of half the size of them, which is a part of the
/// work that the full size would be.
extension JPEGImageSource: ReadyTileSource {
    func obstacle(to pyramid: Pyramid, encoding: TileEncoding) -> String? {
        let (across, down) = (8 * mostSamples.across, 8 * mostSamples.down)
        if scale != .full { return "the picture is decoded at a smaller size" }
        if encoding.format != .jpeg { return "the tiles are to be \(encoding.format.rawValue)" }
        if pyramid.overlap > 0 { return "the tiles are to overlap" }
        if pyramid.padsTiles { return "the tiles at the edges are to be filled up" }
        if pyramid.finestLevel.inset != .zero { return "the picture begins inside its first tile" }
        let tile = pyramid.finestLevel.tileSize
        if !tile.width.isMultiple(of: across) || !tile.height.isMultiple(of: down) {
            return "tiles of \(tile) pixels do not consist of whole blocks of \(across)×\(down)"
        }
        return nil
    }

    var hasPlanesOfHalf: Bool { hasPlanes }

    func readTiles(
        of pyramid: Pyramid, encoding: TileEncoding, asPlanes: Bool, into receiver: any ReadyTileReceiver
    ) throws {
        precondition(!asPlanes || hasPlanes, "the image is stored in planes")
        try spillIfNeeded()
        let structure = try decoder.startCoefficients(toPlanes: asPlanes)
        let cut = JPEGTileCut(
            structure: structure, pyramid: pyramid, profile: encoding.profile ?? [], exif: encoding.exif ?? [],
            optimisesHuffman: encoding.optimisesHuffman)
        let side = pyramid.finestLevel.tileSize.height
        let memory = CoefficientRows(
            structure: structure,
            rowsOfTile: (min(side, info.size.height) + structure.pixelsOfMCU.down - 1) / structure.pixelsOfMCU.down)
        let half = try HalfSizeRows(of: info, structure: structure, asPlanes: asPlanes, decoder: decoder)
        var rows: [CoefficientRows.Row] = []
        defer { memory.giveBack(rows) }
        var top = 0
        while top < info.size.height {
            var row = memory.take()
            while row == nil {
                try receiver.awaitProgress()
                row = memory.take()
            }
            guard let row else { break }
            rows.append(row)
            try half.read(into: row, receiver)
            top = min(top + structure.pixelsOfMCU.down, info.size.height)
            try checkDamage(before: top)
            if top.isMultiple(of: side) || top == info.size.height {
                let number = (top - 1) / side
                try receiver.take(JPEGTileRow(number: number, cut: cut, rows: rows, memory: memory))
                rows = []
            }
        }
    }
}

/// Rows of the picture at half the size, on their way from the decoder.
private final class HalfSizeRows {
    private let decoder: JPEGDecoderHandle
    private let size: PixelSize
    private let layout: PixelLayout
    private let asPlanes: Bool
    private let rowCount: Int
    private let stride: Int
    private let room: UnsafeMutableRawPointer
    private var next = 0

    /// Rows that libjpeg makes of a row of MCUs at half the size, if they come in planes.
    private static let planeRows = 8

    init(of info: ImageInfo, structure: tk_jpeg_structure, asPlanes: Bool, decoder: JPEGDecoderHandle) throws {
        self.decoder = decoder
        self.asPlanes = asPlanes
        size = info.size.halved
        layout = info.layout
        rowCount = structure.pixelsOfMCU.down / 2
        // libjpeg makes whole blocks in planes, and exact rows otherwise.
        stride = asPlanes ? (size.width + 15) / 16 * 16 : size.width * layout.bytesPerPixel
        // Three planes, and two of half their size.
        room = .allocate(byteCount: stride * (asPlanes ? 4 * Self.planeRows : rowCount), alignment: 64)
    }

    deinit {
        room.deallocate()
    }

    /// Reads a row of MCUs, and hands on its picture.
    func read(into row: CoefficientRows.Row, _ receiver: any ReadyTileReceiver) throws {
        let start = next
        guard asPlanes else {
            next += try decoder.readCoefficients(into: row, rows: room, stride: stride)
            return try receiver.takeHalf(PixelBand(base: UnsafeRawPointer(room), stride: stride, rows: start..<next))
        }
        let planes = (0..<3).map { room + $0 * Self.planeRows * stride }
        try decoder.readCoefficients(into: row, planes: planes, stride: stride)
        next = min(start + Self.planeRows, size.height)
        let colours = (1...2).map { number in
            let row = 3 * Self.planeRows + (number - 1) * Self.planeRows / 2
            return halve(planes[number], into: room + row * stride, start..<next)
        }
        try receiver.takeHalf(
            PlanarBand(
                lightness: PixelBand(base: UnsafeRawPointer(planes[0]), stride: stride, rows: start..<next),
                blue: colours[0], red: colours[1]))
    }

    /// Brings colour, which has as many samples as the half size has pixels, to half of that.
    private func halve(
        _ plane: UnsafeMutableRawPointer, into target: UnsafeMutableRawPointer, _ rows: Range<Int>
    ) -> PixelBand {
        let made = rows.lowerBound / 2..<(rows.upperBound + 1) / 2
        for (place, row) in made.enumerated() {
            let upper = UnsafeRawPointer(plane + 2 * place * stride)
            Halving.makeRow(
                upper: upper, lower: 2 * row + 1 < rows.upperBound ? upper + stride : nil, width: size.width,
                layout: PixelLayout(.grey), into: target + place * stride, outputRow: row)
        }
        return PixelBand(base: UnsafeRawPointer(target), stride: stride, rows: made)
    }
}
