internal import Controls
internal import LayerTree
internal import VectorDrawing

/// The layers that show annotations over an image, and the tools with which they are edited.
@MainActor
final class AnnotationView {
    /// The layer of the annotations, to be added to the layer that fills the window, above the image.
    let layer = Layer()
    /// The lines, points and handles.
    let lines = AnnotationLayer()
    /// The names and measures.
    let labels: AnnotationLabels
    /// The tools, whose layer is to be added to the overlays, above all that is drawn on the image.
    let toolBar: AnnotationToolBar

    /// Whether there is something to show, so that the layer has to be in the tree.
    private(set) var isNeeded = false

    private var texts = MeasureTexts()
    private var shown = ShownEntries()

    init(in environment: ControlEnvironment) {
        labels = AnnotationLabels(in: environment)
        toolBar = AnnotationToolBar(in: environment)
        layer.name = "annotation view"
        layer.actions = .none
        layer.anchorPoint = .zero
        for part in [lines, labels.layer] as [Layer] {
            layer.addSublayer(part)
        }
    }

    /// Shows the annotations of an editor.
    ///
    /// - Parameters:
    ///   - editor: the editor.
    ///   - overlaid: the annotations of another map, below those of the editor.
    ///   - isVisible: whether annotations are shown; the tools are whenever the editor is on.
    ///   - isAsking: whether the user types into another line, such as the length of a known line.
    ///   - transform: from full-size pixels to points of the view.
    ///   - size: the size of the view.
    ///   - scale: what pixels are in the world.
    func update(
        _ editor: AnnotationEditor, overlaid: [AnnotationList.Entry] = [], isVisible: Bool, isAsking: Bool,
        transform: AffineTransform, size: Size, scale: AnnotationScale
    ) {
        isNeeded = editor.isOn || isVisible && !(editor.list.entries.isEmpty && overlaid.isEmpty)
        guard isNeeded else { return }
        texts.scale = scale
        for part in [lines, labels.layer] as [Layer] where part.isHidden == isVisible { part.isHidden = !isVisible }
        if isVisible {
            let selected = editor.selectedAnnotation
            var content = AnnotationLayer.Content()
            shown.update(editor.list.entries, above: overlaid)
            content.entries = shown.entries
            content.selected = selected.flatMap { selected in editor.selection.map { ($0, selected) } }
            content.draft = editor.draftAnnotation
            content.transform = transform
            content.size = size
            lines.show(content)
            labels.update(
                edited: [(nil, editor.draftAnnotation), (editor.selection, selected)].compactMap { id, annotation in
                    annotation.map { (id, $0) }
                },
                entries: shown.entries, selection: editor.selection, transform: transform, size: size,
                texts: &texts)
        }
        toolBar.update(
            editor.isOn ? editor.tool : nil, color: editor.shownColor,
            hint: editor.isOn ? editor.hint(&texts, isAsking: isAsking) : "", isTyped: editor.isTyping)
    }
}

extension AnnotationEditor {
    /// The measurements of the edited annotation and the instructions for the next step, in one line; no instructions while the
    /// user types into another line, which has its own.
    fileprivate func hint(_ texts: inout MeasureTexts, isAsking: Bool) -> String {
        func measures(_ annotation: Annotation, _ id: Int?) -> [String] {
            [texts.text(of: annotation, id: id), texts.scale.placeText(of: annotation.shape)].compactMap(\.self)
        }
        if let typedName {
            let noun = typedNoun.prefix(1).uppercased() + typedNoun.dropFirst()
            return "\(noun): \(typedName)▏ Enter keeps it, Esc does not."
        }
        if knownLine != nil, !isAsking { return "Enter types the length of the line, Esc drops it." }
        if knownLine != nil, let draftAnnotation {
            return texts.text(of: draftAnnotation, id: nil).map { "The line is \($0) long." } ?? ""
        }
        if let draftAnnotation {
            return (measures(draftAnnotation, nil) + [tool.hint]).joined(separator: " · ")
        }
        if let annotation = selectedAnnotation {
            let parts = ["Selected: \(annotation.kind.name)"] + measures(annotation, selection)
            let entering = annotation.kind == .text ? "changes its text" : "names it"
            return parts.joined(separator: " · ") + ". Drag it by its handles; Enter \(entering), Delete removes it."
        }
        if tool == .calibrate, let calibration = list.calibration {
            let length = AnnotationMeasure.length(1).text(in: .physical(millimetersPerPixel: calibration))
            return "A pixel is \(length). \(tool.hint) Delete removes the scale."
        }
        return tool.hint
    }
}

/// The entries that are shown: those of another map, and those of the image above them.
///
/// The joined array is kept, so that frames in which nothing changes compare no points.
private struct ShownEntries {
    private(set) var entries: [AnnotationList.Entry] = []
    private var own: [AnnotationList.Entry] = []
    private var overlaid: [AnnotationList.Entry] = []

    mutating func update(_ own: [AnnotationList.Entry], above overlaid: [AnnotationList.Entry]) {
        // Equal arrays almost always share their memory, so that no elements are compared.
        guard own != self.own || overlaid != self.overlaid else { return }
        self.own = own
        self.overlaid = overlaid
        entries = overlaid.isEmpty ? own : overlaid + own
    }
}
