internal import Georeferencing
internal import LayerTree

/// What a map was asked to show before it had a size; carried out when it gets one.
struct CameraRequest {
    /// The bounds to be fitted first.
    private(set) var bounds: GeoBounds?
    /// The points around ``bounds``.
    private(set) var padding = 0.0
    /// The place in the middle; nil for that of the bounds, or the present one.
    private(set) var place: Coordinate?
    /// The zoom; nil for that of the bounds, or the present one.
    private(set) var zoom: Double?

    /// The place in the middle, if that was asked for.
    var center: Coordinate? {
        place ?? bounds.map { WorldMap.coordinate(at: WorldMap.rect(of: $0).point(at: Point(x: 0.5, y: 0.5))) }
    }

    /// Fits bounds, instead of all that was asked for.
    mutating func fit(_ bounds: GeoBounds, padding: Double) {
        self = CameraRequest(bounds: bounds, padding: padding)
    }

    /// Shows a place or a zoom, where they are not nil.
    mutating func show(_ place: Coordinate?, zoom: Double?) {
        self.place = place ?? self.place
        self.zoom = zoom ?? self.zoom
    }
}
