package import Georeferencing
internal import JSONDocuments
internal import Numbers

/// The zooms, tiles and bounds of a map: its tiles are the truth, and its metadata a hint.
///
/// Programs write zooms that no tile has, bounds that are narrower than the tiles, and bounds with swapped edges or the
/// wrong sign. What the metadata say counts only as far as every tile that exists stays part of the map.
package struct MapCoverage: Hashable {
    /// The zooms and bounds in the metadata of a map.
    package struct Declaration: Hashable {
        /// The coarsest and the finest zoom; `nil` for what is not said.
        package var minZoom, maxZoom: Int?
        /// West, south, east and north in degrees; empty for what is not said.
        package var edges: [Double]
        /// The region across the 180th meridian under ``TileKitMetadata/crossingKey``; `nil` if there is none.
        package var crossing: GeoBounds?

        /// Creates a declaration of zooms and edges.
        package init(minZoom: Int? = nil, maxZoom: Int? = nil, edges: [Double] = []) {
            self.minZoom = minZoom
            self.maxZoom = maxZoom
            self.edges = edges
        }
    }

    /// The coarsest and the finest zoom.
    package let zooms: ClosedRange<Int>
    /// The tiles of the coarsest zoom.
    package let tiles: TileRange
    /// The bounds in degrees: the declared ones, unless tiles lie outside of them; with an east beyond 180 across the 180th
    /// meridian.
    package let bounds: GeoBounds
    /// The statements of the metadata that the tiles contradict, as sentences.
    package let warnings: [String]

    /// The declared bounds decide about the part that is shown, unless they cover so many times the tiles that exist.
    private static let emptyFactor = 16

    /// Compares the existing tiles with the declaration.
    ///
    /// A map without tiles covers what its metadata state, or else the world at zoom 0.
    package init(_ extent: MapExtent, declared: Declaration) {
        var warnings: [String] = []
        let known = 0...MapTile.maximumZoom
        let declaredZooms = [declared.minZoom, declared.maxZoom].compactMap(\.self).filter(known.contains)
        let found = extent.zooms
        let said =
            declaredZooms.count == 2 ? CheckedNumber.range(from: declaredZooms[0], through: declaredZooms[1]) : nil
        zooms = found ?? said ?? 0...0
        if let found, let first = declared.minZoom, let last = declared.maxZoom, said != found {
            warnings.append(
                "its metadata name the zooms \(first) to \(last), but its tiles have \(Self.text(found)). The tiles count."
            )
        }
        let isSaid = declared.edges.count == 4
        let edges = isSaid ? declared.edges : GeoBounds.webMercatorExtent.edges
        let bounds = GeoBounds(west: edges[0], south: edges[1], east: edges[2], north: edges[3], crs: .wgs84)
        let text = edges.map { JSONText.number($0, digits: 9) }.joined(separator: ",")
        let range = bounds.tiles(at: zooms.lowerBound)
        if let crossing = declared.crossing ?? Self.crossing(bounds.unwrapped, extent) {
            let named = crossing.tiles(at: zooms.lowerBound)
            let rows = extent.covering(at: zooms.lowerBound)?.rows ?? named.rows
            self.tiles = TileRange(columns: named.columns, rows: rows)
            self.bounds = crossing
            self.warnings = warnings
            return
        }
        guard let tiles = extent.covering(at: zooms.lowerBound) else {
            self.tiles = range
            self.bounds = bounds.isOnEarth ? bounds : .webMercatorExtent
            self.warnings = warnings + ["it has no tiles."]
            return
        }
        let isNarrow = !extent.ranges.allSatisfy { bounds.tiles(at: $0.key).contains($0.value) }
        let holds = isSaid && bounds.isOnEarth && !isNarrow
        if isSaid, !bounds.isOnEarth {
            warnings.append("its bounds, \(text), are not a region of the Earth. Those of its tiles are used.")
        } else if isSaid, isNarrow {
            warnings.append("its bounds, \(text), leave out tiles that it has. The bounds of all its tiles are used.")
        }
        let most = CheckedNumber.product(tiles.count, Self.emptyFactor) ?? .max
        self.tiles = holds && range.count <= most ? range.union(tiles) : tiles
        self.bounds = holds ? bounds : tiles.bounds(at: zooms.lowerBound)
        self.warnings = warnings
    }

    /// Returns bounds across the 180th meridian if tiles lie on both sides of it; `nil` if they lie elsewhere, because the
    /// edges were swapped.
    private static func crossing(_ bounds: GeoBounds, _ extent: MapExtent) -> GeoBounds? {
        guard bounds.crossesAntimeridian, let finest = extent.zooms?.upperBound, let range = extent.ranges[finest],
            range.columns == TileRange.world(at: finest).columns
        else { return nil }
        return bounds
    }

    private static func text(_ zooms: ClosedRange<Int>) -> String {
        zooms.count == 1 ? "zoom \(zooms.lowerBound)" : "the zooms \(zooms.lowerBound) to \(zooms.upperBound)"
    }
}
