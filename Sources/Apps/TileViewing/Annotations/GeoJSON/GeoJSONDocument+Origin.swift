internal import JSONDocuments
internal import LayerTree
internal import Numbers
internal import TilePyramid
internal import VectorDrawing

extension GeoJSONDocument {
    /// The image on which annotations were drawn whose file states none.
    enum Origin: Hashable, Sendable {
        /// The image that is asked for.
        case thisImage
        /// Another image, with the reason.
        case other(reason: String)
        /// There is nothing by which it can be recognized.
        case unknown
    }

    /// The most annotations whose measurements are compared.
    private static let comparedLimit = 1000
    /// The relative difference of two measurements of the same thing.
    private static let tolerance = 0.001

    /// Decides whether the annotations were drawn on an image of this scale and size, by what the file says they measure.
    ///
    /// - Complexity: O(points), on a map with a microsecond for each.
    func origin(for scale: AnnotationScale, _ size: PixelSize) -> Origin {
        var isMeasured = false
        for annotation in annotations.lazy.filter({ !$0.extras.isOpaque }).prefix(Self.comparedLimit) {
            let bounds = annotation.shape.bounds
            if bounds.minX > Double(size.width) || bounds.minY > Double(size.height) || bounds.maxX < 0
                || bounds.maxY < 0
            {
                return .other(reason: "an annotation in it lies outside of this image")
            }
            guard case .object(let stated) = annotation.extras.properties["measurements"],
                let measure = AnnotationMeasure(of: annotation.shape, kind: annotation.kind, in: scale)
            else { continue }
            if stated["Length m"] != nil || stated["Area m^2"] != nil, !scale.isMap {
                return .other(reason: "its annotations were measured on a map, which this image is not")
            }
            for (name, value) in measure.values(in: scale) where !name.hasSuffix("px") && !name.contains("px^") {
                // The angles on two maps may be the same.
                guard name != "Angle deg", case .number(let number) = stated[name] else { continue }
                guard abs(number - value) <= Self.tolerance * max(abs(number), abs(value)) else {
                    let old = NumberText.significant(number, style: .display)
                    let new = NumberText.significant(value, style: .display)
                    return .other(
                        reason:
                            "its annotations were measured in another image: \(name) is \(old), and \(new) in this one")
                }
                isMeasured = true
            }
        }
        return isMeasured ? .thisImage : .unknown
    }
}

extension AnnotationScale {
    /// Whether pixels are places on the Earth.
    fileprivate var isMap: Bool {
        if case .map = self { true } else { false }
    }
}
