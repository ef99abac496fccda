internal import LayerTree

extension ViewerCommand {
    /// Begins or ends the editing of annotations.
    public static let annotate = ViewerCommand(
        "annotate", "measure and annotate: distance, area, angle, note …", title: "Measure and annotate")
    /// Undoes the last change of the annotations.
    public static let undo = ViewerCommand(
        "undo", "undo the last change of the annotations", title: "Undo")
    /// Redoes the change that was undone last.
    public static let redo = ViewerCommand("redo", "redo it", title: "Redo")
    /// Shows the annotations of another map by coordinates, or removes them.
    public static let overlayAnnotations = ViewerCommand(
        "overlay-annotations", "show the annotations of another map", title: "Annotations of another map…")
    /// Exports the selection or the visible region with the annotations drawn over it.
    public static let exportAnnotated = ViewerCommand(
        "export-annotated", "export it with the annotations")
}

extension ViewerFeature {
    /// The annotations of the image.
    public static let annotations = ViewerFeature("annotations", "annotations", title: "Annotations")
}

extension AnnotationsPart {
    nonisolated static let keys = [
        ViewerKeyBindings.Row("k", keys: .key("k", .annotate)),
        ViewerKeyBindings.Row("t", keys: .key("t", .toggle(.annotations))),
        ViewerKeyBindings.Row("Ctrl+z", keys: .key("z", .undo, with: [.control])),
        ViewerKeyBindings.Row(
            "Ctrl+Z", keys: .key("z", .redo, with: [[.control, .shift]]) + .key("y", .redo, with: [.control])),
    ]
}
