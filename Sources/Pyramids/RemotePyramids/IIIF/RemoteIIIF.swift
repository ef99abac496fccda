internal import FilePyramids
internal import ImageCodecs
internal import Numbers
internal import TileContainers
internal import TilePyramid

/// Opens IIIF images, of Image API 2 and 3, by their `info.json`.
///
/// Tiles that are listed are requested as they are listed. A server of level 1 or 2 that lists none, or such as are larger than
/// it serves, is asked for regions; so it is for scale factors that it does not name. A server of level 0 is asked for the
/// tiles of the full size if it names no scale factors, for the sizes of the whole image if it lists no tiles, and for the
/// largest whole image, which each server has (https://iiif.io/api/image/3.0/compliance/), if it lists neither.
struct RemoteIIIF {
    let image: IIIFImage
    let origin: RemoteOrigin

    /// The side of the regions that are requested where no tiles are listed.
    static let regionSide = 512

    /// Opens the image.
    ///
    /// - Throws: ``StoreError`` when the host does not answer, and for an image without tiles, sizes and regions.
    func open() async throws -> OpenedPyramid {
        let path = origin.path
        let address = DescriptionAddress(origin.base)
        let (bases, refusal) = try bases(address)
        var fileExtensions = (image.preferredFormats + ["jpg"] + image.otherFormats)
            .filter { TileFormat(fileExtension: $0) != nil }
        // A server that is more than files has what it says, and JPEG in any case.
        if image.level > 0 { fileExtensions = [fileExtensions[0]] }
        let ways = try ways()
        var (tiles, base, fileExtension, sample): (IIIFTileNames, String, String, SampleTile?) = (
            ways[0], bases[0], fileExtensions[0], nil
        )
        var search = SampleSearch()
        candidates: for way in ways {
            try PyramidLimits.check(way.pyramid, path: path)
            let corner = TileIndex(level: way.pyramid.presentLevels.lowerBound, column: 0, row: 0)
            for candidate in bases {
                for word in fileExtensions {
                    let url = "\(candidate)/\(way.name(corner, word))\(suffix(candidate, address))"
                    guard let found = try await search.tile(url, origin) else { continue }
                    tiles = way
                    base = candidate
                    fileExtension = word
                    sample = found
                    break candidates
                }
            }
        }
        if sample == nil {
            if let refusal { throw refusal }
            try search.finish()
            let isStated = tiles.listed?.namesScaleFactors ?? !tiles.isLargestWhole
            guard isStated || image.level > 0 else { throw nothingFound() }
        }
        if image.level == 0 {
            tiles = try await withCoarserTiles(tiles, base, fileExtension, address)
            tiles = try await withLargestSize(tiles, sample, base, fileExtension, address)
        }
        var description = RemoteTileSource.Description(
            pyramid: tiles.pyramid, format: sample?.format ?? TileFormat(fileExtension: fileExtension) ?? .jpeg)
        description.isSparse = false
        description.adaptation = adaptation(tiles)
        description.properties = image.properties
        description.warnings = warnings(tiles)
        description.attribution = image.properties.first { $0.name == "attribution" }
            .flatMap { PlainText.text(ofHTML: $0.value) }
        let name = tiles.name
        let suffix = suffix(base, address)
        let origin = origin
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

    /// The ways to ask for the image, the best first; at least one.
    private func ways() throws -> [IIIFTileNames] {
        let listed = try image.tiles(path: origin.path)
        guard image.level == 0 else {
            let side = regionSide
            let areServed = listed?.levels.allSatisfy { isServed($0.tileSize) } ?? false
            var tiles = areServed ? listed : nil
            tiles?.addFullSize()
            var regions = tiles ?? IIIFTiles(fullSize: PixelSize(width: side, height: side))
            while regions.addCoarserLevel(of: image.size) {}
            return [IIIFTileNames(regions, of: image)]
        }
        try listed?.checkFullSize(path: origin.path)
        let tiles = listed.map { IIIFTileNames($0, of: image) }
        if let tiles, tiles.listed?.namesScaleFactors ?? false { return [tiles] }
        let sizes = wholeSizes()
        let whole = sizes.isEmpty ? nil : IIIFTileNames(whole: sizes, of: image)
        return [tiles, whole, IIIFTileNames(whole: [image.size], of: image, asksForLargest: true)].compactMap(\.self)
    }

    private func nothingFound() -> StoreError {
        origin.malformed(
            "this IIIF image lists no tiles with scaleFactors and no sizes, and its server sends neither tiles of the full size "
                + "nor the whole image. Check the address in a browser.")
    }

    /// Whether an image of this size, or what fits in it of the whole, is not too large for the server.
    private func isServed(_ tile: PixelSize) -> Bool {
        let width = min(tile.width, image.size.width)
        let height = min(tile.height, image.size.height)
        return width <= image.largest.width && height <= image.largest.height
            && CheckedNumber.product(width, height) ?? .max <= image.largest.area
    }

    /// The side of the largest regions, up to ``regionSide``, that the server makes.
    private var regionSide: Int {
        var side = min(Self.regionSide, image.largest.width, image.largest.height)
        while side > 1, CheckedNumber.product(side, side) ?? .max > image.largest.area { side -= 1 }
        return side
    }

    /// Scales tiles to the sizes of their places, and refuses such as are too far from these.
    private func adaptation(
        _ tiles: IIIFTileNames
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
        _ tiles: IIIFTileNames, _ base: String, _ fileExtension: String, _ address: DescriptionAddress
    ) async throws -> IIIFTileNames {
        guard var next = tiles.listed else { return tiles }
        var found = tiles
        var search = SampleSearch()
        while next.addCoarserLevel(of: image.size) {
            let coarser = IIIFTileNames(next, of: image)
            let name = coarser.name(TileIndex(level: 0, column: 0, row: 0), fileExtension)
            guard try await search.tile("\(base)/\(name)\(suffix(base, address))", origin) != nil else { break }
            found = coarser
        }
        return found
    }

    /// Whole images with the largest one that the server has, whose size only its pixels tell.
    ///
    /// - Throws: ``StoreError`` for an image of other proportions.
    private func withLargestSize(
        _ tiles: IIIFTileNames, _ sample: SampleTile?, _ base: String, _ fileExtension: String,
        _ address: DescriptionAddress
    ) async throws -> IIIFTileNames {
        guard tiles.listed == nil else { return tiles }
        let last = tiles.pyramid.finestLevel.size
        guard tiles.isLargestWhole || last != image.size else { return tiles }
        var largest = tiles.isLargestWhole ? sample : nil
        let pixels = CheckedNumber.product(image.size.width, image.size.height) ?? .max
        if !tiles.isLargestWhole, pixels <= PyramidLimits.tilePixels {
            let whole = IIIFTileNames(whole: [image.size], of: image, asksForLargest: true)
            let name = whole.name(TileIndex(level: 0, column: 0, row: 0), fileExtension)
            var search = SampleSearch()
            largest = try await search.tile("\(base)/\(name)\(suffix(base, address))", origin)
        }
        guard let size = largest?.size else { return tiles }
        let fits = size.width <= image.size.width && size.height <= image.size.height
        guard fits, FittedTile.isProportional(size, to: image.size) else {
            guard tiles.isLargestWhole else { return tiles }
            throw origin.malformed(
                "the server sends \(size) pixels for the whole image of \(image.size). It does not follow the IIIF "
                    + "Image API.")
        }
        guard !tiles.isLargestWhole else { return IIIFTileNames(whole: [size], of: image, asksForLargest: true) }
        guard size.width > last.width, size.height >= last.height else { return tiles }
        return IIIFTileNames(whole: wholeSizes() + [size], of: image, asksForLargest: true)
    }

    /// A sentence about an image that is smaller than the server says; none if it has its full size.
    private func warnings(_ tiles: IIIFTileNames) -> [String] {
        let size = tiles.pyramid.size
        guard size != image.size else { return [] }
        return ["its server sends no more than \(size) of its \(image.size) pixels."]
    }

    /// The sizes of the whole image that are listed, the smallest first.
    private func wholeSizes() -> [PixelSize] {
        var sizes: [PixelSize] = []
        // Sizes that are wider and lower contradict each other.
        for size in image.sizes where sizes.last.map({ $0.width < size.width && $0.height <= size.height }) ?? true {
            if size.width <= image.size.width, size.height <= image.size.height { sizes.append(size) }
        }
        return sizes
    }
}
