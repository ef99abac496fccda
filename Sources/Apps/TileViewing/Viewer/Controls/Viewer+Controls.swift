internal import LayerTree
internal import ScrollLayers

extension Viewer {
    /// Updates the buttons that are visible, and shows the hint if there is one.
    func updateControls() {
        if controls.buttons.isVisible { controls.buttons.update(buttonContent, in: overlayLayout) }
        if features.contains(.help) {
            controls.hideHint()
        } else {
            controls.showHint("F1: help · Right click: menu", in: windowSize, at: settings.clock.now)
        }
        overlays.show(controls.layer, if: controls.isLayerNeeded(at: settings.clock.now))
    }

    /// Shows the buttons, because the pointer has moved or a finger has touched the screen.
    func revealButtons() {
        guard features.contains(.buttons), showsOverlays else { return }
        controls.buttons.reveal(buttonContent, in: overlayLayout, at: settings.clock.now)
    }

    /// The buttons that are of use now, where they cover nothing; none while the help or the menu is open.
    private var buttonContent: ViewButtonBar.Content {
        let isHidden = !features.contains(.buttons) || features.contains(.help) || controls.menu.isOpen
        let buttons = isHidden ? [] : ViewButton.allCases.filter { document != nil || $0.worksWithoutImage }
        let toolBar = annotationView.toolBar.layer
        let isToolBarShown = annotationView.layer.superlayer != nil && !toolBar.isHidden
        return ViewButtonBar.Content(
            layout: ViewButtonLayout(
                buttons, in: overlayLayout, besides: overlays.leftFrames + (isToolBarShown ? [toolBar.frame] : [])),
            isFullScreen: isFullScreen)
    }

    private var overlayLayout: OverlayLayout {
        OverlayLayout(size: windowSize, theme: overlays.environment.theme)
    }

    /// Handles a pointer event on the context menu, the help or a button.
    ///
    /// What begins on the image stays with it, whatever the pointer comes across.
    ///
    /// - Returns: whether the event was there, and not on the image or another overlay.
    func handleControls(_ event: PointerEvent) -> Bool {
        if controls.menu.isOpen, finish(controls.menu.handle(event)) { return true }
        guard !controller.model.isTracking, !overlays.isDragging, !annotations.editor.isDragging else { return false }
        if handleMenuPress(event) || handleHelp(event) { return true }
        if event.phase == .moved { revealButtons() }
        switch controls.buttons.handle(event, at: settings.clock.now) {
        case .ignored: return false
        case .handled: return true
        case .clicked(let button):
            for _ in 0..<button.repetitions { perform(button.command) }
            return true
        }
    }

    /// Opens the context menu where the secondary button is released, unless the pointer has moved since it went down.
    private func handleMenuPress(_ event: PointerEvent) -> Bool {
        switch event.phase {
        case .down(.secondary, _): controls.menuPress = event.position
        case .moved, .exited:
            if let press = controls.menuPress, !press.isClose(to: event.position, within: ViewerControls.pressSlop) {
                controls.menuPress = nil
            }
        case .up(.secondary, _) where controls.menuPress != nil:
            controls.menuPress = nil
            openContextMenu(at: event.position)
            return true
        default: break
        }
        return false
    }

    /// Scrolls the open help by drags, and closes it by a click.
    private func handleHelp(_ event: PointerEvent) -> Bool {
        guard features.contains(.help) else {
            controls.helpPress = nil
            return false
        }
        switch event.phase {
        case .down(.primary, _):
            controls.helpPress = (event.position, event.position)
        case .moved:
            guard let press = controls.helpPress else { break }
            _ = overlays.scrollHelp(by: press.last.y - event.position.y)
            controls.helpPress?.last = event.position
        case .up(.primary, _):
            guard let press = controls.helpPress else { break }
            controls.helpPress = nil
            if press.start.isClose(to: event.position, within: ViewerControls.pressSlop) { features.remove(.help) }
        default: break
        }
        return true
    }
}
