internal import CodecShims
internal import PixelKernels
internal import TilePyramid

/// A JPEG's tiles are cut out of it block by block: its coefficients are decoded from the stream, and encoded again tile by
/// tile, without ever being made pixels. Meanwhile libjpeg makes pixels of half the size of them, which is a part of the
/// work that the full size would be.
extension JPEGImageSource: PassthroughTileSource {
    func passthroughBlocker(to pyramid: Pyramid, encoding: TileEncoding) -> String? {
        let (across, down) = (8 * maxSamplingFactors.across, 8 * maxSamplingFactors.down)
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

    func matchesSubsampling(_ encoding: TileEncoding) -> Bool {
        info.layout.channels == .gray ? maxSamplingFactors == (1, 1) : hasPlanes && encoding.chroma == .halved
    }

    var hasHalfScalePlanes: Bool { hasPlanes }

    func readTiles(
        of pyramid: Pyramid, encoding: TileEncoding, asPlanes: Bool, threads: Int,
        into receiver: any PassthroughReceiver
    ) throws {
        precondition(!asPlanes || hasPlanes, "the image is stored in planes")
        if let scan = spliceableScan(encoding), let transform = HalfScaleIDCT(scan, halvesAllComponents: asPlanes) {
            return try readSplicedTiles(
                scan, transform, of: pyramid, encoding: encoding, asPlanes: asPlanes, threads: threads, into: receiver)
        }
        try readCoefficientTiles(of: pyramid, encoding: encoding, asPlanes: asPlanes, into: receiver)
    }

    /// The same of coefficients that libjpeg reads, whatever the image's structure is.
    func readCoefficientTiles(
        of pyramid: Pyramid, encoding: TileEncoding, asPlanes: Bool, into receiver: any PassthroughReceiver
    ) throws {
        try spillIfNeeded()
        let (structure, isHalfScale) = try decoder.startCoefficients(toPlanes: asPlanes, onDamage: checkDamage(before:))
        let plan = CoefficientTilePlan(
            structure: structure, pyramid: pyramid, profile: encoding.profile ?? [], exif: encoding.exif ?? [],
            optimizesHuffman: encoding.optimizesHuffman, name: name)
        let side = pyramid.finestLevel.tileSize.height
        let memory = CoefficientRowPool(
            structure: structure,
            tileHeightInMCUs: (min(side, info.size.height) + structure.mcuSize.down - 1) / structure.mcuSize.down)
        let half = HalfScaleRowReader(
            of: info, mcuHeight: structure.mcuSize.down, decodesHalfScale: isHalfScale, asPlanes: asPlanes,
            decoder: decoder
        )
        var rows: [CoefficientRowPool.Row] = []
        defer { memory.recycle(rows) }
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
            top = min(top + structure.mcuSize.down, info.size.height)
            try checkDamage(before: top)
            if top.isMultiple(of: side) || top == info.size.height {
                let number = (top - 1) / side
                let tiles = CoefficientTileRow(number: number, plan: plan, rows: rows, memory: memory)
                rows = []  // they are the tiles' from here on, even if nobody takes those
                try receiver.receive(tiles)
            }
        }
    }
}
