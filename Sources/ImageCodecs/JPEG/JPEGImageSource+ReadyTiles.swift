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
        if pyramid.finestLevel.inset != .zero { return "the picture begins inside its first tile" }
        let tile = pyramid.finestLevel.tileSize
        if !tile.width.isMultiple(of: across) || !tile.height.isMultiple(of: down) {
            return "tiles of \(tile) pixels do not consist of whole blocks of \(across)×\(down)"
        }
        return nil
    }

    func hasTilesLike(_ encoding: TileEncoding) -> Bool {
        info.layout.channels == .gray ? mostSamples == (1, 1) : hasPlanes && encoding.chroma == .halved
    }

    var hasPlanesOfHalf: Bool { hasPlanes }

    func readTiles(
        of pyramid: Pyramid, encoding: TileEncoding, asPlanes: Bool, threads: Int,
        into receiver: any ReadyTileReceiver
    ) throws {
        precondition(!asPlanes || hasPlanes, "the image is stored in planes")
        if let scan = scanOfBits(encoding), let transform = HalfSizeTransform(scan, foldsAll: asPlanes) {
            return try readBits(
                scan, transform, of: pyramid, encoding: encoding, asPlanes: asPlanes, threads: threads, into: receiver)
        }
        try readCoefficients(of: pyramid, encoding: encoding, asPlanes: asPlanes, into: receiver)
    }

    /// The same of coefficients that libjpeg reads, whatever the image's structure is.
    func readCoefficients(
        of pyramid: Pyramid, encoding: TileEncoding, asPlanes: Bool, into receiver: any ReadyTileReceiver
    ) throws {
        try spillIfNeeded()
        let (structure, isHalved) = try decoder.startCoefficients(toPlanes: asPlanes, onDamage: checkDamage(before:))
        let cut = JPEGTileCut(
            structure: structure, pyramid: pyramid, profile: encoding.profile ?? [], exif: encoding.exif ?? [],
            optimizesHuffman: encoding.optimizesHuffman, name: name)
        let side = pyramid.finestLevel.tileSize.height
        let memory = CoefficientRows(
            structure: structure,
            rowsOfTile: (min(side, info.size.height) + structure.pixelsOfMCU.down - 1) / structure.pixelsOfMCU.down)
        let half = HalfSizeRows(
            of: info, rowsOfMCU: structure.pixelsOfMCU.down, comesHalved: isHalved, asPlanes: asPlanes, decoder: decoder
        )
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
                let tiles = JPEGTileRow(number: number, cut: cut, rows: rows, memory: memory)
                rows = []  // they are the tiles' from here on, even if nobody takes those
                try receiver.take(tiles)
            }
        }
    }
}
