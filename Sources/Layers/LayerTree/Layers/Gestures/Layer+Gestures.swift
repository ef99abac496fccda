extension Layer {
    /// Adds a gesture that is recognized on the layer and its sublayers.
    ///
    /// An ``InputDispatcher`` must handle the events of the scene, as in a window's event loop. A gesture belongs to one layer:
    /// it is removed from its former layer.
    public func addGesture(_ gesture: GestureRecognizer) {
        gesture.layer?.removeGesture(gesture)
        gesture.layer = self
        gestures.append(gesture)
    }

    /// Removes a gesture; a gesture in progress is cancelled.
    public func removeGesture(_ gesture: GestureRecognizer) {
        guard gesture.layer === self else { return }
        gestures.removeAll { $0 === gesture }
        gesture.cancel()
        gesture.layer = nil
    }
}
