internal import ScrollLayers

/// A view of an image that outlasts the viewer.
struct KeptView: Hashable, Sendable {
    /// The view, in screen pixels per image pixel; nil for that of the whole image.
    var view: ViewState?
    /// The rendering of the channels, as the query of an address has it; nil for the automatic one.
    var rendering: String?
}
