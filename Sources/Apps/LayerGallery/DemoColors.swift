internal import LayerTree
internal import VectorDrawing

/// The colors of the demos.
enum DemoColors {
    static let red = Color(red: 0.85, green: 0.25, blue: 0.2)
    static let green = Color(red: 0.25, green: 0.6, blue: 0.35)
    static let blue = Color(red: 0.2, green: 0.4, blue: 0.8)
    static let yellow = Color(red: 0.95, green: 0.75, blue: 0.25)
    static let gray = Color(red: 0.87, green: 0.87, blue: 0.85)
    static let night = Color(red: 0.1, green: 0.12, blue: 0.22)

    /// Colors to tell things apart.
    static let all = [red, green, blue, yellow, Color(red: 0.55, green: 0.35, blue: 0.7)]
}
