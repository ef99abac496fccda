internal import CheckedNumbers
internal import ImageCodecs
internal import TilePyramid

/// Opens IIIF images, of Image API 2 and 3, by their `info.json`.
///
/// Tiles that are listed are requested as they are listed. A server of level 1 or 2 that lists none, or such as are
/// larger than it serves, is asked for regions; a server of level 0 without tiles for the sizes of the whole image.
struct RemoteIIIF {
    let image: IIIFImage
    let origin: RemoteOrigin

    /// The side of the regions that are requested where no tiles are listed.
    static let regionSide = 512

    /// The addresses of an image's tiles, without that of the image.
    private struct Tiles {
        var pyramid: Pyramid
        /// The rest of a tile's address, for a file extension.
        var name: @Sendable (TileIndex, _ fileExtension: String) -> String
        /// The size in full-size pixels of what a tile shows.
        var region: @Sendable (TileIndex) -> PixelSize
    }

    /// Opens the image.
    ///
    /// - Throws: ``StoreError`` when the host does not answer, and for an image without tiles, sizes and regions.
    func open() async throws -> OpenedPyramid {
        let path = origin.path
        let address = DescriptionAddress(origin.base)
        let (bases, refusal) = try bases(address)
        var tiles = try tiles()
        try PyramidLimits.check(tiles.pyramid, path: path)
        var fileExtensions = (image.preferredFormats + ["jpg"] + image.otherFormats)
            .filter { TileFormat(fileExtension: $0) != nil }
        // A server that is more than files has what it says, and JPEG in any case.
        if image.level > 0 { fileExtensions = [fileExtensions[0]] }
        let corner = TileIndex(level: tiles.pyramid.presentLevels.lowerBound, column: 0, row: 0)
        var (base, fileExtension, sample): (String, String, SampleTile?) = (bases[0], fileExtensions[0], nil)
        var search = SampleSearch()
        candidates: for candidate in bases {
            for word in fileExtensions {
                sample = try await search.tile(
                    "\(candidate)/\(tiles.name(corner, word))\(suffix(candidate, address))", origin)
                if sample != nil {
                    (base, fileExtension) = (candidate, word)
                    break candidates
                }
            }
        }
        if sample == nil {
            if let refusal { throw refusal }
            try search.finish()
        }
        if image.level == 0 { tiles = try await withCoarserTiles(tiles, base, fileExtension, address) }
        var description = RemoteTileSource.Description(
            pyramid: tiles.pyramid, format: sample?.format ?? TileFormat(fileExtension: fileExtension) ?? .jpeg)
        description.isSparse = false
        description.adaptation = adaptation(tiles)
        description.properties = image.properties
        description.attribution = image.properties.first { $0.name == "attribution" }
            .flatMap { PlainText.text(ofHTML: $0.value) }
        let (name, suffix, origin) = (tiles.name, suffix(base, address), origin)
        let source = RemoteTileSource(path, description, client: origin.access.client) { [base, fileExtension] index in
            origin.request("\(base)/\(name(index, fileExtension))\(suffix)")
        }
        let display = PercentEncoding.decoded(
            base[(base.lastIndex { "/=".contains($0) } ?? base.startIndex)...].dropFirst())
        return OpenedPyramid(
            source: source, format: image.version == .three ? .iiif : .iiif2, path: path, name: display)
    }

    /// A query after the description's name belongs to the tiles, unless the image is in a query itself.
    private func suffix(_ base: String, _ address: DescriptionAddress) -> String {
        base.contains("?") ? "" : origin.suffix(address, for: base)
    }

    /// The addresses that the image may have, the one in the description first; and the error if that is of a host that is
    /// not allowed.
    private func bases(_ address: DescriptionAddress) throws -> ([String], (any Error)?) {
        let folder = address.name.hasSuffix(".json") ? address.folder : address.folder + address.name
        let served = FilePath.withoutTrailingSlashes(folder)
        guard let identifier = URLReference(image.identifier), identifier.scheme != nil else { return ([served], nil) }
        do {
            let named = FilePath.withoutTrailingSlashes(try origin.address(image.identifier).withoutFragment.text)
            return (named == served ? [served] : [named, served], nil)
        } catch {
            // A copy of the files has the address of the original.
            return ([served], error)
        }
    }

    // MARK: Geometry

    private func tiles() throws -> Tiles {
        let listed = try image.tiles(path: origin.path)
        if let listed, isServed(listed.size) || image.level == 0 {
            var scaleFactors = listed.scaleFactors
            if image.level > 0 {
                if scaleFactors.first != 1 { scaleFactors.insert(1, at: 0) }
                scaleFactors = withCoarserFactors(scaleFactors, listed.size)
            }
            try IIIFImage.checkFullSize(scaleFactors, path: origin.path)
            return tiles(listed.size, scaleFactors)
        }
        if image.level > 0 {
            let side = regionSide
            let size = PixelSize(width: side, height: side)
            return tiles(size, withCoarserFactors([1], size))
        }
        guard let sizes = wholeSizes() else {
            throw origin.malformed(
                "this IIIF image lists neither tiles nor sizes, and its server does not cut out regions (level 0).")
        }
        return sizes
    }

    /// Whether an image of this size, or what fits in it of the whole, is not too large for the server.
    private func isServed(_ tile: PixelSize) -> Bool {
        let (width, height) = (min(tile.width, image.size.width), min(tile.height, image.size.height))
        return width <= image.largest.width && height <= image.largest.height
            && CheckedNumber.product(width, height) ?? .max <= image.largest.area
    }

    /// The side of the largest regions, up to ``regionSide``, that the server makes.
    private var regionSide: Int {
        var side = min(Self.regionSide, image.largest.width, image.largest.height)
        while side > 1, CheckedNumber.product(side, side) ?? .max > image.largest.area { side -= 1 }
        return side
    }

    private func withCoarserFactors(_ scaleFactors: [Int], _ tile: PixelSize) -> [Int] {
        var scaleFactors = scaleFactors
        while let next = IIIFImage.nextScaleFactor(after: scaleFactors, size: image.size, tile: tile) {
            scaleFactors.append(next)
        }
        return scaleFactors
    }

    private func tiles(_ size: PixelSize, _ scaleFactors: [Int]) -> Tiles {
        let pyramid = IIIFImage.pyramid(of: image.size, tile: size, scaleFactors)
        let naming = IIIFNaming(version: image.version, pyramid: pyramid, identifier: "", fileExtension: "")
        // Servers differ in how they round; a level below 2 need not know sizes with a height.
        let least = image.level >= 2 ? 1 : 0.5
        let hasHeights = image.version == .two && image.level > 0
        return Tiles(
            pyramid: pyramid,
            name: { index, fileExtension in
                let (region, size) = (naming.region(of: index), pyramid.rect(of: index).size)
                // Checked: Doubles.
                let height = Double(region.size.height) * Double(size.width) / Double(region.size.width)
                guard hasHeights, height < least else { return naming.name(of: index) + fileExtension }
                return naming.exactName(of: index) + fileExtension
            }, region: { naming.region(of: $0).size })
    }

    /// Scales tiles to the sizes of their places, and refuses such as are too far from these.
    private func adaptation(
        _ tiles: Tiles
    ) -> @Sendable (TileIndex, EncodedTile, _ path: String) throws -> EncodedTile {
        { index, tile, path in
            // What is damaged is found by those who decode it.
            guard let size = try? TileDecoder.size(of: tile.bytes, name: path) else { return tile }
            let place = tiles.pyramid.storedSize(of: index)
            guard size != place else { return tile }
            guard FittedTile.accepts(size, for: place, of: tiles.region(index)) else {
                throw StoreError(
                    .malformed, path: path,
                    "the server sends \(size) pixels for a region of \(tiles.region(index)), and \(place) were asked "
                        + "for. It does not follow the IIIF Image API.")
            }
            return try FittedTile.scaled(tile, to: place, name: path)
        }
    }

    /// The levels of a server of level 0 that libvips has written, which leaves coarse ones out of the description.
    private func withCoarserTiles(
        _ tiles: Tiles, _ base: String, _ fileExtension: String, _ address: DescriptionAddress
    ) async throws -> Tiles {
        guard let listed = try image.tiles(path: origin.path) else { return tiles }
        var (found, scaleFactors) = (tiles, listed.scaleFactors)
        var search = SampleSearch()
        while let next = IIIFImage.nextScaleFactor(after: scaleFactors, size: image.size, tile: listed.size) {
            scaleFactors.append(next)
            let coarser = self.tiles(listed.size, scaleFactors)
            let name = coarser.name(TileIndex(level: 0, column: 0, row: 0), fileExtension)
            guard try await search.tile("\(base)/\(name)\(suffix(base, address))", origin) != nil else { break }
            found = coarser
        }
        return found
    }

    /// The sizes of the whole image as levels of one tile each; `nil` if none is listed.
    private func wholeSizes() -> Tiles? {
        var sizes: [PixelSize] = []
        // Sizes that are wider and lower contradict each other.
        for size in image.sizes where sizes.last.map({ $0.width < size.width && $0.height <= size.height }) ?? true {
            if size.width <= image.size.width, size.height <= image.size.height { sizes.append(size) }
        }
        guard !sizes.isEmpty else { return nil }
        let pyramid = Pyramid(levels: sizes.map { LevelShape(size: $0, tileSize: $0) })
        let (version, full) = (image.version, image.size)
        return Tiles(
            pyramid: pyramid,
            name: { index, fileExtension in
                let size = pyramid.levels[index.level].size
                let text = size == full ? version.maximumSizeKeyword : Self.text(of: size, version)
                return "full/\(text)/0/default.\(fileExtension)"
            }, region: { _ in full })
    }

    private static func text(of size: PixelSize, _ version: IIIFVersion) -> String {
        version == .three ? "\(size.width),\(size.height)" : "\(size.width),"
    }
}
