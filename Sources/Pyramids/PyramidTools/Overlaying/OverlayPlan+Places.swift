internal import FilePyramids
internal import Georeferencing
internal import TileContainers
internal import TilePyramid

extension OverlayPlan {
    /// The largest difference of places that counts as none, in pixels.
    private static let tolerance = 0.01

    /// Returns the overlay's first pixel in the base, by their places in one coordinate system; nil if neither has a place.
    ///
    /// - Throws: `StoreError` if their systems or their pixels differ.
    static func position(of overlay: OpenedPyramid, over base: OpenedPyramid) throws -> PixelOffset? {
        let places = (try base.source.rasterGeoreference, try overlay.source.rasterGeoreference)
        switch places {
        case (nil, nil): return nil
        case (let below?, let above?): return try position(overlay, above, over: base, below)
        case (let below, _):
            let (placed, other) = below == nil ? (overlay, base) : (base, overlay)
            throw refusal(
                of: overlay,
                "\(placed.path) says where it lies, in \(below?.crs ?? places.1?.crs ?? ""), and \(other.path) does not. State "
                    + "its position.")
        }
    }

    private static func position(
        _ overlay: OpenedPyramid, _ above: RasterGeoreference, over base: OpenedPyramid, _ below: RasterGeoreference
    ) throws -> PixelOffset {
        guard above.crs == below.crs else { throw unequalSystems(overlay, (base, below.crs), (overlay, above.crs)) }
        let size = overlay.source.pyramid.size
        guard let toBase = below.transform.inverse else {
            throw refusal(of: base, "its pixels have no area on the map. Correct its georeference.")
        }
        func pixel(_ x: Int, _ y: Int) -> (x: Double, y: Double) {
            let coordinate = above.transform.coordinate(x: Double(x), y: Double(y))
            return toBase.coordinate(x: coordinate.x, y: coordinate.y)
        }
        let first = pixel(0, 0)
        let last = pixel(size.width, size.height)
        let x = first.x.rounded()
        let y = first.y.rounded()
        let differences = [
            first.x - x, first.y - y, last.x - first.x - Double(size.width), last.y - first.y - Double(size.height),
        ]
        guard differences.allSatisfy({ abs($0) <= tolerance }), let column = Int(exactly: x), let row = Int(exactly: y)
        else {
            throw refusal(
                of: overlay,
                "its pixels do not lie on those of \(base.path) in \(above.crs). Convert both to maps, for example .pmtiles."
            )
        }
        return PixelOffset(x: column, y: row)
    }

    /// The refusal to lay pyramids over each other whose coordinate systems differ.
    static func unequalSystems(
        _ overlay: OpenedPyramid, _ first: (pyramid: OpenedPyramid, crs: String),
        _ second: (pyramid: OpenedPyramid, crs: String)
    ) -> StoreError {
        refusal(
            of: overlay,
            "\(first.pyramid.path) is in \(first.crs), and \(second.pyramid.path) in \(second.crs), so that their pixels do not "
                + "fit. Convert them to maps in one system first, for example .pmtiles.")
    }
}
