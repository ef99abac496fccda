extension ViewerFeature {
    /// The buttons that appear at the left edge while the pointer moves.
    public static let buttons = ViewerFeature(
        "buttons", "buttons at the left edge, while the pointer moves", title: "Buttons")
}
