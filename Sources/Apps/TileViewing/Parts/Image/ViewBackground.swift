internal import LayerTree
internal import VectorDrawing

/// A background of the view: what is around the image.
enum ViewBackground: String, Hashable, Sendable, CaseIterable {
    case dark, black, gray, white, checkered

    /// The color; for the checkered background, the color behind the squares.
    var color: Color {
        let gray =
            switch self {
            case .dark: 0.12
            case .black: 0.0
            case .gray, .checkered: 0.5
            case .white: 1.0
            }
        return Color(red: gray, green: gray, blue: gray)
    }

    /// The next background; the first one after the last.
    var next: ViewBackground {
        let all = Self.allCases
        let index = all.firstIndex(of: self) ?? 0
        return all[(index + 1) % all.count]
    }
}
