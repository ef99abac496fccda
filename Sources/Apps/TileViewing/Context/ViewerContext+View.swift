internal import LayerTree
internal import ScrollLayers
internal import TilePyramid
internal import TiledLayers
internal import VectorDrawing

/// The view of the image, and the size of the window.
extension ViewerContext {
    /// The zoom that every image can have in every window, in screen pixels per image pixel.
    private static let commonScale = 32.0
    /// The share of the scale that fits, down to which an image can be zoomed out.
    static let minimumFittingShare = 0.25
    /// The bytes for each pixel of the window to which ``ViewerSettings/raisesCostLimit`` raises the limit.
    private static let costPerPixel = 25

    /// The current view, in screen pixels per image pixel.
    var currentView: ViewState {
        var view = controller.model.view
        view.scale *= scene.scale
        return view
    }

    /// Changes the view, which is in screen pixels per image pixel.
    func show(_ target: ViewState, isExact: Bool = false, animated: Bool = true) {
        var target = target
        target.scale /= scene.scale
        controller.change { $0.setView(target, animated: animated, constrained: !isExact, at: $1) }
    }

    /// The maximum zoom, in screen pixels per image pixel: 32, or more in a window of which three by two pixels would take less
    /// than half; an image of fewer pixels can be as large.
    var maximumScale: Double {
        let window = scene.size
        let image = document?.size ?? PixelSize(width: 3, height: 2)
        let half =
            min(
                Double(window.width) / Double(max(1, min(image.width, 3))),
                Double(window.height) / Double(max(1, min(image.height, 2)))) / 2
        return max(Self.commonScale, half)
    }

    /// The full-size pixels of a length in points.
    func imageLength(_ points: Double) -> Double { points / controller.model.view.scale }

    /// Whether the whole image is in the view, so that there is nothing to pan.
    var showsWholeImage: Bool {
        let model = controller.model
        let size = view.bounds.size
        // A tolerance for what fits but for a rounding error.
        return model.geometry.reachableRect.corners.map(model.viewPoint).allSatisfy { corner in
            corner.x >= -0.5 && corner.y >= -0.5 && corner.x <= size.width + 0.5 && corner.y <= size.height + 0.5
        }
    }

    /// The point of the pane in which the pointer is, at a point of the window.
    func localized(_ point: Point) -> Point {
        let frames = panes.frames
        return frames.count > 1 && frames.indices.contains(pane) ? point - frames[pane].origin : point
    }

    /// The point of the image at a point of the view; nil without one.
    func imagePoint(at point: Point) -> Point? { content.convert(point, from: nil) }

    /// Gives a layer the size of the view.
    func fillView(_ layer: Layer) {
        guard layer.bounds.size != view.bounds.size else { return }
        Transaction.run(disablesActions: true) { layer.bounds.size = view.bounds.size }
    }

    /// The last frame's pieces of the image, as a frame for a time; nil while no file is open.
    func viewedFrame(at time: Double) -> ViewedFrame? {
        guard let tiles else { return nil }
        // Side by side, the image has the first pane.
        let pixels = panes.panes.first?.size ?? scene.size
        let size = Size(width: Double(pixels.width), height: Double(pixels.height))
        return ViewedFrame(of: tiles, at: time, screen: pixels, transform: currentView.transform(in: size))
    }

    /// Sets the size of the window in pixels, and the pixels per point.
    func resize(to size: PixelSize, scale: Double) {
        Transaction.run(disablesActions: true) {
            scene.size = size
            scene.scale = scale
            let points = size.points(at: scale)
            for layer in [scene.root, view, overlays.layer] { layer.bounds.size = points }
            raiseCostLimit()
            setPanes(1)
            parts.all.forEach { $0.windowDidResize() }
            controller.change { model, time in
                var geometry = model.geometry
                geometry.actualScale = 1 / scale
                geometry.maximumScale = maximumScale / scale
                geometry.minimumFittingShare = Self.minimumFittingShare
                return model.setGeometry(geometry, at: time)
            }
        }
    }

    /// Raises the loader's cost limit to what the window needs, if ``ViewerSettings/raisesCostLimit`` is set.
    func raiseCostLimit() {
        guard settings.raisesCostLimit else { return }
        let needed = ViewerContext.costPerPixel * imagesAtPoint * scene.size.area
        settings.loader.costLimit = max(settings.loader.costLimit, needed)
    }
}

extension PixelSize {
    /// The size in points at a scale of pixels per point.
    func points(at scale: Double) -> Size { Size(width: Double(width) / scale, height: Double(height) / scale) }
}
