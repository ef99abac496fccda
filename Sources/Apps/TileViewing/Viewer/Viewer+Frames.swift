public import LayerTree
public import ScrollLayers
public import TilePyramid
public import TiledLayers

extension Viewer {
    /// The frame at the clock's time, with all that has happened until then.
    public func frame() -> RenderTree {
        update()
        let tree = scene.frame()
        // Tiles come into the frame while it is made: what is said of them follows in the next one.
        updateStatus()
        return tree
    }

    /// Brings everything to the clock's time, without making a frame.
    public func update() {
        for event in mailbox.take() {
            receive(event)
        }
        controller.update()
        tiles?.pointOfInterest = pointer
        tiles?.isTracking = controller.model.isTracking
        overlays.environment.queue.deliver()
        overlays.messages.advance(to: settings.clock.now)
        checkFileExists()
        updateStatus()
    }

    /// What the last frame showed of the image; nil while none is open.
    public var shownTiles: TiledLayerFrame? { tiles?.lastFrame }

    /// When the next frame is due, on the clock; nil for not before something happens.
    ///
    /// Tiles that come and other work in the background ask for frames with the scene's requests.
    public var nextFrameTime: Double? {
        [
            scene.nextFrameTime, controller.nextFrameTime, overlays.messages.nextChangeTime,
            overlays.hud.nextUpdateTime,
        ].compactMap(\.self).min()
    }

    /// Shows pictures of another size from now on.
    ///
    /// - Parameters:
    ///   - size: the pixels of the picture; one without pixels is passed over.
    ///   - scale: pixels for each point.
    public func resize(to size: PixelSize, scale: Double) {
        guard size.width > 0, size.height > 0, scale > 0 else { return }
        Transaction.run(disablesActions: true) {
            scene.size = size
            scene.scale = scale
            let points = Self.points(size, scale)
            for layer in [scene.root, view, overlays.layer] {
                layer.bounds.size = points
            }
            controller.change { model, time in
                var geometry = model.geometry
                geometry.viewportSize = points
                geometry.actualScale = 1 / scale
                geometry.maximumScale = Self.maximumScale / scale
                return model.setGeometry(geometry, at: time)
            }
        }
    }

    /// Does what follows from an event of scrolling.
    func handleScrollEvent(_ event: ScrollEvent) {
        switch event {
        case .didEndDecelerating, .didEndAnimating, .didEndDragging(willDecelerate: false): tiles?.endMotion()
        default: break
        }
    }

    /// Pixels of the screen for one of the image, at most: 32.
    public static let maximumScale = 32.0

    /// What is seen, in pixels of the screen for each of the image's.
    public var currentView: ViewState {
        var view = controller.model.view
        view.scale *= scene.scale
        return view
    }

    /// Shows another view.
    ///
    /// - Parameters:
    ///   - target: the view, in pixels of the screen for each of the image's.
    ///   - isExact: whether it is shown also where it lies beyond the edges of the image or the limits of scale, as far
    ///     as these are not needed for moving it; default false.
    ///   - animated: whether it glides there; default true.
    public func show(_ target: ViewState, isExact: Bool = false, animated: Bool = true) {
        var target = target
        target.scale /= scene.scale
        controller.change { $0.setView(target, animated: animated, constrained: !isExact, at: $1) }
    }
}
