extension Layer {
    /// Adds a gesture that is recognized on the layer and its sublayers.
    ///
    /// An ``InputDispatcher`` has to handle the events of the scene, as a window's event loop does. A gesture belongs to
    /// one layer: it is removed from a former one.
    public func addGesture(_ gesture: GestureRecognizer) {
        gesture.layer?.removeGesture(gesture)
        gesture.layer = self
        gestures.append(gesture)
    }

    /// Removes a gesture; if it is going on, it is cancelled.
    public func removeGesture(_ gesture: GestureRecognizer) {
        guard gesture.layer === self else { return }
        gestures.removeAll { $0 === gesture }
        gesture.cancel()
        gesture.layer = nil
    }
}
