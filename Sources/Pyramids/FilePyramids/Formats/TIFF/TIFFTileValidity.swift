internal import ImageCodecs
internal import ImageMetadata
internal import TileContainers
internal import TilePyramid

/// The nodata values or the mask that say which pixels of a TIFF's level are valid, if no alpha channel does.
enum TIFFTileValidity: Sendable {
    /// The values that the samples of an invalid pixel have.
    case nodata(NodataValues)
    /// A mask of the same tiles, each of which is decoded by itself.
    case mask(TIFFTiledPage, TIFFTileTemplate)

    /// The values, if they are what says it.
    var nodata: NodataValues? {
        if case .nodata(let value) = self { value } else { nil }
    }

    /// Whether it is a mask.
    var isMask: Bool {
        if case .mask = self { true } else { false }
    }

    /// Finds the validity of a page's pixels: by a mask, else by a nodata value.
    ///
    /// - Parameters:
    ///   - page: the page.
    ///   - masks: the masks of the file.
    ///   - nodata: the values that the file states for its first page.
    /// - Returns: `nil` if all pixels are valid, or an alpha channel says which are.
    /// - Throws: ``StoreError`` when the file is damaged.
    static func of(_ page: TIFFTiledPage, masks: [TIFFTiledPage], nodata: NodataValues?) throws -> TIFFTileValidity? {
        guard !page.hasAlpha else { return nil }
        if let mask = masks.first(where: { $0.size == page.size && $0.tileSize == page.tileSize }) {
            return .mask(mask, try TIFFTileTemplate(mask.directory, mask.tileSize))
        }
        guard let nodata else { return nil }
        let bits = min(max(try page.directory.numbers(.bitsPerSample).first ?? 1, 1), 64)
        let isPossible = nodata.alternatives.contains { values in
            values.allSatisfy { $0?.pattern(bits: bits, isSigned: false) != nil }
        }
        return isPossible ? .nodata(nodata) : nil
    }
}

extension TIFFPyramidSource {
    /// Reads the tile of a mask: a byte for each pixel, 0 for invalid ones.
    ///
    /// - Returns: zeros for a tile without bytes, as GDAL has it.
    /// - Throws: ``StoreError`` and `CodecError` when the tile is damaged, or masks of this kind are not supported.
    func mask(_ index: TileIndex, _ mask: TIFFTiledPage, _ template: TIFFTileTemplate) throws -> [UInt8] {
        guard let (offset, length) = try location(of: index, on: mask) else {
            return [UInt8](repeating: 0, count: mask.tileSize.area)
        }
        let tile = template.file(of: try reader.bytes(at: offset, count: length))
        let validity =
            processes.convertsTIFF(tileSize: mask.tileSize, compression: mask.compression)
            ? try processes.mask(of: tile, directory: template.directory, tileSize: mask.tileSize, name: path)
            : try TIFFMaskTileDecoder(.bytes(tile, name: path), directory: template.directory)?.validity(ofTile: 0)
        guard let validity else {
            throw StoreError(.malformed, path: path, "its mask has another pixel format than 1 or 8 bits.")
        }
        return validity
    }
}
