public import LayerTree
public import ScrollLayers
public import TilePyramid
internal import TiledLayers

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
        for mail in mailbox.take() {
            receive(mail)
        }
        controller.update()
        tiles?.pointOfInterest = pointer
        tiles?.isHeld = controller.model.isHeld
        board.update(at: settings.clock.now)
        lookForFile()
        updateStatus()
    }

    /// When the next frame is due, on the clock; nil for not before something happens.
    ///
    /// Tiles that come and other work in the background ask for frames with the scene's requests.
    public var nextFrameTime: Double? {
        [scene.nextFrameTime, controller.nextFrameTime, board.nextEnd].compactMap(\.self).min()
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
            for layer in [scene.root, view, overlayHolder] {
                layer.bounds.size = points
            }
            controller.change { model, time in
                var geometry = model.geometry
                geometry.viewportSize = points
                geometry.actualScale = 1 / scale
                geometry.maximumScale = Self.largestScale / scale
                return model.setGeometry(geometry, at: time)
            }
        }
    }

    /// Pixels of the screen for one of the image, at most: 32.
    public static let largestScale = 32.0

    /// Lays something over the picture, above all that is there.
    public func add(_ overlay: any ViewerOverlay) {
        overlays.append(overlay)
        overlayHolder.addSublayer(overlay.layer)
        overlay.update(status)
    }

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

    /// Makes what is said to overlays equal to what is so, and tells them if it differs from what they know.
    func updateStatus() {
        var new = ViewerStatus()
        if let document {
            new.name = document.name
            new.imageSize = document.size
            let state = document.state
            new.stage = state.stage
            new.facts = state.facts
        }
        new.view = currentView
        new.size = view.bounds.size
        new.scale = scene.scale
        new.pointer = pointer.flatMap(reading)
        new.isSharp = tiles?.isFullySharp ?? true
        new.features = features
        new.messages = board.messages
        guard new != status else { return }
        status = new
        marks.selection = selection.rect
        for overlay in overlays {
            overlay.update(new)
        }
    }

    /// What lies under a point of the picture.
    private func reading(at point: Point) -> ViewerStatus.Pointer? {
        guard let document, let place = content.convert(point, from: nil) else { return nil }
        return ViewerStatus.Pointer(place: place, color: settings.loader.color(at: place, of: document.image))
    }
}
