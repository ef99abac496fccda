internal import LayerTree

/// The texts of what annotations measure, which are kept as long as these stay the same: geodesics take a microsecond each.
struct MeasureTexts {
    /// The scale of the image.
    var scale = AnnotationScale.pixels {
        didSet { if scale != oldValue { known = [:] } }
    }

    private var known: [Int: (annotation: Annotation, text: String?)] = [:]

    /// The most texts that are kept: twice the most labels.
    private static let limit = 300

    /// Returns what an annotation measures.
    ///
    /// - Parameters:
    ///   - annotation: the annotation.
    ///   - id: its identifier in the list; nil for one that is not there.
    /// - Returns: the text; nil if it measures nothing.
    mutating func text(of annotation: Annotation, id: Int?) -> String? {
        // Equal annotations almost always share their storage, which costs no comparison of points.
        if let id, let entry = known[id], entry.annotation == annotation { return entry.text }
        let text = AnnotationMeasure(of: annotation.shape, kind: annotation.kind, in: scale)?.text(in: scale)
        if let id {
            if known.count >= Self.limit { known = [:] }
            known[id] = (annotation, text)
        }
        return text
    }
}
