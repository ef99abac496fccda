internal import Georeferencing
internal import LayerTree
internal import VectorDrawing

/// A request for the view of a map that has no size yet; the map carries it out when it gets one.
struct CameraRequest {
    /// The bounds to be fitted first.
    private(set) var bounds: GeoBounds?
    /// The points around ``bounds``.
    private(set) var padding = 0.0
    /// The place in the middle; nil for the middle of the bounds, or the current one.
    private(set) var place: Coordinate?
    /// The zoom; nil for the zoom of the bounds, or the current one.
    private(set) var zoom: Double?

    /// The requested place in the middle; nil if there is none.
    var center: Coordinate? {
        place ?? bounds.map { WorldMap.coordinate(at: WorldMap.rect(of: $0).point(at: Point(x: 0.5, y: 0.5))) }
    }

    /// Fits bounds, in place of all earlier requests.
    mutating func fit(_ bounds: GeoBounds, padding: Double) {
        self = CameraRequest(bounds: bounds, padding: padding)
    }

    /// Shows a place or a zoom, where they are not nil.
    mutating func show(_ place: Coordinate?, zoom: Double?) {
        self.place = place ?? self.place
        self.zoom = zoom ?? self.zoom
    }
}
