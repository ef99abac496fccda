internal import ChannelImages
package import FilePyramids
internal import Georeferencing
internal import TileContainers
package import TilePyramid

/// A plan for laying one pyramid over another, made before the first tile is read.
///
/// Maps are aligned by zoom, column and row, and become one map of both regions. Other pyramids are aligned by a position in
/// full-size pixels, which is a multiple of the tile size; what lies beyond the base is left out.
///
/// A tile of the overlay that is opaque and covers its place replaces the base's byte for byte. A tile that does not is put
/// over the base's pixels, and the result is re-encoded as the base is. The tiles above changed ones are rendered from their
/// four children, unless the overlay has replaced all of these and has the tile above them, too. All others stay the base's
/// bytes.
///
/// If two maps have different zooms, zooms finer than those of the other map stay as they are, as do zooms coarser than all of
/// the base. The coarser zooms of the base show the overlay even if the overlay lacks them.
package struct OverlayPlan: Sendable {
    /// The pyramid below.
    package let base: OpenedPyramid
    /// The pyramid above.
    package let overlay: OpenedPyramid
    /// The options.
    package let options: OverlayOptions
    /// The levels and grids of the merged pyramid.
    package var pyramid: Pyramid { alignment.pyramid }

    let alignment: OverlayAlignment
    /// The bounds of the merged map; nil for pyramids that are not maps.
    let georeference: Georeference?

    /// The most tiles of the overlay; each takes up to 300 bytes of memory until the merge ends.
    package static let tileLimit = 1 << 23

    /// Plans an overlay; no tile is read.
    ///
    /// - Parameters:
    ///   - overlay: the pyramid above.
    ///   - base: the pyramid below.
    ///   - options: the position and the encoding.
    /// - Throws: `StoreError` naming the pyramid whose tiles cannot be aligned, and why.
    package init(_ overlay: OpenedPyramid, over base: OpenedPyramid, options: OverlayOptions = OverlayOptions()) throws
    {
        self.base = base
        self.overlay = overlay
        self.options = options
        for opened in [base, overlay] { try Self.check(opened) }
        let side = base.source.pyramid.finestLevel.tileSize
        let other = overlay.source.pyramid.finestLevel.tileSize
        guard side == other else {
            throw Self.refusal(
                of: overlay,
                "its tiles have \(other) pixels, and those of \(base.path) have \(side). Convert one of them to "
                    + "the tile size of the other first.")
        }
        try Self.checkTerrain(of: overlay, over: base)
        switch (base.source.georeference, overlay.source.georeference) {
        case (let below?, let above?):
            guard options.position == nil else {
                throw Self.refusal(of: overlay, "maps are aligned by their grid. Leave the position out.")
            }
            alignment = try Self.mapAlignment(overlay, above, over: base, below)
            georeference = Self.union(below, above)
        case (nil, nil):
            alignment = try Self.pixelAlignment(
                overlay, over: base, at: options.position ?? Self.position(of: overlay, over: base) ?? .zero)
            georeference = nil
        case (let below, _):
            let (map, image) = below == nil ? (overlay, base) : (base, overlay)
            if let place = try image.source.rasterGeoreference {
                throw Self.unequalSystems(
                    overlay, (map, GeoBounds.CoordinateReferenceSystem.webMercator.rawValue), (image, place.crs))
            }
            throw Self.refusal(
                of: overlay,
                "\(map.path) is a map, and \(image.path) is not, so that their grids differ. Cut the other as a map.")
        }
        try checkHalving()
    }

    static func refusal(of opened: OpenedPyramid, _ reason: String) -> StoreError {
        StoreError(.malformed, path: opened.path, reason)
    }

    /// Throws if the tiles of a pyramid cannot be laid over any others.
    private static func check(_ opened: OpenedPyramid) throws {
        let source = opened.source
        let pyramid = opened.source.pyramid
        guard source.listsTiles else {
            throw refusal(of: opened, "a server does not list its tiles. Keep a copy with tilecut fetch first.")
        }
        guard pyramid.overlap == 0 else {
            throw refusal(
                of: opened,
                "its tiles overlap by \(pyramid.overlap) pixels, and only tiles without overlap are laid over others. Convert it "
                    + "to tiles without overlap first.")
        }
        let levels = pyramid.levels[pyramid.presentLevels]
        guard source.margin == .zero, levels.allSatisfy({ $0.inset == .zero }) else {
            throw refusal(
                of: opened, "its image does not begin at the corner of a tile. Convert it to another layout first.")
        }
        guard levels.allSatisfy({ $0.tileSize == pyramid.finestLevel.tileSize }) else {
            throw refusal(of: opened, "its levels have tiles of different sizes. Convert it first.")
        }
    }

    /// Throws if the colors of one pyramid hold other numbers than those of the other, or in a format that does not keep them.
    private static func checkTerrain(of overlay: OpenedPyramid, over base: OpenedPyramid) throws {
        let terrain = base.source.terrain
        guard overlay.source.terrain == terrain else {
            func kind(_ opened: OpenedPyramid) -> String {
                opened.source.terrain.map { "elevations in the encoding \($0.rawValue)" } ?? "pictures"
            }
            throw refusal(
                of: overlay,
                "its tiles are \(kind(overlay)), and those of \(base.path) are \(kind(base)). Both have to be of one kind."
            )
        }
        guard terrain == nil || base.source.format == .png else {
            throw refusal(
                of: base,
                "the colors of its tiles are elevations in numbers, which \(base.source.format.rawValue) tiles do not keep when they "
                    + "are encoded again. Only png tiles are changed.")
        }
    }

    /// Whether the colors of both pyramids hold the bytes of elevations.
    var holdsNumbers: Bool { base.source.terrain != nil }

    /// Throws if coarser levels of the base cannot be rendered from finer ones.
    private func checkHalving() throws {
        let levels = pyramid.levels[pyramid.presentLevels].filter { $0.index <= alignment.compositedLevel }
        for (coarse, fine) in zip(levels, levels.dropFirst()) {
            let isHalf = [(coarse.size.width, fine.size.width), (coarse.size.height, fine.size.height)].allSatisfy {
                // Halves are rounded up or down, and are at least a pixel.
                $0 == $1 / 2 || $0 == $1 / 2 + $1 % 2 || $1 == 1 && $0 == 1
            }
            guard isHalf else {
                throw Self.refusal(
                    of: base,
                    "its level of \(coarse.size) pixels is not half of that of \(fine.size), so that it cannot be rendered from "
                        + "it. Convert it first.")
            }
        }
    }

    private static func union(_ below: Georeference, _ above: Georeference) -> Georeference {
        let a = below.bounds
        let b = above.bounds
        return Georeference(
            zoom: max(below.zoom, above.zoom),
            bounds: GeoBounds(
                west: min(a.west, b.west), south: min(a.south, b.south), east: max(a.east, b.east),
                north: max(a.north, b.north), crs: a.crs))
    }
}
