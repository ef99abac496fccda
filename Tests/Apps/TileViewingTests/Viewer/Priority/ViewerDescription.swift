import Controls
import LayerTree
import ScrollLayers
import TilePyramid
import VectorDrawing

import TiledLayers
@testable import TileViewing

/// A description of a viewer's state, as named texts that a test can compare.
@MainActor
struct ViewerDescription {
    private(set) var values: [(name: String, text: String)] = []

    init(_ stage: ViewerStage) {
        let viewer = stage.viewer
        let editor = viewer.annotations.editor
        let isDragging = viewer.part(OverviewPart.self).isTracking || viewer.part(AdjustmentPart.self).isTracking
        add("file", viewer.document?.path)
        add("view", text(viewer.currentView))
        add("moves", viewer.controller.nextFrameTime == nil ? nil : "yes")
        add("drags image", viewer.controller.model.isTracking ? "yes" : nil)
        add("question", viewer.part(ConfirmationPart.self).sheet.question?.title)
        add("menu", viewer.menu.menu.isOpen ? "open" : nil)
        add("typed", viewer.entry.question.map { "\($0.title): \(viewer.entry.editor.text)" })
        add("cursor of text", viewer.entry.isOpen ? "\(viewer.entry.editor.selection)" : nil)
        add("fault", viewer.entry.fault)
        add("grid", viewer.fileGrid.grid == nil ? nil : "open")
        add("slideshow", viewer.slideshow.isOn ? "on" : nil)
        add("bookmarks", viewer.bookmarks.list.isOpen ? "\(viewer.bookmarks.list.chosen)" : nil)
        for (name, feature) in zip(Self.features, ViewerFeature.allCases) {
            add(name, viewer.features.contains(feature) ? "on" : "off")
        }
        add("colors", viewer.colorAdjustment == ColorAdjustment() ? nil : "adjusted")
        add("drags overlay", isDragging ? "yes" : nil)
        add("annotating", editor.isOn ? "\(editor.tool)" : nil)
        add("annotations", "\(editor.list.annotations.count)")
        add("draft", editor.draft.isEmpty ? nil : "\(editor.draft.count)")
        add("annotation", editor.selection.map { "\($0)" })
        add("name", editor.typedName)
        add("drags annotation", editor.isDragging ? "yes" : nil)
        add("selection", viewer.selection.rect.map { "\($0)" })
        add("draws selection", viewer.selection.isDrawing ? "yes" : nil)
        add("compared", viewer.comparison.map { "\($0.mode) \(text($0.correction))" })
        add("export", viewer.export.map { $0.advance(to: 0) ? "running" : "canceled" })
        add("full screen", viewer.isFullScreen ? "yes" : nil)
        add("requests", stage.requests.map { "\($0)" }.joined(separator: ", "))
        add("said", stage.messages.map(\.text).joined(separator: ", "))
        add("shown messages", "\(viewer.messages.count)")
    }

    /// The names of all features, in their order.
    private static let features = [
        "overviewMap", "scaleBar", "statusLine", "information", "adjustment", "hud", "pixelGrid", "smoothing",
        "tileBorders", "annotations", "buttons", "help", "filmstrip",
    ]

    /// The differences of another viewer, such as "menu: open → none".
    func changes(to other: ViewerDescription) -> String {
        let changes = zip(values, other.values).compactMap { old, new -> String? in
            guard old.text != new.text else { return nil }
            let isLonger = ["requests", "said"].contains(old.name)
            return isLonger
                ? "\(old.name) \(new.text.dropFirst(old.text.isEmpty ? 0 : old.text.count + 2))"
                : "\(old.name): \(old.text) → \(new.text)"
        }
        return changes.joined(separator: "; ")
    }

    private mutating func add(_ name: String, _ text: String?) {
        values.append((name, (text ?? "none").replacing("\n", with: " ")))
    }

    private func text(_ view: ViewState) -> String {
        [view.center.x, view.center.y, 100 * view.scale, view.angle].map { "\(Int($0.rounded()))" }
            .joined(separator: ",") + (view.isFlipped ? " flipped" : "")
    }

    private func text(_ correction: RegistrationCorrection) -> String {
        correction == RegistrationCorrection() ? "" : "corrected"
    }
}
