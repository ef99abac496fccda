public import Georeferencing
public import LayerTree
internal import ScrollLayers
public import VectorDrawing

extension MapView {
    /// Adds a map above the others.
    ///
    /// - Parameters:
    ///   - map: the map.
    ///   - opacity: the opacity, 1 by default. A later change of the layer's opacity fades.
    /// - Returns: its layer.
    @discardableResult
    public func add(_ map: MapImage, opacity: Double = 1) -> MapTileLayer {
        let layer = MapTileLayer(map, loader: loader)
        Transaction.run(disablesActions: true) { layer.opacity = opacity }
        world.insertSublayer(layer, at: tileLayers.count)
        tileLayers.append(layer)
        updateContent()
        return layer
    }

    /// Removes a map by its layer.
    public func remove(_ layer: MapTileLayer) {
        guard let index = tileLayers.firstIndex(where: { $0 === layer }) else { return }
        tileLayers.remove(at: index)
        layer.removeFromSuperlayer()
        updateContent()
    }

    /// Adds a route above the maps and the other routes; a route on another map is removed from that map.
    public func addRoute(_ route: RouteLayer) {
        guard !routes.contains(where: { $0 === route }) else { return }
        route.leaveMap?()
        route.leaveMap = { [weak self, weak route] in if let route { self?.removeRoute(route) } }
        world.addSublayer(route)
        routes.append(route)
        showRoutes()
    }

    /// Removes a route.
    public func removeRoute(_ route: RouteLayer) {
        guard routes.contains(where: { $0 === route }) else { return }
        route.leaveMap = nil
        routes.removeAll { $0 === route }
        if route.superlayer === world { route.removeFromSuperlayer() }
    }

    /// The pins, from north to south.
    public var pins: [MapPin] { pinsLayer.pins }

    /// Adds pins; a pin on another map is removed from that map.
    ///
    /// - Complexity: O(pins); the next frame, or the next read of ``pins``, then takes O(pins · log pins).
    public func addPins(_ pins: [MapPin]) {
        pinsLayer.add(pins)
    }

    /// Removes pins, and the callout if it belongs to one of them.
    public func removePins(_ pins: [MapPin]) {
        let gone = Set(pins.map(ObjectIdentifier.init))
        pinsLayer.remove { gone.contains(ObjectIdentifier($0)) }
    }

    /// Returns the uppermost pin at a point of ``layer``; nil if there is none.
    public func pin(at point: Point) -> MapPin? { pinsLayer.pin(at: point) }

    /// Adds any layer at a coordinate, where it keeps its size on the screen and stays upright.
    ///
    /// Its position is then in the world's points. To move it, add it again; to remove it, call `layer.removeFromSuperlayer()`.
    /// Pins are faster for thousands of equal marks.
    public func add(_ layer: Layer, at coordinate: Coordinate) {
        Transaction.run(disablesActions: true) {
            layer.position = WorldMap.point(at: coordinate, in: content)
            layer.keepsScreenSize = true
        }
        if layer.superlayer !== world { world.addSublayer(layer) }
    }

    /// The attributions of all visible maps, each once; they are shown at the lower right.
    public var attribution: String {
        var seen: Set<String> = []
        return tileLayers.filter { $0.opacity > 0 && !$0.isHidden }.map(\.map.attribution)
            .filter { !$0.isEmpty && seen.insert($0).inserted }.joined(separator: " | ")
    }
}
