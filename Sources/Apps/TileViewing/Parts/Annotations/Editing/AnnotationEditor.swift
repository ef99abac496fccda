internal import Glibc
internal import LayerTree
internal import Numbers
internal import VectorDrawing

/// The editing of annotations: what clicks, drags and keys do to the list, without any layers.
///
/// Points are in full-size pixels of the image. While it is off, annotations are only shown.
struct AnnotationEditor: Sendable {
    /// The annotations.
    private(set) var list = AnnotationList()
    /// Whether clicks and keys edit annotations.
    private(set) var isOn = false
    /// The tool.
    private(set) var tool = AnnotationTool.distance
    /// The color of what is drawn next; nil for the default one.
    private(set) var color: Color?
    /// The points of the annotation that is being drawn.
    private(set) var draft: [Point] = []
    /// The line whose length the user is asked for; nil while none is drawn.
    private(set) var knownLine: [Point]?
    /// Whether the user has to be asked for the length of the known line.
    private var wantsLength = false
    /// The point under the pointer, at which the next point of the draft would be; nil outside of the view.
    private(set) var cursor: Point?
    /// The selected annotation.
    private(set) var selection: Int?
    /// The name that is being typed for the selected annotation; nil if none is.
    private(set) var typedName: String?
    private var drag: Drag?
    /// Whether a click has just ended a drawing; an Enter that follows was meant to end it as well, and does nothing.
    private var hasEndedByClick = false

    /// A drag of the selected annotation.
    private struct Drag {
        /// The annotation before the drag.
        var original: Annotation
        /// The vertex that follows the pointer; nil if the whole annotation does.
        var vertex: Int?
        var start: Point
        var point: Point

        var annotation: Annotation {
            var result = original
            result.reshape(
                vertex.map { original.shape(movingVertex: $0, to: point) }
                    ?? original.shape.moved(by: point - start))
            return result
        }
    }

    /// The most points of an annotation that is drawn by hand.
    static let draftLimit = 10_000

    /// Creates an editor of annotations.
    init(_ annotations: [Annotation] = []) {
        list = AnnotationList(annotations)
    }

    /// Creates an editor of a list.
    init(_ list: AnnotationList) {
        self.list = list
    }

    /// Whether an annotation is being dragged.
    var isDragging: Bool { drag != nil }
    /// Whether a name is being typed.
    var isTyping: Bool { typedName != nil }

    /// The selected annotation, as it is shown during a drag or while its name is typed.
    var selectedAnnotation: Annotation? {
        guard let selection, var annotation = drag?.annotation ?? list[selection] else { return nil }
        if let typedName { annotation.name = typedName }
        return annotation
    }

    /// The noun for what is typed for the selected annotation: a note is its text, and others have a name.
    var typedNoun: String { selection.flatMap { list[$0] }?.kind == .text ? "note" : "name" }

    /// The annotation that is being drawn, with the point under the pointer; nil if there is none.
    var draftAnnotation: Annotation? {
        if let knownLine { return Annotation(.distance, .line(knownLine), color: color) }
        guard let kind = tool.kind, !draft.isEmpty else { return nil }
        let points = draft + (cursor.map { [$0] } ?? [])
        // An outline is a line until it has three corners, and an angle until it has its second side.
        return Annotation(kind, tool.shape(of: points) ?? .line(points), color: color)
    }
}

// MARK: Commands

extension AnnotationEditor {
    /// Turns editing on or off; a draft is dropped.
    mutating func setOn(_ isOn: Bool) {
        cancelAll()
        self.isOn = isOn
        if !isOn { selection = nil }
    }

    /// Chooses a tool; a draft is dropped.
    mutating func choose(_ tool: AnnotationTool) {
        hasEndedByClick = false
        cancelAll()
        if tool != .select { selection = nil }
        self.tool = tool
    }

    /// Chooses the color of the selected annotation, and of what is drawn next.
    mutating func choose(_ color: Color) {
        self.color = color
        guard let selection, !isDragging, var annotation = list[selection] else { return }
        annotation.color = color
        list.replace(selection, with: annotation)
    }

    /// The color of the selected annotation or, without one, of what is drawn next.
    var shownColor: Color {
        let annotation = selection.flatMap { list[$0] }
        return (annotation.map(\.color) ?? color) ?? AnnotationPalette.defaultColor
    }

    /// Goes on to the next tool or, if `isBackward` is set, back to the one before.
    mutating func chooseNext(isBackward: Bool) {
        let all = AnnotationTool.allCases
        let index = all.firstIndex(of: tool) ?? 0
        choose(all[(index + (isBackward ? all.count - 1 : 1)) % all.count])
    }

    /// Ends the draft or, if a name is typed, keeps it; else begins to type the name of the selected annotation.
    ///
    /// A line or an outline that is ended so, and measures nothing, is named at once: its name is all that its label says.
    mutating func enter() {
        if let typedName {
            if let selection, var annotation = list[selection] {
                annotation.name = typedName
                list.replace(selection, with: annotation)
            }
            self.typedName = nil
        } else if !draft.isEmpty {
            finishDraft()
            if draft.isEmpty, let selection, let annotation = list[selection], !annotation.showsMeasure {
                typedName = annotation.name
            }
        } else if knownLine != nil {
            wantsLength = true
        } else if let selection, let annotation = list[selection] {
            typedName = annotation.name
        }
    }

    /// Handles the Enter key, which does nothing just after a click has ended a drawing.
    mutating func pressEnter() {
        if hasEndedByClick {
            hasEndedByClick = false
        } else {
            enter()
        }
    }

    /// Restores the effect of the Enter key, because the user has done something else in the meantime.
    mutating func forgetEnding() {
        hasEndedByClick = false
    }

    /// Whether Delete or Backspace would remove something.
    var canDelete: Bool {
        isTyping || !draft.isEmpty || selection != nil && !isDragging || knownLine != nil
            || tool == .calibrate && list.calibration != nil
    }

    /// The drawing or the name that is not finished, as the subject of a sentence; nil if there is none.
    var unfinishedInput: String? {
        if let typedName, typedName != selection.flatMap({ list[$0]?.name }), !typedName.isEmpty {
            return "The \(typedNoun) that is being typed"
        }
        guard !draft.isEmpty else { return nil }
        return "The unfinished \(tool.name) of \(NumberText.count(draft.count, "point"))"
    }

    /// Leaves what is in progress, then the selection, then the editing.
    mutating func escape() {
        if isTyping || isDragging || !draft.isEmpty || knownLine != nil {
            cancelAll()
        } else if selection != nil {
            selection = nil
        } else {
            setOn(false)
        }
    }

    /// Removes the last character of the name, the last point of the draft, the selected annotation or, with the tool for known
    /// lengths, the scale.
    mutating func delete() {
        if typedName != nil {
            if typedName?.isEmpty == false { typedName?.removeLast() }
        } else if !draft.isEmpty {
            draft.removeLast()
        } else if let selection, !isDragging {
            list.remove(selection)
            self.selection = nil
        } else if knownLine != nil {
            cancelAll()
        } else if tool == .calibrate {
            list.calibrate(nil)
        }
    }

    /// Adds text to the name that is being typed; control characters are left out.
    mutating func type(_ text: String) {
        guard let old = typedName else { return }
        let printable = text.filter { character in
            !character.unicodeScalars.contains { $0.properties.generalCategory == .control }
        }
        typedName = String((old + printable).prefix(GeoJSONDocument.nameLimit))
    }

    /// Takes back the last point of the draft, or the last change.
    mutating func undo() {
        guard draft.isEmpty else {
            draft.removeLast()
            return
        }
        cancelAll()
        select(list.undo())
    }

    /// Makes the last change again that was taken back.
    mutating func redo() {
        guard draft.isEmpty else { return }
        cancelAll()
        select(list.redo())
    }

    private mutating func select(_ id: Int?) {
        selection = isOn ? id : nil
    }

    /// Ends drags, typing and drafts without a change.
    mutating func cancelAll() {
        drag = nil
        typedName = nil
        draft = []
        knownLine = nil
        wantsLength = false
    }
}

// MARK: Known lengths

extension AnnotationEditor {
    /// Returns the known line if the user has to be asked for its length, once; nil otherwise.
    mutating func takeLineToMeasure() -> [Point]? {
        guard wantsLength else { return nil }
        wantsLength = false
        return knownLine
    }

    /// Sets the size of a pixel by a known length, in millimeters; nil for none.
    mutating func calibrate(_ millimetersPerPixel: Double?) {
        list.calibrate(millimetersPerPixel)
        knownLine = nil
        wantsLength = false
    }
}

// MARK: The pointer

extension AnnotationEditor {
    /// Notes where the pointer is.
    mutating func point(at point: Point?) {
        cursor = point
        if let point { drag?.point = point }
    }

    /// Adds a point to the draft, or selects an annotation.
    ///
    /// - Parameters:
    ///   - point: the point.
    ///   - isRepeated: whether this is the second click of a double click, which ends a draft.
    ///   - distance: how far beside an annotation may be clicked.
    mutating func click(at point: Point, isRepeated: Bool = false, within distance: Double) {
        hasEndedByClick = false
        if isTyping { enter() }
        cursor = point
        // Another line takes the place of the one whose length was not typed.
        if !isRepeated { knownLine = nil }
        guard tool != .select else {
            selection = list.hit(at: point, within: distance)
            return
        }
        guard !isRepeated || draft.isEmpty else { return endByClick() }
        // A click on the first corner closes an outline.
        if tool.isOutline, draft.count >= tool.leastCount, hypot(draft[0].x - point.x, draft[0].y - point.y) <= distance
        {
            return endByClick()
        }
        guard !isRepeated || tool.completeCount == 1 else { return }
        if draft.isEmpty { selection = nil }
        guard draft.count < Self.draftLimit else { return }
        if draft.last != point { draft.append(point) }
        if draft.count == tool.completeCount { endByClick() }
    }

    /// Ends the draft by a click; if it has more than one point, an Enter that follows does nothing.
    private mutating func endByClick() {
        let hasPoints = draft.count > 1
        finishDraft()
        // The length of a known line is asked for at once.
        hasEndedByClick = hasPoints && draft.isEmpty && knownLine == nil
    }

    /// Adds the draft to the list if it has enough points.
    private mutating func finishDraft() {
        guard let kind = tool.kind, let shape = tool.shape(of: draft) else { return }
        guard tool != .calibrate else {
            knownLine = draft
            wantsLength = true
            draft = []
            return
        }
        selection = list.add(Annotation(kind, shape, color: color))
        draft = []
        if kind == .text { typedName = "" }
    }

    /// Begins to drag a handle of the selected annotation or, with the tool that selects, all of it.
    ///
    /// - Returns: whether there is something to drag.
    mutating func beginDrag(at point: Point, within distance: Double) -> Bool {
        guard draft.isEmpty, let selection, let annotation = list[selection] else { return false }
        let vertex = annotation.shape.vertex(at: point, within: distance)
        guard vertex != nil || tool == .select && list.hit(at: point, within: distance) == selection else {
            return false
        }
        hasEndedByClick = false
        if isTyping { enter() }
        drag = Drag(original: list[selection] ?? annotation, vertex: vertex, start: point, point: point)
        return true
    }

    /// Ends the drag without a change.
    mutating func cancelDrag() {
        drag = nil
    }

    /// Ends the drag: the annotation stays where it was dragged to.
    mutating func endDrag() {
        if let drag, let selection { list.replace(selection, with: drag.annotation) }
        drag = nil
    }
}
