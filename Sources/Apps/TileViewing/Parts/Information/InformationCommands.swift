internal import LayerTree

extension ViewerFeature {
    /// The panel with the image's metadata: format, size, resolution, camera and place.
    public static let information = ViewerFeature(
        "image-info", "about the image: size, format, resolution, camera, place", title: "About the image")
}

extension InformationPart {
    nonisolated static let keys = [
        ViewerKeyBindings.Row("p", keys: .key("p", .toggle(.information)))
    ]
}
