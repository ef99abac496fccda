internal import LayerTree
internal import VectorDrawing

extension AnnotationEditor {
    /// Returns the pointer's shape at a point of the image.
    ///
    /// - Parameters:
    ///   - point: the point in full-size pixels.
    ///   - distance: how far beside an annotation or a handle the pointer may be.
    ///   - viewPoint: converts points of the image to the view, which may be rotated or mirrored.
    /// - Returns: nil where a press would not change or select an annotation.
    func cursor(at point: Point, within distance: Double, viewPoint: (Point) -> Point) -> Cursor? {
        if draft.isEmpty, let selection, let annotation = list[selection] {
            if let vertex = annotation.shape.vertex(at: point, within: distance) {
                guard annotation.kind == .rectangle else { return .move }
                let bounds = annotation.shape.bounds
                let middle = viewPoint(bounds.point(at: Point(x: 0.5, y: 0.5)))
                let offset = viewPoint(annotation.shape.vertices[vertex]) - middle
                return offset.x * offset.y > 0 ? .resizeDownRight : .resizeUpRight
            }
            if tool == .select, list.hit(at: point, within: distance) == selection { return .move }
        }
        guard tool == .select else { return .crosshair }
        return list.hit(at: point, within: distance) == nil ? nil : .pointingHand
    }
}
