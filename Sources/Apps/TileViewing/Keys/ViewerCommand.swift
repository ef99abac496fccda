public import ScrollLayers

/// Something that a key can ask of a viewer.
public enum ViewerCommand: Hashable, Sendable {
    /// To move, enlarge, turn or mirror the picture.
    case scroll(ScrollCommand)
    /// To show something that is hidden, or to hide it.
    case toggle(ViewerFeature)
    /// To fill the screen, or not any more.
    case toggleFullScreen
    /// To open the next file.
    case openNext
    /// To open the previous file.
    case openPrevious
    /// To save what is seen as a picture.
    case saveView
    /// To export the selected part, or what is seen, at full resolution.
    case export
    /// To copy a command that opens this view.
    case copyLink
    /// To leave what was begun last: the help, an export, a selection, the full screen; or else the viewer.
    case cancel
    /// To close the viewer.
    case close
}

extension ViewerCommand {
    /// What it is called in files and scripts; never changes.
    public var name: String {
        switch self {
        case .scroll(let command): command.name
        case .toggle(let feature): feature.rawValue
        case .toggleFullScreen: "full-screen"
        case .openNext: "next"
        case .openPrevious: "previous"
        case .saveView: "save-view"
        case .export: "export"
        case .copyLink: "copy-link"
        case .cancel: "cancel"
        case .close: "close"
        }
    }

    /// What it does, in a line; equal for commands that differ in direction or number only.
    public var summary: String {
        switch self {
        case .scroll(let command): command.summary
        case .toggle(let feature): feature.summary
        case .toggleFullScreen: "full screen, or a window again"
        case .openNext: "the next file"
        case .openPrevious: "the previous file"
        case .saveView: "save what is seen as PNG"
        case .export: "export the selection, or what is seen, at full resolution"
        case .copyLink: "copy a link to this view"
        case .cancel: "leave help, export, selection or full screen; else close"
        case .close: "close"
        }
    }
}

extension ViewerFeature {
    fileprivate var summary: String {
        switch self {
        case .map: "overview map"
        case .scaleBar: "scale bar"
        case .statusLine: "line with zoom, place, color and loading"
        case .statistics: "figures of frames, tiles and memory"
        case .pixelGrid: "grid between large pixels"
        case .smoothing: "large pixels smooth, or as squares"
        case .tileBorders: "borders of tiles"
        case .help: "this help"
        }
    }
}

extension ScrollCommand {
    fileprivate var name: String {
        switch self {
        case .pan(let direction): "pan-\(direction)"
        case .page(let direction): "page-\(direction)"
        case .zoomIn: "zoom-in"
        case .zoomOut: "zoom-out"
        case .fit: "fit"
        case .magnify(let factor): "zoom-\(factor == factor.rounded() ? "\(Int(factor))" : "\(factor)")"
        case .rotate(let degrees): degrees < 0 ? "rotate-left" : "rotate-right"
        case .mirrorHorizontally: "mirror-horizontally"
        case .mirrorVertically: "mirror-vertically"
        }
    }

    fileprivate var summary: String {
        switch self {
        case .pan: "move"
        case .page: "move by a page"
        case .zoomIn: "zoom in"
        case .zoomOut: "zoom out"
        case .fit: "the whole picture"
        case .magnify(1): "pixel for pixel"
        case .magnify: "so many times larger"
        case .rotate(let degrees): degrees < 0 ? "turn left" : "turn right"
        case .mirrorHorizontally: "mirror left and right"
        case .mirrorVertically: "mirror top and bottom"
        }
    }
}
