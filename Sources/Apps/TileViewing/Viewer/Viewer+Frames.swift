public import LayerTree
public import ScrollLayers
internal import TextLayers
public import TilePyramid
package import TiledLayers

extension Viewer {
    /// Makes the frame for the clock's present time, with all events until then.
    public func frame() -> RenderTree {
        update()
        let tree = scene.frame()
        // What arrived after the update, while a frame was requested already, has woken nobody.
        if !mailbox.isEmpty {
            scene.setNeedsFrame()
        }
        updateCheckerboard()
        // Tiles arrive while the frame is made; the status of this frame appears in the next one.
        updateStatus()
        guard !debugOverlays.isEmpty else { return tree }
        let tinted = debugRecorder.record(tree)
        if debugRecorder.needsFrame {
            scene.setNeedsFrame()
        }
        return tinted
    }

    /// Updates everything to the clock's present time, without making a frame.
    public func update() {
        for event in mailbox.take() {
            receive(event)
        }
        controller.update()
        updateAnnotations()
        updateValues()
        updateSelection()
        updateEntry()
        updateBookmarkList()
        tiles?.pointOfInterest = pointer
        tiles?.isTracking = controller.model.isTracking
        updateComparison()
        overlays.environment.textDrawing.queue.deliver()
        overlays.messages.advance(to: settings.clock.now)
        openMenuAfterLongPress()
        controls.advance(to: settings.clock.now)
        checkFileExists()
        updateStatus()
    }

    /// The tiles in the last frame; nil while no file is open.
    package var shownTiles: TiledLayerFrame? { tiles?.lastFrame }

    /// The last frame's pieces of the image, as a frame for a time; nil while no file is open.
    package func viewedFrame(at time: Double) -> ViewedFrame? {
        guard let tiles else { return nil }
        // Side by side, the image has the first pane.
        let pixels = comparisonGeometry.panes.first?.size ?? scene.size
        let size = Size(width: Double(pixels.width), height: Double(pixels.height))
        return ViewedFrame(of: tiles, at: time, screen: pixels, transform: currentView.transform(in: size))
    }

    /// The time on the clock at which the next frame is due; nil if none is due until something happens.
    ///
    /// Background work, such as the loading of tiles, requests frames through the scene's `requests`.
    public var nextFrameTime: Double? {
        [
            scene.nextFrameTime, controller.nextFrameTime, overlays.messages.nextChangeTime,
            overlays.hud.nextUpdateTime, controls.nextChangeTime, probe.nextTime, compared.blinkTime,
        ].compactMap(\.self).min()
    }

    /// Changes the size of the view.
    ///
    /// - Parameters:
    ///   - size: the new size in pixels; a size without pixels is ignored.
    ///   - scale: pixels per point.
    public func resize(to size: PixelSize, scale: Double) {
        guard size.width > 0, size.height > 0, scale > 0 else { return }
        controls.menu.close()
        Transaction.run(disablesActions: true) {
            scene.size = size
            scene.scale = scale
            let points = Self.points(size, scale)
            for layer in [scene.root, view, annotationView.layer, selectionMarks.layer, overlays.layer] {
                layer.bounds.size = points
            }
            raiseCostLimit()
            placeComparison()
            controller.change { model, time in
                var geometry = model.geometry
                geometry.actualScale = 1 / scale
                geometry.maximumScale = Self.maximumScale / scale
                return model.setGeometry(geometry, at: time)
            }
        }
    }

    /// The bytes for each pixel of the window to which ``ViewerSettings/raisesCostLimit`` raises the limit.
    static let costPerPixel = 25

    /// Ends a motion of the view, so that the tiles of the final level load at once.
    package func endMotion() {
        allTiles.forEach { $0.endMotion() }
    }

    /// Ends the tiles' motion when a scroll animation or a drag ends.
    func handleScrollEvent(_ event: ScrollEvent) {
        switch event {
        case .didEndDecelerating, .didEndAnimating, .didEndDragging(willDecelerate: false): endMotion()
        default: break
        }
    }

    /// The maximum zoom, in screen pixels per image pixel.
    public static let maximumScale = 32.0

    /// The current view, in screen pixels per image pixel.
    public var currentView: ViewState {
        var view = controller.model.view
        view.scale *= scene.scale
        return view
    }

    /// Changes the view.
    ///
    /// - Parameters:
    ///   - target: the new view, in screen pixels per image pixel.
    ///   - isExact: whether the view may go beyond the edges of the image and the limits of zoom; `false` by default.
    ///   - animated: whether the change is animated; `true` by default.
    public func show(_ target: ViewState, isExact: Bool = false, animated: Bool = true) {
        var target = target
        target.scale /= scene.scale
        controller.change { $0.setView(target, animated: animated, constrained: !isExact, at: $1) }
    }
}
