public import Georeferencing
public import LayerTree
internal import ScrollLayers

extension MapView {
    /// Adds a map above the others.
    ///
    /// - Parameters:
    ///   - map: the map.
    ///   - opacity: its opacity, 1 by default; that of the layer can be changed later, and fades then.
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

    /// Adds a route above the maps and the routes that are there; one that is on another map leaves that.
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

    /// Adds pins; one that is on another map leaves that.
    ///
    /// - Complexity: O(pins), with the next frame, or the next look at ``pins``, O(pins · log pins).
    public func addPins(_ pins: [MapPin]) {
        pinsLayer.add(pins)
    }

    /// Removes pins, and the callout of one of them.
    public func removePins(_ pins: [MapPin]) {
        let gone = Set(pins.map(ObjectIdentifier.init))
        pinsLayer.remove { gone.contains(ObjectIdentifier($0)) }
    }

    /// Returns the uppermost pin at a point of ``layer``; nil if there is none.
    public func pin(at point: Point) -> MapPin? { pinsLayer.pin(at: point) }

    /// Adds any layer at a coordinate, where it keeps its size on the screen and stays upright.
    ///
    /// Its position is in the world's points then; move it by adding it again, and remove it as any layer, by
    /// `layer.removeFromSuperlayer()`. For thousands of equal marks, pins are faster.
    public func add(_ layer: Layer, at coordinate: Coordinate) {
        Transaction.run(disablesActions: true) {
            layer.position = WorldMap.point(at: coordinate, in: content)
            layer.keepsScreenSize = true
        }
        if layer.superlayer !== world { world.addSublayer(layer) }
    }

    /// The attribution of all maps that are shown, each once; it is seen at the lower right.
    public var attribution: String {
        var seen: Set<String> = []
        return tileLayers.filter { $0.opacity > 0 && !$0.isHidden }.map(\.map.attribution)
            .filter { !$0.isEmpty && seen.insert($0).inserted }.joined(separator: " | ")
    }
}
