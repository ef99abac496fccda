public import ScrollLayers

/// A command of the viewer, which keys can trigger.
public enum ViewerCommand: Hashable, Sendable {
    /// Pans, zooms, rotates or flips the view.
    case scroll(ScrollCommand)
    /// Turns a feature on or off.
    case toggle(ViewerFeature)
    /// Enters or leaves full screen.
    case toggleFullScreen
    /// Lets the user choose the files to open.
    case chooseFiles
    /// Opens the next file.
    case openNext
    /// Opens the previous file.
    case openPrevious
    /// Shows the next page, channel or frame of the file.
    case nextPage
    /// Shows the previous page, channel or frame of the file.
    case previousPage
    /// Saves the view as a PNG file.
    case saveView
    /// Exports the selection, or else the visible region, at full resolution.
    case export
    /// Exports the selection or the visible region with the annotations drawn over it.
    case exportAnnotated
    /// Copies a command line that opens this view.
    case copyLink
    /// Retries the tiles that could not be loaded.
    case retryFailures
    /// Shows the colors inverted, or as they are.
    case invertColors
    /// Stretches the values in view to the full range of the screen, or shows them as they are stored.
    case stretchContrast
    /// Shows the next debug overlay, and after the last one none.
    case nextDebugOverlay
    /// Begins or ends the editing of annotations.
    case annotate
    /// Compares the open file with others.
    case compare(ComparisonCommand)
    /// Asks the user for a place, and flies there.
    case goToPlace
    /// Asks the user for a region, and selects it.
    case typeSelection
    /// Adds the current view to the bookmarks of the image.
    case addBookmark
    /// Opens or closes the list of bookmarks.
    case listBookmarks
    /// Undoes the last change of the annotations.
    case undo
    /// Redoes the change that was undone last.
    case redo
    /// Opens the context menu, or closes it.
    case contextMenu
    /// Leaves the help, an export, a selection or full screen: the first of them that is active.
    case cancel
    /// Closes the viewer.
    case close

    /// The name in files and scripts; it never changes.
    public var name: String {
        switch self {
        case .scroll(let command): command.name
        case .toggle(let feature): feature.rawValue
        case .toggleFullScreen: "full-screen"
        case .chooseFiles: "open"
        case .openNext: "next"
        case .openPrevious: "previous"
        case .nextPage: "next-page"
        case .previousPage: "previous-page"
        case .saveView: "save-view"
        case .export: "export"
        case .exportAnnotated: "export-annotated"
        case .copyLink: "copy-link"
        case .retryFailures: "retry"
        case .invertColors: "invert"
        case .stretchContrast: "stretch"
        case .nextDebugOverlay: "debug-overlay"
        case .annotate: "annotate"
        case .compare(let command): command.name
        case .goToPlace: "go-to"
        case .typeSelection: "type-selection"
        case .addBookmark: "bookmark"
        case .listBookmarks: "bookmarks"
        case .undo: "undo"
        case .redo: "redo"
        case .contextMenu: "menu"
        case .cancel: "cancel"
        case .close: "close"
        }
    }

    /// A description in one line, equal for commands that differ only in direction or number.
    public var summary: String {
        switch self {
        case .scroll(let command): command.summary
        case .toggle(let feature): feature.summary
        case .toggleFullScreen: "toggle full screen"
        case .chooseFiles: "open files"
        case .openNext: "next file"
        case .openPrevious: "previous file"
        case .nextPage: "next page, channel or frame of the file"
        case .previousPage: "previous page, channel or frame of the file"
        case .saveView: "save the view as PNG"
        case .export: "export the selection, or the view, at full resolution"
        case .exportAnnotated: "export it with the annotations"
        case .copyLink: "copy a command that opens this view"
        case .retryFailures: "try again to load the tiles that failed"
        case .invertColors: "invert the colors"
        case .stretchContrast: "stretch the contrast to what is in view, or not"
        case .nextDebugOverlay: "next debug overlay: blending, overdraw, cache …"
        case .annotate: "measure and annotate: distance, area, angle, note …"
        case .compare(let command): command.summary
        case .goToPlace: "go to a place: pixels, a zoom, or coordinates"
        case .typeSelection: "type the region that is selected"
        case .addBookmark: "keep this view as a bookmark"
        case .listBookmarks: "list the bookmarks"
        case .undo: "undo the last change of the annotations"
        case .redo: "redo it"
        case .contextMenu: "menu of what can be done here"
        case .cancel: "leave help, export, selection or full screen"
        case .close: "quit"
        }
    }
}

extension ViewerFeature {
    fileprivate var summary: String {
        switch self {
        case .overviewMap: "overview map"
        case .scaleBar: "scale bar"
        case .statusLine: "status line: zoom, position, color and loading"
        case .information: "about the image: size, format, resolution, camera, place"
        case .adjustment: "adjust brightness, contrast, channels and colors"
        case .hud: "statistics on frames, tiles and memory"
        case .pixelGrid: "pixel grid when zoomed in"
        case .smoothing: "smooth or square pixels when zoomed in"
        case .tileBorders: "tile borders"
        case .annotations: "annotations"
        case .buttons: "buttons at the left edge, while the pointer moves"
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
        case .pan: "pan"
        case .page: "pan by a page"
        case .zoomIn: "zoom in"
        case .zoomOut: "zoom out"
        case .fit: "fit the whole image"
        case .magnify(1): "actual size: one screen pixel per image pixel"
        case .magnify: "that many times actual size"
        case .rotate(let degrees): degrees < 0 ? "rotate left" : "rotate right"
        case .mirrorHorizontally: "flip horizontally"
        case .mirrorVertically: "flip vertically"
        }
    }
}

/// An overlay or a display option that the user can turn on and off.
public enum ViewerFeature: String, Hashable, Sendable, CaseIterable {
    /// The overview map: a thumbnail of the whole image with an outline of the visible region.
    case overviewMap = "map"
    /// The scale bar.
    case scaleBar = "scale-bar"
    /// The status line: zoom, the position and color under the pointer, and loading.
    case statusLine = "info"
    /// The panel with the image's metadata: format, size, resolution, camera and place.
    case information = "image-info"
    /// The panel that adjusts brightness, contrast and colors.
    case adjustment = "adjust"
    /// The HUD with statistics on frames, tiles and memory.
    case hud = "statistics"
    /// The grid between magnified pixels.
    case pixelGrid = "pixel-grid"
    /// Smooth interpolation between magnified pixels, instead of squares.
    case smoothing
    /// The borders of tiles, with a label on each tile.
    case tileBorders = "tile-borders"
    /// The annotations of the image.
    case annotations
    /// The buttons that appear at the left edge while the pointer moves.
    case buttons
    /// The help sheet with all keys.
    case help
}
