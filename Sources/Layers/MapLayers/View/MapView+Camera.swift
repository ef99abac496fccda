public import Georeferencing
internal import LayerTree
internal import ScrollLayers
public import VectorDrawing

extension MapView {
    /// The coordinate in the middle of the map; setting it moves the map at once, as far as the ``limits`` allow.
    public var center: Coordinate {
        get {
            cameraRequest?.center
                ?? WorldMap.coordinate(at: scrollController.model.view.center + content.origin)
        }
        set { fly(to: newValue, animated: false) }
    }

    /// The zoom: 0 shows the Earth 512 points wide, and each further zoom doubles the scale.
    ///
    /// Setting it zooms about the middle at once, within the limits.
    public var zoom: Double {
        get { cameraRequest?.zoom ?? ViewScale.zoom(of: scrollController.model.view.scale) }
        set { move(to: nil, zoom: newValue, animated: false) }
    }

    /// The direction that is up, in degrees clockwise from north, from 0 to less than 360.
    ///
    /// Setting it turns the map about the middle at once.
    public var bearing: Double {
        get {
            let angle = -scrollController.model.view.normalizedAngle
            return angle < 0 ? angle + 360 : angle == 0 ? 0 : angle
        }
        set {
            layOut()
            scrollController.change { model, time in
                var view = model.view
                view.angle = -newValue
                return model.setView(view, animated: false, at: time)
            }
            placeOverlays()
        }
    }

    /// Shows a place in the middle of the map.
    ///
    /// A map outside a window has no size yet; it shows the place when it gets one. ``fit(_:padding:animated:)`` does the same.
    ///
    /// - Parameters:
    ///   - coordinate: the place; ignored if it is not finite.
    ///   - zoom: the zoom, clamped to the limits; nil, the default, for the current one.
    ///   - animated: whether the map flies there; the default is true.
    public func fly(to coordinate: Coordinate, zoom: Double? = nil, animated: Bool = true) {
        guard coordinate.latitude.isFinite, coordinate.longitude.isFinite else { return }
        move(to: coordinate, zoom: zoom, animated: animated)
    }

    /// Flies to a place in a given time: out first and in again where it is far.
    ///
    /// - Parameters:
    ///   - coordinate: the place; ignored if it is not finite.
    ///   - zoom: the zoom, clamped to the limits; nil, the default, for the current one.
    ///   - duration: the seconds. A map that has no size yet shows the place when it gets one.
    public func fly(to coordinate: Coordinate, zoom: Double? = nil, duration: Double) {
        guard coordinate.latitude.isFinite, coordinate.longitude.isFinite else { return }
        move(to: coordinate, zoom: zoom) { $0.fly(to: $1, duration: duration, at: $2) }
    }

    private func move(to coordinate: Coordinate?, zoom: Double?, animated: Bool) {
        move(to: coordinate, zoom: zoom) { $0.setView($1, animated: animated, at: $2) }
    }

    /// Moves the view to a place and a zoom in a way, or when the map gets a size.
    private func move(
        to coordinate: Coordinate?, zoom: Double?,
        by change: (inout ScrollModel, _ target: ViewState, _ time: Double) -> [ScrollEvent]
    ) {
        layOut()
        guard !layer.bounds.isEmpty else {
            cameraRequest = cameraRequest ?? CameraRequest()
            cameraRequest?.show(coordinate, zoom: zoom)
            return
        }
        scrollController.change { model, time in
            var view = model.view
            if let coordinate { view.center = WorldMap.point(at: coordinate, in: content) - content.origin }
            if let zoom { view.scale = ViewScale.scale(ofZoom: zoom) }
            return change(&model, view, time)
        }
        placeOverlays()
    }

    /// The maximum part of the map's width and height for padding at each side: 0.45.
    private static let paddingLimit = 0.45

    /// Shows a part of the Earth as large as possible.
    ///
    /// ```swift
    /// if let bounds = GeoBounds(enclosing: route.coordinates) { map.fit(bounds) }
    /// ```
    ///
    /// - Parameters:
    ///   - bounds: the part, in degrees or meters. It is ignored if its edges are not finite or in the wrong order, as in
    ///     bounds that cross the date line. A single place is shown at the zoom of the finest map.
    ///   - padding: the free margin at each side in points, at most 0.45 of the map's width and height; 40 by default.
    ///   - animated: whether the map flies there; the default is true.
    public func fit(_ bounds: GeoBounds, padding: Double = 40, animated: Bool = true) {
        guard bounds.edges.allSatisfy(\.isFinite), bounds.west <= bounds.east, bounds.south <= bounds.north,
            padding.isFinite
        else { return }
        layOut()
        guard !layer.bounds.isEmpty else {
            cameraRequest = cameraRequest ?? CameraRequest()
            cameraRequest?.fit(bounds, padding: padding)
            return
        }
        let rect = WorldMap.rect(of: bounds)
        let size = layer.bounds.size
        let x = min(padding, size.width * Self.paddingLimit)
        let y = min(padding, size.height * Self.paddingLimit)
        scrollController.change { model, time in
            var geometry = model.geometry
            geometry.insets = EdgeInsets(top: y, left: x, bottom: y, right: x)
            let place = Rect(origin: rect.origin - content.origin, size: rect.size)
            let view = geometry.view(showing: place, angle: model.view.angle, isFlipped: model.view.isFlipped)
            return model.setView(view, animated: animated, at: time)
        }
        placeOverlays()
    }

    /// Carries out the request that was made while the map had no size.
    func carryOutRequest() {
        guard let request = cameraRequest.take() else { return }
        if let bounds = request.bounds { fit(bounds, padding: request.padding, animated: false) }
        if request.place != nil || request.zoom != nil {
            move(to: request.place, zoom: request.zoom, animated: false)
        }
    }

    /// The smallest bounds that contain the visible part of the world, in degrees; nil while the map has no size.
    ///
    /// If a map continues beyond the date line, so do the longitudes; such bounds can be passed to
    /// ``fit(_:padding:animated:)``.
    public var visibleBounds: GeoBounds? {
        guard !layer.bounds.isEmpty else { return nil }
        let view = scrollController.model.visibleRect
        return Rect(origin: view.origin + content.origin, size: view.size)
            .intersection(WorldMap.rect.union(content)).map(WorldMap.bounds)
    }

    /// Returns the coordinate at a point of ``layer``, in its points; nil beyond the edges of the world and of its maps.
    ///
    /// If a map continues beyond the date line, longitudes restart at −180°.
    public func coordinate(at point: Point) -> Coordinate? {
        guard let place = worldTransform.inverse?.apply(to: point) else { return nil }
        let isInside = [WorldMap.rect, content].contains { rect in
            place.x >= rect.minX && place.y >= rect.minY && place.x <= rect.maxX && place.y <= rect.maxY
        }
        return isInside ? WorldMap.coordinate(at: place) : nil
    }

    /// Returns the position of a coordinate in points of ``layer``; for the poles, the edge of the map.
    ///
    /// It may be outside the layer.
    public func point(at coordinate: Coordinate) -> Point {
        worldTransform.apply(to: WorldMap.point(at: coordinate, in: content))
    }
}
