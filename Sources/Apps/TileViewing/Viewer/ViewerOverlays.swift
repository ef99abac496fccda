internal import LayerTree
internal import ScrollLayers
internal import TextLayers
internal import TilePyramid

/// All overlays over the image; they depend on nothing but the viewer's status.
@MainActor
final class ViewerOverlays {
    /// The layer that contains all overlays and fills the window.
    let layer = Layer()
    let environment: OverlayEnvironment
    let messages: MessageBar
    let hud: HUD
    let statusLine: StatusLine
    let adjustment: AdjustmentPanel
    /// The start screen; nil while there is none.
    private(set) var start: StartScreen?

    private let map: OverviewMap
    private let scaleBar: ScaleBar
    private let help: HelpSheet
    private let information: InformationPanel
    private var mapDrag: OverviewMap.Drag?

    /// Creates the overlays of a window, which request a frame after texts were drawn.
    init(keys: ViewerKeyBindings, textDrawing: DrawingQueue.Mode, requests: FrameRequests) {
        let queue = DrawingQueue(mode: textDrawing)
        queue.onDelivery = { requests.request() }
        environment = OverlayEnvironment(queue: queue)
        map = OverviewMap(in: environment)
        scaleBar = ScaleBar(in: environment)
        statusLine = StatusLine(in: environment)
        messages = MessageBar(in: environment)
        hud = HUD(in: environment)
        information = InformationPanel(in: environment)
        adjustment = AdjustmentPanel(in: environment)
        help = HelpSheet(keys.groups, in: environment)
        layer.anchorPoint = .zero
        layer.actions = .none
        for part in [
            map.layer, scaleBar.layer, statusLine.layer, hud.layer, messages.layer,
            help.layer,
        ] {
            layer.addSublayer(part)
        }
    }

    /// A small version of the whole image; nil until there is one.
    var mapThumbnail: PixelBuffer? {
        get { map.thumbnail }
        set { if map.thumbnail != newValue { map.thumbnail = newValue } }
    }

    /// The rows of the open information panel; empty if it is closed.
    var shownInformation: [TextTable.Row] { information.shownRows }

    /// The frames of what is shown at the left or in the middle.
    var leftFrames: [Rect] {
        [hud.layer, information.layer, start?.layer].compactMap(\.self)
            .filter { !$0.isHidden && $0.superlayer != nil }.map(\.frame)
    }

    /// The pointer's shape at a point of the window; nil where there is only the image.
    func cursor(at point: Point) -> Cursor? {
        if let isControl = adjustment.isControl(at: point) { return isControl ? .pointingHand : .arrow }
        let isClickable =
            messages.message(at: point) != nil || start?.file(at: point) != nil || map.imagePoint(at: point) != nil
        return isClickable ? .pointingHand : nil
    }

    /// Scrolls the help, if it is open and does not fit into the window; returns whether it does not.
    func scrollHelp(by distance: Double) -> Bool {
        guard help.isOpen, help.scrollLimit > 0 else { return false }
        help.scroll(by: distance)
        return true
    }

    /// Adds a panel below the messages, or removes it: every frame visits all layers, and most panels are never opened.
    func show(_ panel: Layer, if isOpen: Bool) {
        guard isOpen != (panel.superlayer != nil) else { return }
        if isOpen {
            layer.insertSublayer(panel, below: messages.layer)
        } else {
            panel.removeFromSuperlayer()
        }
    }

    /// Shows a status.
    func update(_ status: ViewerStatus) {
        environment.scale = status.scale
        let layout = OverlayLayout(size: status.size, theme: environment.theme)
        updateStartScreen(status.recentFiles, in: layout)
        messages.update(in: layout)
        help.update(in: layout)
        help.isOpen = status.features.contains(.help)
        map.isOn = status.features.contains(.overviewMap)
        scaleBar.isOn = status.features.contains(.scaleBar)
        statusLine.isOn = status.features.contains(.statusLine)
        hud.isOn = status.features.contains(.hud)
        adjustment.isOn = status.features.contains(.adjustment)
        show(adjustment.layer, if: adjustment.isOn)
        information.isOn = status.features.contains(.information)
        show(information.layer, if: information.isOn)
        information.update(
            status.metadata, top: hud.layer.isHidden ? 0 : hud.layer.bounds.size.height, in: layout)
        guard let size = status.imageSize else { return }
        var view = status.view
        view.scale /= status.scale
        map.update(
            imageSize: Size(width: Double(size.width), height: Double(size.height)), view: view,
            viewport: status.viewportSize, in: layout)
        scaleBar.update(
            pointsPerPixel: view.scale, millimetersPerPixel: status.metadata?.millimetersPerPixel(at: view.center),
            in: layout)
        statusLine.update(StatusValues(status), in: layout)
    }

    /// Shows the start screen with these files below the messages; nil removes it.
    private func updateStartScreen(_ files: [String]?, in layout: OverlayLayout) {
        guard let files else {
            start?.layer.removeFromSuperlayer()
            start = nil
            return
        }
        let screen = start ?? StartScreen(in: environment)
        if start == nil {
            layer.insertSublayer(screen.layer, below: messages.layer)
            start = screen
        }
        screen.update(files, in: layout)
    }

    /// Handles a pointer event on an overlay.
    ///
    /// - Parameters:
    ///   - event: the event, in points of the window.
    ///   - time: now.
    ///   - open: called with a file of the start screen that should be opened.
    ///   - move: called with the image point that should become the center of the view.
    /// - Returns: whether the event was on an overlay, and not on the image.
    func handle(_ event: PointerEvent, at time: Double, open: (String) -> Void, move: (Point) -> Void) -> Bool {
        if adjustment.handle(event) { return true }
        switch event.phase {
        case .down(.primary, _):
            if let message = messages.message(at: event.position) {
                messages.dismiss(message, at: time)
                return true
            }
            if let file = start?.file(at: event.position) {
                open(file)
                return true
            }
            mapDrag = map.beginDrag(at: event.position)
            guard let mapDrag else { return false }
            move(map.center(of: mapDrag, at: event.position))
            return true
        case .moved:
            start?.highlight(at: event.position)
            guard let mapDrag else { return false }
            move(map.center(of: mapDrag, at: event.position))
            return true
        case .up(.primary, _):
            defer { mapDrag = nil }
            return mapDrag != nil
        case .exited:
            start?.highlight(at: nil)
            return false
        default: return false
        }
    }

    /// Ends a drag without a release.
    func cancelInput() {
        mapDrag = nil
        adjustment.cancelInput()
    }

    /// Whether an overlay is being dragged.
    var isDragging: Bool { mapDrag != nil || adjustment.isDragging }
}

extension StatusValues {
    /// The values that the status line shows for a viewer's status.
    init(_ status: ViewerStatus) {
        self.init()
        zoom = status.view.scale
        name = status.name
        comparison = status.comparison
        correction = status.correction
        imageSize = status.imageSize
        isOffline = status.isOffline
        attribution = status.metadata?.attribution
        page = status.metadata?.pages?.label
        filePosition = status.filePosition.map { FilePosition(number: $0 + 1, count: status.fileCount) }
        hoveredPixel = status.pointer.flatMap { pointer in
            guard let size = status.imageSize, pointer.imagePoint.x >= 0, pointer.imagePoint.y >= 0,
                pointer.imagePoint.x < Double(size.width), pointer.imagePoint.y < Double(size.height)
            else { return nil }
            return HoveredPixel(
                column: Int(pointer.imagePoint.x), row: Int(pointer.imagePoint.y), color: pointer.color,
                values: pointer.values.map(Self.valuesText),
                place: pointer.coordinate.flatMap { status.metadata?.place?.text($0) })
        }
        selection = status.selection.map {
            "selected \(RegionText.size($0.size, millimetersPerPixel: status.metadata?.millimetersPerPixel))"
        }
        loading =
            switch (status.stage, status.loadingTiles, status.failedTiles.count) {
            case (.cutting(let part), _, _), (.previewing(let part), _, _): .cutting(part)
            case (_, 1..., _): .tiles(status.loadingTiles + status.waitingTiles)
            case (_, _, 1...): .failed(status.failedTiles)
            case _ where status.waitingTiles > 0: .missing(status.waitingTiles)
            default: .sharp
            }
    }
}
