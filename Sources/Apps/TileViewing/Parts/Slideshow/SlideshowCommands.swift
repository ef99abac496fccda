internal import LayerTree

extension ViewerCommand {
    /// Starts or ends the slideshow.
    public static let toggleSlideshow = ViewerCommand(
        "slideshow", "slideshow: the next file every few seconds", title: "Slideshow")
}

extension SlideshowPart {
    nonisolated static let keys = [
        ViewerKeyBindings.Row("S", keys: .key("s", .toggleSlideshow, with: [.shift]))
    ]
}
