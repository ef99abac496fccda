internal import Controls
internal import LayerTree
internal import ScrollLayers

/// A view of an image that the user has kept under a name.
struct Bookmark: Hashable, Sendable {
    /// The name; the same one may occur several times.
    var name: String
    /// The view, in screen pixels per image pixel.
    var view: ViewState
    /// The rendering of the channels, as the query of an address has it; nil for the automatic one.
    var rendering: String?

    /// The most characters of a name.
    static let nameLimit = LineEditor.characterLimit
}
