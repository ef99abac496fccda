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

    /// A change of one entry: an addition, a removal or a replacement.
    private struct Change: Sendable {
        var index: Int
        var before: Entry?
        var after: Entry?
    }

    /// The entries, from the lowest to the topmost.
    private(set) var entries: [Entry] = []
    /// Counts all changes, also those of undo and redo.
    private(set) var revision = 0
    private var undoable: [Change] = []
    private var redoable: [Change] = []
    private var nextID = 0

    /// The most changes that can be undone.
    static let historyLimit = 200

    /// Creates a list of annotations without a history.
    init(_ annotations: [Annotation] = []) {
        entries = annotations.enumerated().map { Entry($0.offset, $0.element) }
        nextID = annotations.count
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
        record(Change(index: entries.count, before: nil, after: entry))
        return entry.id
    }

    /// Replaces an annotation, unless there is none with this identifier or it is the same.
    mutating func replace(_ id: Int, with annotation: Annotation) {
        guard let index = entries.firstIndex(where: { $0.id == id }), entries[index].annotation != annotation else {
            return
        }
        record(Change(index: index, before: entries[index], after: Entry(id, annotation)))
    }

    /// Removes an annotation, if there is one with this identifier.
    mutating func remove(_ id: Int) {
        guard let index = entries.firstIndex(where: { $0.id == id }) else { return }
        record(Change(index: index, before: entries[index], after: nil))
    }

    /// Takes back the last change.
    ///
    /// - Returns: the identifier of the annotation that was changed, if it is there now.
    @discardableResult
    mutating func undo() -> Int? {
        guard let change = undoable.popLast() else { return nil }
        apply(Change(index: change.index, before: change.after, after: change.before))
        redoable.append(change)
        return change.before?.id
    }

    /// Makes the last change again that was taken back.
    ///
    /// - Returns: the identifier of the annotation that was changed, if it is there now.
    @discardableResult
    mutating func redo() -> Int? {
        guard let change = redoable.popLast() else { return nil }
        apply(change)
        undoable.append(change)
        return change.after?.id
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
        switch (change.before, change.after) {
        case (nil, let after?): entries.insert(after, at: change.index)
        case (_?, let after?): entries[change.index] = after
        case (_?, nil): entries.remove(at: change.index)
        case (nil, nil): break
        }
    }
}
