internal import FilePyramids
internal import Georeferencing
internal import ImageMetadata
internal import TileContainers
internal import TileCutting
internal import TilePyramid

extension ConversionPlan {
    /// Returns the place of a pyramid whose tiles are not those of the grid of Web Mercator; nil if it has none.
    ///
    /// - Throws: `CodecError` if its stated position cannot be read, unless that loss is allowed.
    static func place(of opened: OpenedPyramid, _ options: ConversionOptions) throws -> RasterGeoreference? {
        guard opened.source.georeference == nil else { return nil }
        do {
            return try opened.source.rasterGeoreference
        } catch let error as CodecError where error.code == .unsupported {
            guard !options.allowedLoss.contains(.place) else { return nil }
            throw CodecError.unreadStatement(.place, file: opened.path, error.message)
        } catch let error as StoreError where error.code == .malformed {
            guard !options.allowedLoss.contains(.place) else { return nil }
            throw CodecError.unreadStatement(.place, file: opened.path, error.message)
        }
    }

    /// Has the full size of a pyramid cut as a map.
    ///
    /// - Returns: whether its pixels are those of a zoom of the map, so that tiles may be equal.
    static func cutAsMap(
        _ cut: inout CutOptions, at place: RasterGeoreference, _ opened: OpenedPyramid, _ options: ConversionOptions
    ) -> Bool {
        let pyramid = opened.source.pyramid
        let keepsGrid = place.isOnGrid(pyramid.size, tileSize: cut.tileSize)
        if !keepsGrid { cut.tileSize = options.tileSize ?? CutOptions().tileSize }
        if let bounds = place.bounds(of: pyramid.size) { cut.bounds = bounds } else { cut.rasterGeoreference = place }
        return keepsGrid
    }

    /// Returns the warning that a pyramid loses its place; none if it has none.
    static func lossOfPlace(of opened: OpenedPyramid) -> [String] {
        do {
            guard try opened.source.georeference != nil || opened.source.rasterGeoreference != nil else { return [] }
            return ["the new pyramid is not georeferenced."]
        } catch {
            let reason = (error as? CodecError)?.message ?? (error as? StoreError)?.message ?? "\(error)"
            return ["the new pyramid is not georeferenced: \(reason)"]
        }
    }
}

extension RasterGeoreference {
    /// The greatest distance of a pixel from its place in the grid, in pixels.
    private static let gridTolerance = 0.01

    /// Whether the pixels of an image of a size are pixels of a zoom of Web Mercator.
    fileprivate func isOnGrid(_ size: PixelSize, tileSize: Int) -> Bool {
        guard builtInCRS == .webMercator, transform.isNorthUp else { return false }
        let longest = Double(max(size.width, size.height))
        return WebMercator.zooms.contains { zoom in
            let matrix = TileMatrix(tileSize: tileSize, zoom: zoom)
            let drifts = [transform.columnX, -transform.rowY].map { ($0 / matrix.metersPerPixel - 1) * longest }
            let corner = [matrix.x(ofEasting: transform.originX), matrix.y(ofNorthing: transform.originY)]
            return (drifts + corner.map { $0 - $0.rounded() }).allSatisfy { abs($0) < Self.gridTolerance }
        }
    }

    /// The name of the system: a code, or the name in well-known text.
    var name: String {
        guard crs.contains("["), let start = crs.firstIndex(of: "\"") else { return crs }
        let name = crs[crs.index(after: start)...].prefix { $0 != "\"" }
        return name.isEmpty ? crs : String(name)
    }
}
