internal import Glibc

/// Converts between zooms and scales.
enum ViewScale {
    /// The zoom of a scale: points of the screen for a point of the world.
    static func zoom(of scale: Double) -> Double { log2(scale) }
    /// The scale of a zoom.
    static func scale(ofZoom zoom: Double) -> Double { exp2(zoom) }
}
