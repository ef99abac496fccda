internal import TileContainers
package import TilePyramid

/// IIIF Image API, level 0: `info.json` and `REGION/SIZE/0/default.jpg` in the canonical form that viewers request.
///
/// The region is in full-size pixels, or `full` for the whole image. The size is `w,h` in version 3 and `w,` in version
/// 2; the whole image at full size is `max` or `full`, respectively.
package struct IIIFNaming: LayoutNaming {
    /// The longest side of levels that are also served whole, unless twice the tile side is longer.
    ///
    /// Twice, so that the largest such level, which limits the size that is served, is at least as large as a tile.
    static let wholeLevelSideLimit = 1024
    /// The name of the descriptor.
    package static let descriptorName = "info.json"

    /// The version of the API.
    package let version: IIIFVersion
    /// The geometry: each level is the full size divided by an integer, rounded up.
    package let pyramid: Pyramid
    /// The URL at which the image is served, or its name.
    package let identifier: String
    package let fileExtension: String
    let wholeLevels: Range<Int>
    /// The manifest that is written beside the descriptor; nil if the address of the image is unknown.
    var manifest: PresentationManifest?

    package init(version: IIIFVersion, pyramid: Pyramid, identifier: String, fileExtension: String) {
        self.version = version
        self.pyramid = pyramid
        self.identifier = identifier
        self.fileExtension = fileExtension
        let longest = max(Self.wholeLevelSideLimit, 2 * pyramid.tileSize)
        let present = pyramid.presentLevels
        let end = present.first { max(pyramid.levels[$0].size.width, pyramid.levels[$0].size.height) > longest }
        // Checked: the end is one of these levels, or theirs.
        wholeLevels = present.lowerBound..<(end ?? present.upperBound)
    }

    package func name(of index: TileIndex) -> String {
        let region = region(of: index)
        let size = pyramid.rect(of: index).size
        return path(text(of: region), self.size(size, of: region, at: index))
    }

    /// The tile with a name.
    ///
    /// Several levels can have the same region in the same size of one pixel; the finest wins.
    package func index(of name: String) -> TileIndex? { indices(of: name).first }

    /// The tiles with a name, the finest first.
    package func indices(of name: String) -> [TileIndex] {
        guard let request = IIIFRequest(name), request.fileExtension == fileExtension else { return [] }
        let rect = request.region ?? PixelRect(x: 0, y: 0, width: pyramid.size.width, height: pyramid.size.height)
        return pyramid.presentLevels.reversed().compactMap { level in
            let index = index(at: rect, level: level)
            guard pyramid.contains(index), region(of: index) == rect else { return nil }
            return possibleNames(of: index).contains(name) ? index : nil
        }
    }

    /// The canonical name and its equivalents, some of which libvips writes.
    func possibleNames(of index: TileIndex) -> [String] {
        let region = region(of: index)
        let size = pyramid.rect(of: index).size
        let canonical = name(of: index)
        var sizes = ["\(size.width),\(size.height)"]
        // A size without a height identifies a tile only by its width.
        if !sharesWidth(size, of: region, at: index) { sizes.append("\(size.width),") }
        if size == region.size, region.size == pyramid.size { sizes += ["max", "full"] }
        var regions = [text(of: region)]
        if region.size == pyramid.size { regions.append("0,0,\(region.size.width),\(region.size.height)") }
        return [canonical] + regions.flatMap { region in sizes.map { path(region, $0) } }.filter { $0 != canonical }
    }

    func isAuxiliaryFile(_ name: String) -> Bool {
        name == PresentationManifest.fileName || IIIFRequest(name).map { $0.region == nil } ?? false
    }

    package func names(ofWholeLevel level: Int) -> [String] {
        let size = pyramid.levels[level].size
        var sizes = ["\(size.width),\(size.height)"]
        if version == .two { sizes.append("\(size.width),") }
        if level == wholeLevels.upperBound - 1 {
            sizes.append("max")
            if version == .two { sizes.append("full") }
        }
        return sizes.map { path("full", $0) }.filter { name in
            !indices(of: name).contains { self.name(of: $0) == name }
        }
    }

    var descriptors: [ContainerFile] {
        let manifests = manifest.map { [ContainerFile(name: PresentationManifest.fileName, text: $0.json)] } ?? []
        return manifests + [ContainerFile(name: Self.descriptorName, text: IIIFInformation(naming: self).json)]
    }

    /// The scale factor of a level: 1, 2, 4 and so on.
    // Checked: a whole number up to 2^24, from an integer.
    func scaleFactor(of level: Int) -> Int { Int(pyramid.levels[level].horizontalDownsample) }

    /// The tile of a level at the top left corner of a region.
    private func index(at region: PixelRect, level: Int) -> TileIndex {
        let tile = pyramid.levels[level].tileSize
        let scaleFactor = scaleFactor(of: level)
        return TileIndex(
            // Checked: sides below 2^31, and a scale factor up to 2^24.
            level: level, column: region.x / (tile.width * scaleFactor), row: region.y / (tile.height * scaleFactor))
    }

    /// The name of a tile by its width and height, whatever the version has as the canonical form.
    package func exactName(of index: TileIndex) -> String {
        let size = pyramid.rect(of: index).size
        return path(text(of: region(of: index)), "\(size.width),\(size.height)")
    }

    /// The name of a tile by its width alone, from which a server makes the height.
    package func nameByWidth(of index: TileIndex) -> String {
        path(text(of: region(of: index)), "\(pyramid.rect(of: index).size.width),")
    }

    /// The name of a tile by its height alone, from which a server makes the width.
    package func nameByHeight(of index: TileIndex) -> String {
        path(text(of: region(of: index)), ",\(pyramid.rect(of: index).size.height)")
    }

    /// The part of the full-size image that a tile shows.
    package func region(of index: TileIndex) -> PixelRect {
        let tile = pyramid.levels[index.level].tileSize
        let scaleFactor = scaleFactor(of: index.level)
        // Checked: the tile begins within the image.
        let x = index.column * tile.width * scaleFactor
        // Checked: as above.
        let y = index.row * tile.height * scaleFactor
        return PixelRect(
            // Checked: sides below 2^31, and a scale factor up to 2^24.
            x: x, y: y, width: min(tile.width * scaleFactor, pyramid.size.width - x),
            // Checked: sides below 2^31, and a scale factor up to 2^24.
            height: min(tile.height * scaleFactor, pyramid.size.height - y))
    }

    private func size(_ size: PixelSize, of region: PixelRect, at index: TileIndex) -> String {
        if size == pyramid.size { return version.maximumSizeKeyword }
        let hasHeight = version == .three || sharesWidth(size, of: region, at: index)
        return hasHeight ? "\(size.width),\(size.height)" : "\(size.width),"
    }

    /// Whether a finer tile with the same region is one pixel wide, too; then `1,` is the one of the right aspect
    /// ratio.
    private func sharesWidth(_ size: PixelSize, of region: PixelRect, at index: TileIndex) -> Bool {
        guard size.width == 1, index.level + 1 < pyramid.levels.count else { return false }
        let finer = self.index(at: region, level: index.level + 1)
        let finerSize = pyramid.rect(of: finer).size
        return pyramid.contains(finer) && self.region(of: finer) == region && finerSize.width == 1 && finerSize != size
    }

    private func text(of region: PixelRect) -> String {
        region.size == pyramid.size
            ? "full" : "\(region.x),\(region.y),\(region.size.width),\(region.size.height)"
    }

    private func path(_ region: String, _ size: String) -> String { "\(region)/\(size)/0/default.\(fileExtension)" }
}

/// The parsed path of an IIIF request after the image's URL: `0,0,512,512/256,256/0/default.jpg`.
struct IIIFRequest: Hashable {
    /// The region in full-size pixels; `nil` for the whole image.
    let region: PixelRect?
    let fileExtension: String

    /// Parses a name; `nil` for rotations, other qualities, percentages and anything that is not a request.
    init?(_ name: String) {
        let parts = name.split(separator: "/", omittingEmptySubsequences: false)
        guard parts.count == 4, parts[2] == "0", parts[3].hasPrefix("default.") else { return nil }
        if parts[0] == "full" {
            region = nil
        } else {
            let numbers = parts[0].split(separator: ",", omittingEmptySubsequences: false).map(NumericFileName.number)
            let known = numbers.compactMap { $0 }
            guard numbers.count == 4, known.count == 4 else { return nil }
            region = PixelRect(x: known[0], y: known[1], width: known[2], height: known[3])
        }
        fileExtension = String(parts[3].dropFirst("default.".count))
    }
}
