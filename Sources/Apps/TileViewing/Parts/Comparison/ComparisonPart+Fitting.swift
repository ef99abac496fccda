internal import LayerTree
internal import ScrollLayers
internal import TilePyramid
internal import VectorDrawing

/// The region that is fitted into the view and can be scrolled to while several images are seen whole.
extension ComparisonPart {
    /// The images for which the view's geometry has been set.
    struct FittedImages {
        /// The way in which they are compared.
        var mode: Comparison.Mode
        /// The paths of the other images.
        var others: [String]
        /// The part of the first image that is fitted when it is shown alone; nil for all of it.
        var ownRect: Rect?
    }

    /// Lets all images be fitted and scrolled to where each of them is seen whole: side by side, under a curtain, and when they
    /// take turns.
    ///
    /// A view that fits the image fits all from then on. When the second image is moved the view stays as it is, until the user
    /// fits it again.
    func fitAll() {
        let others = imagesSeenWhole
        guard !others.isEmpty || fittedImages != nil else { return }
        let geometry = context.controller.model.geometry
        let former = fittedImages
        let ownRect = former.map(\.ownRect) ?? geometry.fitRect
        var fitRect = ownRect
        var scrollableRect: Rect?
        if let current, !others.isEmpty {
            let content = geometry.contentRect
            let data = others.map { $0.document.state.metadata.place?.dataRect }
            scrollableRect = content.extended(by: others.map { $0.rect(of: nil) })
            if ownRect != nil || data.contains(where: { $0 != nil }) {
                let parts = zip(others, data).map { $0.rect(of: $1) }
                fitRect = (ownRect ?? content).extended(by: parts) ?? ownRect
            }
            fittedImages = FittedImages(mode: current.mode, others: others.map(\.document.path), ownRect: ownRect)
        } else {
            fittedImages = nil
        }
        guard fitRect != geometry.fitRect || scrollableRect != geometry.scrollableRect else { return }
        let isSame = former?.mode == fittedImages?.mode && former?.others == fittedImages?.others
        context.controller.change { model, time in
            var new = model.geometry
            new.fitRect = fitRect
            new.scrollableRect = scrollableRect
            let shown = model.view
            let keepsView = !others.isEmpty && (isSame || !model.geometry.isFitting(shown))
            let events = model.setGeometry(new, at: time)
            return keepsView ? events + model.setView(shown, animated: false, constrained: false, at: time) : events
        }
    }

    /// The images besides the first one of which all can be seen in the view.
    private var imagesSeenWhole: [ComparisonPane] {
        switch current?.mode {
        case .sideBySide: view.panes.filter { $0.number < context.panes.panes.count }
        case .curtain, .blink: [view.second].compactMap(\.self)
        case .difference, .overlay, nil: []
        }
    }
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
    /// The bounding box of all rectangles, without those whose edges are not finite; nil if that is this one.
    fileprivate func extended(by others: [Rect]) -> Rect? {
        let all = others.reduce(self) { all, other in
            let both = all.union(other)
            return [both.minX, both.minY, both.maxX, both.maxY].allSatisfy(\.isFinite) ? both : all
        }
        return all == self ? nil : all
    }
}
