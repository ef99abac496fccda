internal import LayerTree
internal import VectorDrawing

extension Color {
    /// The colors in which the channels red, green and blue are drawn.
    static let channels = [
        Color(red: 1, green: 0.35, blue: 0.3, alpha: 0.55), Color(red: 0.35, green: 0.9, blue: 0.4, alpha: 0.55),
        Color(red: 0.4, green: 0.55, blue: 1, alpha: 0.55),
    ]
}
