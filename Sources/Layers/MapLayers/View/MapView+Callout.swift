public import Georeferencing
internal import LayerTree
internal import ScrollLayers
internal import VectorDrawing

extension MapView {
    /// Opens the callout of a pin in place of any other; does nothing for a pin without a title.
    public func showCallout(for pin: MapPin) {
        guard !pin.title.isEmpty, pin !== calloutPin else { return }
        open(CalloutLayer(title: pin.title, subtitle: pin.subtitle, drawing: textDrawing), pin: pin, at: nil)
    }

    /// Opens a callout at a coordinate in place of any other.
    public func showCallout(_ title: String, subtitle: String = "", at coordinate: Coordinate) {
        open(CalloutLayer(title: title, subtitle: subtitle, drawing: textDrawing), pin: nil, at: coordinate)
    }

    /// Closes the callout, as a tap elsewhere does.
    public func closeCallout() {
        callout?.removeFromSuperlayer()
        callout = nil
        calloutPin = nil
        calloutCoordinate = nil
    }

    private func open(_ callout: CalloutLayer, pin: MapPin?, at coordinate: Coordinate?) {
        closeCallout()
        self.callout = callout
        calloutPin = pin
        calloutCoordinate = coordinate
        callout.onResize = { [weak self] in self?.placeCallout() }
        layer.insertSublayer(callout, above: pinsLayer)
        placeCallout()
        if !scrollController.settings.reducesMotion { callout.fadeIn() }
    }

    /// Moves the callout to its pin or its place.
    func placeCallout() {
        guard let callout else { return }
        var anchor = Rect(origin: calloutCoordinate.map(point) ?? .zero, size: .zero)
        if let calloutPin { anchor = pinsLayer.frame(of: calloutPin) }
        callout.place(at: anchor, in: Rect(origin: .zero, size: layer.bounds.size))
    }

    func pinTapped(at location: Point) {
        guard let point = layer.convertFromScene(location), let pin = pin(at: point) else { return }
        if let action = pin.onTap { action(pin) } else { showCallout(for: pin) }
    }

    /// Handles a tap on the map itself: not on a layer over the map, and not handled by another gesture.
    func mapTapped(_ tap: TapRecognizer) {
        guard !tap.isClaimedByAnother, let hit = tap.hitLayer,
            hit === layer || sequence(first: hit, next: \.superlayer).contains(where: { $0 === scrollLayer }),
            let point = tap.location()
        else { return }
        closeCallout()
        if let coordinate = coordinate(at: point) { onTap?(coordinate) }
    }
}
