public import Georeferencing
public import LayerTree
internal import ScrollLayers

extension MapView {
    /// The coordinate in the middle of the map; setting it shows it at once, as far as the ``limits`` allow.
    public var center: Coordinate {
        get { WorldMap.coordinate(at: scrollController.model.view.center + content.origin) }
        set { fly(to: newValue, animated: false) }
    }

    /// The zoom: 0 if the Earth is 512 points wide, and one more each time the scale doubles.
    ///
    /// Setting it zooms about the middle at once, within the limits.
    public var zoom: Double {
        get { ViewScale.zoom(of: scrollController.model.view.scale) }
        set { fly(to: center, zoom: newValue, animated: false) }
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
    /// - Parameters:
    ///   - coordinate: the place.
    ///   - zoom: the zoom, which is brought within the limits; nil, the default, for the present one.
    ///   - animated: whether the map flies there; by default it does.
    public func fly(to coordinate: Coordinate, zoom: Double? = nil, animated: Bool = true) {
        layOut()
        scrollController.change { model, time in
            var view = model.view
            view.center = WorldMap.point(at: coordinate) - content.origin
            if let zoom { view.scale = ViewScale.scale(ofZoom: zoom) }
            return model.setView(view, animated: animated, at: time)
        }
        placeOverlays()
    }

    /// Shows a part of the Earth as large as possible.
    ///
    /// - Parameters:
    ///   - bounds: the part, in degrees or meters; ignored if it is not valid, as one that crosses the date line is.
    ///   - padding: the points that are left free at each side; 40 by default.
    ///   - animated: whether the map flies there; by default it does.
    public func fit(_ bounds: GeoBounds, padding: Double = 40, animated: Bool = true) {
        guard bounds.isValid else { return }
        layOut()
        let rect = WorldMap.rect(of: bounds)
        scrollController.change { model, time in
            var geometry = model.geometry
            geometry.insets = EdgeInsets(top: padding, left: padding, bottom: padding, right: padding)
            let place = Rect(origin: rect.origin - content.origin, size: rect.size)
            let view = geometry.view(showing: place, angle: model.view.angle, isFlipped: model.view.isFlipped)
            return model.setView(view, animated: animated, at: time)
        }
        placeOverlays()
    }

    /// Returns the coordinate at a point of ``layer``, in its points; nil beyond the edges of the world.
    public func coordinate(at point: Point) -> Coordinate? {
        guard let place = worldTransform.inverse?.apply(to: point) else { return nil }
        let isInside = place.x >= 0 && place.y >= 0 && place.x <= WorldMap.side && place.y <= WorldMap.side
        return isInside ? WorldMap.coordinate(at: place) : nil
    }

    /// Returns where a coordinate is seen, in points of ``layer``; for the poles, the edge of the map.
    ///
    /// It may be outside the layer.
    public func point(at coordinate: Coordinate) -> Point { worldTransform.apply(to: WorldMap.point(at: coordinate)) }
}
