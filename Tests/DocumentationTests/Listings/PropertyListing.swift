import LayerTree
import VectorDrawing

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
func listing(ofZoomOf layer: Layer) {
    // listing
    layer.zoom = 2
    layer.addAnimation(BasicAnimation(\.zoom, from: 1, to: 2), forKey: "zoom")
    // end
}

@MainActor
func listing(ofFallOf ball: Layer) {
    // listing
    let heights: [Keyframe<Double>] = [
        Keyframe(32, at: 0, timingFunction: .easeIn), Keyframe(268, at: 0.6, timingFunction: .easeOut),
        Keyframe(220, at: 0.8, timingFunction: .easeIn), Keyframe(268, at: 1),
    ]
    ball.addAnimation(KeyframeAnimation(\.position.y, keyframes: heights), forKey: "fall")
    // end
}
