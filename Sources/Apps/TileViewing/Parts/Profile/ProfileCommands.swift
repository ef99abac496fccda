internal import LayerTree

extension ViewerFeature {
    /// The values along a line that is drawn over the image.
    public static let profile = ViewerFeature(
        "profile", "values along a line, which a drag draws", title: "Profile along a line")
}

extension ProfilePart {
    nonisolated static let keys = [
        ViewerKeyBindings.Row("Y", keys: .key("y", .toggle(.profile), with: [.shift]))
    ]
}
