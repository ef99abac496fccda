internal import LayerTree
internal import VectorDrawing

/// The annotations of an image in their order, with the history of changes.
struct AnnotationList: Sendable {
    /// An annotation in the list.
    struct Entry: Hashable, Sendable {
        /// A number that stays the same while the list is open.
        let id: Int
        /// The annotation.
        var annotation: Annotation
        /// The smallest rectangle around its points.
        let bounds: Rect

        fileprivate init(_ id: Int, _ annotation: Annotation) {
            self.id = id
            self.annotation = annotation
            bounds = annotation.shape.bounds
        }
    }

    /// A change.
    private enum Change: Sendable {
        /// An addition, a removal or a replacement of an entry.
        case entry(index: Int, before: Entry?, after: Entry?)
        /// Another size of a pixel.
        case calibration(before: Double?, after: Double?)

        /// The change that takes this one back.
        var reversed: Change {
            switch self {
            case .entry(let index, let before, let after): .entry(index: index, before: after, after: before)
            case .calibration(let before, let after): .calibration(before: after, after: before)
            }
        }

        /// The identifier of the entry, if it is there after the change.
        var changedID: Int? {
            if case .entry(_, _, let after) = self { after?.id } else { nil }
        }
    }

    /// The entries, from the lowest to the topmost.
    private(set) var entries: [Entry] = []
    /// The physical size of a pixel by a known length, in millimeters; nil for none.
    private(set) var calibration: Double?
    /// Counts all changes, also those of undo and redo.
    private(set) var revision = 0
    private var undoable: [Change] = []
    private var redoable: [Change] = []
    private var nextID = 0

    /// The most changes that can be undone.
    static let historyLimit = 200

    /// Creates a list of annotations without a history.
    init(_ annotations: [Annotation] = [], calibration: Double? = nil) {
        entries = annotations.enumerated().map { Entry($0.offset, $0.element) }
        nextID = annotations.count
        self.calibration = calibration
    }

    /// The entries of annotations that are shown beside those of a list, whose identifiers are negative.
    static func besides(_ annotations: [Annotation]) -> [Entry] {
        annotations.enumerated().map { Entry(-1 - $0.offset, $0.element) }
    }

    /// The annotations, in their order.
    var annotations: [Annotation] { entries.map(\.annotation) }

    var canUndo: Bool { !undoable.isEmpty }
    var canRedo: Bool { !redoable.isEmpty }

    /// The annotation with an identifier; nil if there is none.
    ///
    /// - Complexity: O(annotations).
    subscript(id: Int) -> Annotation? { entries.first { $0.id == id }?.annotation }

    /// Adds an annotation on top of the others.
    ///
    /// - Returns: its identifier.
    @discardableResult
    mutating func add(_ annotation: Annotation) -> Int {
        let entry = Entry(nextID, annotation)
        nextID += 1
        record(.entry(index: entries.count, before: nil, after: entry))
        return entry.id
    }

    /// Replaces an annotation, unless there is none with this identifier or it is the same.
    mutating func replace(_ id: Int, with annotation: Annotation) {
        guard let index = entries.firstIndex(where: { $0.id == id }), entries[index].annotation != annotation else {
            return
        }
        record(.entry(index: index, before: entries[index], after: Entry(id, annotation)))
    }

    /// Removes an annotation, if there is one with this identifier.
    mutating func remove(_ id: Int) {
        guard let index = entries.firstIndex(where: { $0.id == id }) else { return }
        record(.entry(index: index, before: entries[index], after: nil))
    }

    /// Sets the size of a pixel by a known length, in millimeters; nil for none.
    mutating func calibrate(_ millimetersPerPixel: Double?) {
        guard millimetersPerPixel != calibration else { return }
        record(.calibration(before: calibration, after: millimetersPerPixel))
    }

    /// Takes back the last change.
    ///
    /// - Returns: the identifier of the annotation that was changed, if it is there now.
    @discardableResult
    mutating func undo() -> Int? {
        guard let change = undoable.popLast() else { return nil }
        apply(change.reversed)
        redoable.append(change)
        return change.reversed.changedID
    }

    /// Makes the last change again that was taken back.
    ///
    /// - Returns: the identifier of the annotation that was changed, if it is there now.
    @discardableResult
    mutating func redo() -> Int? {
        guard let change = redoable.popLast() else { return nil }
        apply(change)
        undoable.append(change)
        return change.changedID
    }

    private mutating func record(_ change: Change) {
        apply(change)
        redoable = []
        undoable.append(change)
        if undoable.count > Self.historyLimit {
            undoable.removeFirst()
        }
    }

    private mutating func apply(_ change: Change) {
        revision += 1
        switch change {
        case .entry(let index, nil, let after?): entries.insert(after, at: index)
        case .entry(let index, _?, let after?): entries[index] = after
        case .entry(let index, _?, nil): entries.remove(at: index)
        case .entry(_, nil, nil): break
        case .calibration(_, let after): calibration = after
        }
    }
}
