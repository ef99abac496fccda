internal import ScrollLayers

extension ViewerCommand {
    /// The name in menus and tooltips.
    var title: String {
        switch self {
        case .scroll(.zoomIn): "Zoom in"
        case .scroll(.zoomOut): "Zoom out"
        case .scroll(.fit): "Fit into the window"
        case .scroll(.magnify(1)): "Actual size"
        case .toggle(let feature): feature.title
        case .toggleFullScreen: "Full screen"
        case .chooseFiles: "Open…"
        case .saveView: "Save the view as PNG"
        case .copyLink: "Copy a link to this view"
        case .retryFailures: "Load failed tiles again"
        case .goToPlace: "Go to a place…"
        case .addBookmark: "Keep this view…"
        case .listBookmarks: "Bookmarks"
        case .annotate: "Measure and annotate"
        default: summary.prefix(1).uppercased() + summary.dropFirst()
        }
    }
}

extension ViewerFeature {
    fileprivate var title: String {
        switch self {
        case .overviewMap: "Overview map"
        case .scaleBar: "Scale bar"
        case .statusLine: "Status line"
        case .information: "About the image"
        case .adjustment: "Adjust the colors"
        case .hud: "Statistics"
        case .pixelGrid: "Pixel grid"
        case .smoothing: "Smooth pixels"
        case .tileBorders: "Tile borders"
        case .annotations: "Annotations"
        case .buttons: "Buttons"
        case .help: "Help"
        }
    }
}

extension ViewerKeyBindings {
    /// The label of the first key of a command; empty for none.
    func label(for command: ViewerCommand) -> String {
        rows.first { $0.commands.values.contains(command) }?.inputs.first ?? ""
    }
}
