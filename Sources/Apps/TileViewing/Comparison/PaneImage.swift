internal import LayerTree
internal import VectorDrawing

/// The image of a pane of the window, and its place over the first image.
struct PaneImage {
    /// The document of the image.
    let document: Document
    /// The transform from the image's full-size pixels to those of the first image.
    var transform: AffineTransform
    /// The index of the pane; 0, the default, for the first image.
    var pane = 0
}
