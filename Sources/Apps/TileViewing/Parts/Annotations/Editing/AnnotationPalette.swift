internal import LayerTree
internal import VectorDrawing

/// The colors that annotations can be given by hand: bright ones, which differ over light and dark images.
enum AnnotationPalette {
    /// The colors in the order of the tool bar, of which the first is that of annotations without a color.
    static let colors = [
        color(255, 217, 51), color(255, 77, 77), color(77, 224, 102), color(51, 204, 255), color(255, 102, 230),
        color(255, 255, 255),
    ]

    /// The color of annotations that have none.
    static var defaultColor: Color { colors[0] }

    /// A color of eight bits each, as files have it.
    private static func color(_ red: Int, _ green: Int, _ blue: Int) -> Color {
        Color(red: Double(red) / 255, green: Double(green) / 255, blue: Double(blue) / 255)
    }
}
