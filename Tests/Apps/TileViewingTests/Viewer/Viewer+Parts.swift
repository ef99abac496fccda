import Controls
import LayerTree
import TilePyramid
import TiledLayers
import VectorDrawing

@testable import TileViewing

/// The insides of a viewer's parts that tests look at.
extension Viewer {
    /// The first part of a type.
    func part<Part>(_ type: Part.Type = Part.self) -> Part {
        guard let part = context.parts.all.lazy.compactMap({ $0 as? Part }).first else {
            preconditionFailure("a viewer has a \(type)")
        }
        return part
    }

    var tiles: TiledLayer? { context.tiles }
    var view: Layer { context.view }
    var content: Layer { context.content }
    var overlayLayer: Layer { context.overlays.layer }
    var pointer: Point? { context.pointer }
    var selection: Selection { context.selection }
    var messages: MessageBar { context.messages }
    var menu: MenuPart { part() }
    var entry: TextEntry { part(TextEntryPart.self).entry }
    var bookmarks: BookmarksPart { part() }
    var buttons: ButtonsPart { part() }
    var adjustmentPanel: AdjustmentPanel { part(AdjustmentPart.self).panel }
    var start: StartScreenPart { part() }
    var hud: HUD { part(StatisticsPart.self).hud }
    var statusLine: StatusLine { part(StatusLinePart.self).line }
    var shownInformation: [TextTable.Row] { part(InformationPart.self).shownRows }
    var selectionMarks: SelectionMarks { part(SelectionPart.self).marks }
    var annotations: AnnotationsPart { part() }
    var comparisonView: ComparisonView { part(ComparisonPart.self).view }
    var image: ImagePart { part() }
    var slideshow: SlideshowPart { part() }
    var filmstrip: FilmstripPart { part() }
    var fileGrid: FileGridPart { part() }
    var export: RunningExport? { part(ExportPart.self).running }

    /// Selects a region; nil for none.
    func select(_ rect: PixelRect?) {
        if let rect { context.selection.select(rect) } else { context.selection.clear() }
    }

    /// Shows a message for some seconds.
    func post(_ text: String, _ severity: Message.Severity = .information) {
        context.post(text, severity)
    }
}
