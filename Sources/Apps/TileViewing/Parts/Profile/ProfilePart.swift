internal import Concurrency
internal import Controls
internal import LayerTree
internal import Numbers
internal import ScrollLayers
internal import TextLayers
internal import TextRendering
internal import TilePyramid
internal import TiledLayers
internal import VectorDrawing

/// The profile: a line that is drawn over the image, and a panel with the values along it.
///
/// The values are read in the background when a drag of the line ends; another line cancels that.
@MainActor
final class ProfilePart: ViewerPart {
    /// The drag of an end of the line.
    private enum Drag: Hashable {
        /// The end of a new line, which began at a point of the view.
        case new(from: Point)
        /// The start of the line.
        case start
        /// The end of the line.
        case end
    }

    /// The line; nil until one is drawn.
    private(set) var line: LineProfile.Line?
    /// The values along the line; nil while they are being read.
    private(set) var profile: LineProfile?
    /// The rows that are shown; empty while the panel is closed.
    private(set) var shownRows: [TextTable.Row] = []

    private let context: ViewerContext
    private let overlay: DrawnOverlay
    private let marks: ProfileMarks
    private var drag: Drag?
    private var cancellation: Cancellation?
    private var shownProfile: LineProfile?

    /// The distance from an end within which a press begins to drag it, in points.
    private static let reach = 9.0
    /// The shortest line that is drawn, in points.
    private static let leastLength = 3.0

    init(_ context: ViewerContext) {
        self.context = context
        overlay = DrawnOverlay("profile", in: context.environment)
        marks = ProfileMarks(in: context.environment)
    }

    private var isOn: Bool { context.features.contains(.profile) && context.document != nil }

    // MARK: Input

    /// A finger draws the line, too, and scrolls the panel.
    var liesOverImage: Bool { true }
    var isTracking: Bool { drag != nil || overlay.isDragging }

    func handle(_ event: InputEvent) -> Bool {
        if isOn, drag == nil, overlay.scroll(by: event) {
            context.scene.setNeedsFrame()
            return true
        }
        guard isOn, case .pointer(let event) = context.localized(event) else { return false }
        switch event.phase {
        case .down(.primary, _): return begin(event)
        case .moved:
            guard drag != nil else { return false }
            move(to: event.position)
        case .up(.primary, _):
            guard drag != nil else { return false }
            end()
        default: return drag != nil
        }
        return true
    }

    /// Begins a line or, if there is one, a drag of one of its ends; other drags pan.
    private func begin(_ event: PointerEvent) -> Bool {
        guard event.modifiers.isEmpty, let imagePoint = imagePoint(at: event.position) else { return false }
        if let line {
            guard let held = heldEnd(at: event.position, of: line) else { return false }
            drag = held
        } else {
            drag = .new(from: event.position)
            line = LineProfile.Line(start: imagePoint, end: imagePoint)
        }
        stopReading()
        context.scene.setNeedsFrame()
        return true
    }

    private func move(to position: Point) {
        guard let point = imagePoint(at: position) else { return }
        switch drag {
        case .start: line?.start = point
        case .new, .end: line?.end = point
        case nil: return
        }
        context.scene.setNeedsFrame()
    }

    private func end() {
        guard let line else { return }
        let scale = context.controller.model.view.scale
        // A click draws nothing.
        if line.length * scale < Self.leastLength { self.line = nil } else { read(line) }
        drag = nil
        context.scene.setNeedsFrame()
    }

    private func heldEnd(at point: Point, of line: LineProfile.Line) -> Drag? {
        let model = context.controller.model
        if model.viewPoint(of: line.end).isClose(to: point, within: Self.reach) { return .end }
        return model.viewPoint(of: line.start).isClose(to: point, within: Self.reach) ? .start : nil
    }

    /// The nearest point of the image, rounded to a hundredth of a pixel.
    private func imagePoint(at point: Point) -> Point? {
        guard let size = context.document?.size, let point = context.imagePoint(at: point) else { return nil }
        func coordinate(_ value: Double, _ length: Int) -> Double {
            (min(max(0, value), Double(length)) * 100).rounded() / 100
        }
        return Point(x: coordinate(point.x, size.width), y: coordinate(point.y, size.height))
    }

    func cancelInput() {
        overlay.cancelDrag()
        if drag != nil { end() }
    }

    func cursor(at point: Point) -> Cursor? {
        if drag != nil { return .crosshair }
        if let cursor = overlay.cursor(at: point) { return cursor }
        guard isOn, let local = context.pointer, context.modifiers.isEmpty else { return nil }
        guard let line else { return .crosshair }
        return heldEnd(at: local, of: line) == nil ? nil : .pointingHand
    }

    // MARK: Commands

    /// Removes the line, or ends the profile if there is none.
    func perform(_ command: ViewerCommand) -> Bool {
        guard command == .cancel, isOn else { return false }
        if line == nil { context.features.remove(.profile) } else { forget() }
        context.scene.setNeedsFrame()
        return true
    }

    func featuresDidChange() {
        if !context.features.contains(.profile) { forget() }
    }

    func documentWillChange(to new: Document) {
        forget()
    }

    func documentDidClose() {
        forget()
    }

    func channelRenderingDidChange() {
        guard let line, drag == nil else { return }
        stopReading()
        read(line)
    }

    func close() {
        stopReading()
    }

    // MARK: Reading

    private func forget() {
        stopReading()
        line = nil
        drag = nil
    }

    private func stopReading() {
        cancellation?.cancel()
        cancellation = nil
        profile = nil
    }

    private func read(_ line: LineProfile.Line) {
        guard let document = context.document else { return }
        let cancellation = Cancellation()
        self.cancellation = cancellation
        let cache = context.settings.loader.cache
        context.inBackground {
            LineProfile(along: line, in: document, cache: cache, cancellation: cancellation)
        } then: { [weak self] profile in
            guard let self, self.cancellation === cancellation, let profile else { return }
            self.cancellation = nil
            self.profile = profile
            context.scene.setNeedsFrame()
        }
    }

    // MARK: Display

    func update() {
        guard isOn, let line else {
            if marks.layer.superlayer != nil { marks.layer.removeFromSuperlayer() }
            return
        }
        if marks.layer.superlayer == nil {
            context.scene.root.insertSublayer(marks.layer, below: context.overlays.layer)
        }
        context.fillView(marks.layer)
        marks.layer.masksToBounds = context.panes.panes.count > 1
        let model = context.controller.model
        marks.show(from: model.viewPoint(of: line.start), to: model.viewPoint(of: line.end))
    }

    func show(_ status: ViewerStatus, isNew: Bool, in layout: OverlayLayout) {
        context.overlays.show(overlay.layer, if: isOn)
        guard isOn else {
            shownRows = []
            return overlay.hide()
        }
        let rows = rows
        if rows != shownRows || profile != shownProfile {
            shownRows = rows
            shownProfile = profile
            overlay.draw { [profile] theme, scale throws(TextError) in
                try DrawnProfile(rows, profile, theme: theme, scale: scale).buffer
            }
        }
    }

    private var rows: [TextTable.Row] {
        guard let line, let metadata = context.metadata else {
            return [TextTable.Row(label: "profile", value: "drag a line over the image")]
        }
        let scale = AnnotationScale(of: metadata)
        let pixels = AnnotationMeasure.length(line.length).text(in: .pixels)
        let length = AnnotationMeasure.length(scale.length(of: [line.start, line.end])).text(in: scale)
        let summary = [
            TextTable.Row(label: "length", value: length == pixels ? pixels : "\(length), \(pixels)"),
            TextTable.Row(
                label: "values",
                value: profile.map { $0.level.text(of: $0.count, missing: $0.missingCount) } ?? "reading …"),
        ]
        return summary + (profile?.stored ?? []).prefix(Self.channelLimit).map(Self.row)
    }

    /// The most channels that have a row.
    private static let channelLimit = 16

    /// The range of the values of a channel, with its unit.
    private static func row(_ curve: ChannelCurve) -> TextTable.Row {
        let unit = curve.channel.unit.map { " " + VisibleText.escaped($0) } ?? ""
        return TextTable.Row(
            label: curve.channel.name,
            value: curve.range.map {
                "min \(ChannelValue.text(of: $0.lowerBound)) · max \(ChannelValue.text(of: $0.upperBound))\(unit)"
            } ?? "no data")
    }

    private static let id = OverlayID("profile")

    func addOverlays(to list: inout OverlayList) {
        guard isOn else { return }
        list.add(OverlayRequest(panel: Self.id, size: overlay.contentSize, at: .bottomLeft, in: list.layout))
    }

    func placeOverlays(_ arrangement: OverlayArrangement) {
        if let frame = arrangement.frames[Self.id] { overlay.place(in: frame) }
    }

    func closeOverlay(_ id: OverlayID) {
        guard id == Self.id else { return }
        overlay.hide()
        context.overlays.show(overlay.layer, if: false)
        context.close(.profile)
    }
}
