internal import LayerTree
internal import NumberFormatting
internal import ScrollLayers

extension Viewer {
    /// Opens the context menu at the pointer or, without one, in the middle; a menu that is open is closed.
    func toggleContextMenu() {
        guard !controls.menu.isOpen else { return controls.menu.close() }
        let size = windowSize
        let middle = Point(x: size.width / 2, y: size.height / 2)
        openContextMenu(at: pointer ?? middle, isByKey: true)
    }

    /// Opens the context menu of a point of the view.
    func openContextMenu(at point: Point, isByKey: Bool = false) {
        controls.buttons.hide()
        controls.menu.open(menuSections(at: point), at: point, in: windowSize, isByKey: isByKey)
        overlays.layer.addSublayer(controls.menu.layer)
    }

    /// Handles a key while the context menu is open.
    ///
    /// - Returns: whether the key was for the menu.
    func handleMenuKey(_ event: KeyEvent) -> Bool { finish(controls.menu.handle(event)) }

    /// Scrolls the context menu by a distance in points; down is positive.
    func scrollMenu(by distance: Double) -> Bool {
        controls.menu.scroll(by: distance)
        return true
    }

    /// Does what was chosen in the context menu; returns whether the event was for the menu.
    func finish(_ outcome: ContextMenu.Outcome) -> Bool {
        switch outcome {
        case .ignored: return false
        case .handled: break
        case .chosen(let item):
            switch item.action {
            case .command(let command): perform(command)
            case .copy(let text):
                onRequest?(.copy(text))
                post("Copied: \(text)")
            }
        }
        scene.setNeedsFrame()
        return true
    }

    /// The items of the context menu of a point of the view.
    func menuSections(at point: Point) -> [[ContextMenuItem]] {
        let help = [[item(.toggle(.help))]]
        guard document != nil else { return [[item(.chooseFiles), item(.toggleFullScreen, isFullScreen)]] + help }
        let views: [ViewerCommand] = [.scroll(.fit), .scroll(.magnify(1))]
        let overlays: [ViewerFeature] = [.overviewMap, .scaleBar, .statusLine, .pixelGrid, .annotations, .buttons]
        return [
            status.failedTiles.isEmpty ? [] : [item(.retryFailures)],
            [item(.chooseFiles)],
            views.map { item($0) } + [item(.toggleFullScreen, isFullScreen)],
            [item(.goToPlace)] + bookmarkItems + comparisonItems,
            [item(.copyLink)] + pixelItems(at: point),
            [
                item(.saveView),
                item(.export, title: selection.rect == nil ? "Export the view" : "Export the selection"),
            ],
            [
                item(.toggle(.information), features.contains(.information)),
                item(.toggle(.adjustment), features.contains(.adjustment)),
                item(.annotate, annotations.editor.isOn),
            ],
            overlays.map { item(.toggle($0), features.contains($0)) },
        ] + help
    }

    private var bookmarkItems: [ContextMenuItem] {
        settings.bookmarks == nil ? [] : [item(.addBookmark), item(.listBookmarks, bookmarkList.isOpen)]
    }

    private var comparisonItems: [ContextMenuItem] {
        if comparison != nil { return [item(.compare(.next), title: "Compare in the next way")] }
        return files.paths.count > 1 ? [item(.compare(.next), title: "Compare with the next file")] : []
    }

    private func item(_ command: ViewerCommand, _ isChecked: Bool? = nil, title: String? = nil) -> ContextMenuItem {
        ContextMenuItem(
            title: title ?? command.title, key: settings.keys.label(for: command), isChecked: isChecked,
            action: .command(command))
    }

    /// The items that copy the position and the color of the pixel at a point of the view; none outside of the image.
    private func pixelItems(at point: Point) -> [ContextMenuItem] {
        var values = ViewerStatus()
        values.imageSize = document?.size
        values.pointer = pointerStatus(at: point)
        guard let pixel = StatusValues(values).hoveredPixel else { return [] }
        let position = "\(pixel.column), \(pixel.row)"
        let color = pixel.color.map(StatusValues.colorText)
        return [ContextMenuItem(title: "Copy the position \(position)", action: .copy(position))]
            + (color.map { [ContextMenuItem(title: "Copy the color \($0)", action: .copy($0))] } ?? [])
    }
}
