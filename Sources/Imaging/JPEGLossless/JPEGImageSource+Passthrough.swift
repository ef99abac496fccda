package import ImageSources
internal import CodecShims
internal import PixelKernels
package import TilePyramid

/// Cuts a JPEG's tiles out of it losslessly: by splicing its bitstream where the scan allows it, otherwise by reading
/// its coefficients and encoding them again tile by tile. Pixels of the next coarser level are decoded meanwhile.
extension JPEGImageSource: PassthroughTileSource {
    package func passthroughBlocker(for pyramid: Pyramid, encoding: TileEncoding) -> String? {
        let mcuWidth = 8 * maxSamplingFactors.horizontal
        let mcuHeight = 8 * maxSamplingFactors.vertical
        if scale != .full { return "the image is decoded at a reduced scale" }
        if encoding.format != .jpeg { return "the tiles are to be \(encoding.format.rawValue)" }
        if pyramid.overlap > 0 { return "the tiles are to overlap" }
        if pyramid.finestLevel.inset != .zero { return "the image begins inside its first tile" }
        let tile = pyramid.finestLevel.tileSize
        if !tile.width.isMultiple(of: mcuWidth) || !tile.height.isMultiple(of: mcuHeight) {
            return "tiles of \(tile) pixels do not consist of whole MCUs of \(mcuWidth)×\(mcuHeight) pixels"
        }
        return nil
    }

    package func matchesSubsampling(of encoding: TileEncoding) -> Bool {
        info.layout.channels == .gray ? maxSamplingFactors == (1, 1) : hasPlanes && encoding.chroma == .halved
    }

    package var hasHalfScalePlanes: Bool { hasPlanes }

    package func readTiles(
        of pyramid: Pyramid, encoding: TileEncoding, asPlanes: Bool, threads: Int,
        into receiver: any PassthroughReceiver
    ) throws {
        precondition(!asPlanes || hasPlanes, "only an image with planes is read as planes")
        if let scan = spliceableScan(for: encoding), let transform = HalfScaleIDCT(scan, halvesAllComponents: asPlanes)
        {
            return try reportingDamage {
                try readSplicedTiles(
                    scan, transform, of: pyramid, encoding: encoding, asPlanes: asPlanes, threads: threads,
                    into: receiver)
            } rereading: {
                try $0.readCoefficientTiles(
                    of: pyramid, encoding: encoding, asPlanes: asPlanes, into: DiscardingReceiver())
            }
        }
        if let scans = try scanRowDecoder(for: encoding),
            let transform = HalfScaleIDCT(
                scans.frame.components, mcuSize: scans.frame.mcuSize, halvesAllComponents: asPlanes)
        {
            return try reportingDamage {
                try readScanTiles(
                    scans, transform, of: pyramid, encoding: encoding, asPlanes: asPlanes, threads: threads,
                    into: receiver)
            } rereading: {
                try $0.readCoefficientTiles(
                    of: pyramid, encoding: encoding, asPlanes: asPlanes, into: DiscardingReceiver())
            }
        }
        try readCoefficientTiles(of: pyramid, encoding: encoding, asPlanes: asPlanes, into: receiver)
    }

    /// Reads the image with `read`; if it is damaged, reads it again with libjpeg, so that an error says what libjpeg
    /// finds.
    func reportingDamage(_ read: () throws -> Void, rereading: (JPEGImageSource) throws -> Void) throws {
        do {
            try read()
        } catch let damage as LocatedDamage {
            if let again = try JPEGImageSource(rereading: self) { try rereading(again) }
            throw damage.damage.error(file: name, row: damage.row, of: info.size.height)
        }
    }

    /// Reads the tiles as coefficients with libjpeg, which works for every kind of scan.
    func readCoefficientTiles(
        of pyramid: Pyramid, encoding: TileEncoding, asPlanes: Bool, into receiver: any PassthroughReceiver
    ) throws {
        try spillIfNeeded()
        let (structure, isHalfScale) = try decoder.startCoefficients(toPlanes: asPlanes, onDamage: checkDamage(before:))
        let plan = CoefficientTilePlan(structure, pyramid, encoding, name: name)
        let side = pyramid.finestLevel.tileSize.height
        let memory = CoefficientRowPool(
            structure: structure,
            tileHeightInMCUs: (min(side, info.size.height) + structure.mcuSize.height - 1) / structure.mcuSize.height)
        let half = try HalfScaleRowReader(
            of: info, mcuHeight: structure.mcuSize.height, decodesHalfScale: isHalfScale, asPlanes: asPlanes,
            decoder: decoder)
        var rows: [CoefficientRowPool.Row] = []
        defer { memory.recycle(rows) }
        var top = 0
        while top < info.size.height {
            let row = try memory.take(awaiting: receiver)
            rows.append(row)
            if asPlanes {
                try receiver.receiveHalfScale(half.readPlanes(into: row))
            } else {
                try receiver.receiveHalfScale(half.readPixels(into: row))
            }
            top = min(top + structure.mcuSize.height, info.size.height)
            try checkDamage(before: top)
            if top.isMultiple(of: side) || top == info.size.height {
                let number = (top - 1) / side
                let tiles = CoefficientTileRow(number: number, plan: plan, rows: rows, memory: memory)
                rows = []  // owned by `tiles` from here on, even if the receiver throws
                try receiver.receive(tiles)
            }
        }
        finish()
    }
}
