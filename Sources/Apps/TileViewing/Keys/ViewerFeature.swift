/// An overlay or a display option that the user can turn on and off.
///
/// Each part of the viewer defines its own features.
public struct ViewerFeature: Sendable {
    /// The name in files and scripts; it never changes.
    public let name: String
    /// A description in one line.
    let summary: String
    /// The name in menus and tooltips.
    let title: String

    /// Creates a feature with a name that no other one has.
    init(_ name: String, _ summary: String, title: String) {
        self.name = name
        self.summary = summary
        self.title = title
    }
}

extension ViewerFeature: Hashable {
    /// Compares the names.
    public static func == (one: ViewerFeature, other: ViewerFeature) -> Bool { one.name == other.name }

    /// Hashes the name.
    public func hash(into hasher: inout Hasher) {
        hasher.combine(name)
    }
}

extension ViewerFeature: CaseIterable {
    /// The features of `tileview`.
    public static let allCases: [ViewerFeature] = [
        .overviewMap, .scaleBar, .statusLine, .information, .adjustment, .hud, .pixelGrid, .smoothing, .tileBorders,
        .annotations, .buttons, .help, .filmstrip, .regionStatistics, .profile, .channels,
    ]
}

extension ViewerCommand {
    /// Turns a feature on or off.
    public static func toggle(_ feature: ViewerFeature) -> ViewerCommand {
        ViewerCommand(feature.name, feature.summary, title: feature.title, argument: feature)
    }

    /// The feature that the command turns on or off; nil for other commands.
    var feature: ViewerFeature? { argument as? ViewerFeature }
}
