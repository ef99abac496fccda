import LayerTree

// listing
enum Zoom: LayerPropertyKey {
    static let defaultValue = 1.0
    static let needsDisplay = true
}

extension LayerProperties {
    var zoom: Double {
        get { self[Zoom.self] }
        set { self[Zoom.self] = newValue }
    }
}
// end

@MainActor
func listing(ofZoomOf layer: Layer) throws {
    // listing
    layer.zoom = 2
    layer.addAnimation(try BasicAnimation(\.zoom, from: 1, to: 2), forKey: "zoom")
    // end
}
