internal import LayerTree
internal import ScrollLayers
internal import TilePyramid
internal import VectorDrawing

/// The region that is fitted into the view and can be scrolled to while images lie over each other.
extension ComparisonPart {
    /// The images for which the view's geometry has been set.
    struct FittedImages {
        /// The way in which they are compared.
        var mode: Comparison.Mode
        /// The path of the second image.
        var second: String
        /// The part of the first image that is fitted when it is shown alone; nil for all of it.
        var ownRect: Rect?
    }

    /// Lets both images be fitted and scrolled to where each of them is seen whole: under a curtain, and when they take turns.
    ///
    /// A view that fits the image fits both from then on. When the second image is moved the view stays as it is, until the user
    /// fits it again.
    func fitBoth() {
        let second = current?.mode.showsBothWhole ?? false ? view.second : nil
        guard second != nil || fittedImages != nil else { return }
        let geometry = context.controller.model.geometry
        let former = fittedImages
        let ownRect = former.map(\.ownRect) ?? geometry.fitRect
        var fitRect = ownRect
        var scrollableRect: Rect?
        if let second, let current {
            let content = geometry.contentRect
            let data = second.document.state.metadata.place?.dataRect
            scrollableRect = content.extended(by: second.rect(of: nil))
            if ownRect != nil || data != nil {
                fitRect = (ownRect ?? content).extended(by: second.rect(of: data)) ?? ownRect
            }
            fittedImages = FittedImages(mode: current.mode, second: second.document.path, ownRect: ownRect)
        } else {
            fittedImages = nil
        }
        guard fitRect != geometry.fitRect || scrollableRect != geometry.scrollableRect else { return }
        let isSame = former?.mode == fittedImages?.mode && former?.second == fittedImages?.second
        context.controller.change { model, time in
            var new = model.geometry
            new.fitRect = fitRect
            new.scrollableRect = scrollableRect
            let shown = model.view
            let keepsView = second != nil && (isSame || !model.geometry.isFitting(shown))
            let events = model.setGeometry(new, at: time)
            return keepsView ? events + model.setView(shown, animated: false, constrained: false, at: time) : events
        }
    }
}

extension Comparison.Mode {
    /// Whether both images are seen whole, in one view.
    fileprivate var showsBothWhole: Bool { self == .curtain || self == .blink }
}

extension ComparisonPane {
    /// The rectangle of a part of the image in full-size pixels of the first one; nil for all of the image.
    fileprivate func rect(of part: Rect?) -> Rect {
        let size = document.size
        let part = part ?? Rect(x: 0, y: 0, width: Double(size.width), height: Double(size.height))
        return Rect(enclosing: part.corners.map(registration.transform.apply(to:)))
    }
}

extension Rect {
    /// The bounding box of both rectangles; nil if that is this one, or has edges that are not finite.
    fileprivate func extended(by other: Rect) -> Rect? {
        let both = union(other)
        return [both.minX, both.minY, both.maxX, both.maxY].allSatisfy(\.isFinite) && both != self ? both : nil
    }
}
