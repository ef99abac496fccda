internal import Controls
internal import LayerTree
internal import ScrollLayers
internal import TilePyramid
internal import TiledLayers
internal import VectorDrawing

/// The layers that show other images beside the first one, over it, or their difference from it.
@MainActor
final class ComparisonView {
    /// The state of the view, without the images.
    struct State: Hashable, Sendable {
        var comparison: Comparison
        var geometry: ComparisonGeometry
        /// Whether it is the second image's turn to blink.
        var showsSecond: Bool
        /// The names of the images in their panes, the first image's first; empty if none are shown.
        var names: [PaneNames.Name] = []
        /// The points that show the same in the images.
        var marks: [PlacementMarks.Mark] = []
    }

    /// The layer above the first image, which fills the window.
    let layer = Layer()
    /// The line of the curtain.
    let handle: CurtainHandle
    /// The pointer's place in the other panes.
    let marks: PointerMarks
    /// The names of the images.
    let names: PaneNames
    /// The points that show the same in the images.
    let placementMarks: PlacementMarks
    /// The images that are compared with the first one and are open, by their numbers.
    private(set) var panes: [ComparisonPane] = []

    private var dividers: [Layer] = []
    /// The color around the images.
    var background: Color
    private let dividerColor: Color
    private let controller: ScrollController

    /// Creates the layers for a controller of the first image, over a background.
    init(_ controller: ScrollController, background: Color, in environment: ControlEnvironment) {
        self.controller = controller
        self.background = background
        dividerColor = environment.theme.panelColor
        handle = CurtainHandle(in: environment)
        marks = PointerMarks(in: environment)
        names = PaneNames(in: environment)
        placementMarks = PlacementMarks(in: environment)
        layer.name = "comparison"
        layer.actions = .none
        layer.anchorPoint = .zero
    }

    /// The second image; nil until it is open.
    var second: ComparisonPane? { panes.first { $0.number == 1 } }

    /// All tiles of the images, also those that are only being loaded.
    var tiles: [TiledLayer] { panes.flatMap(\.tiledLayers) }

    /// Replaces the images; panes of documents that stay are kept.
    ///
    /// - Parameters:
    ///   - documents: the documents of the images; nil for those that are not open yet. What was shown in the place of such an
    ///     image stays, unless it has another place now.
    ///   - make: makes the pane of a document that had none.
    func setPanes(of documents: [Document?], make: (Document) -> ComparisonPane) {
        let old = panes
        let formers = documents.indices.map { index in old.first { $0.number == index + 1 } }
        panes = documents.indices.compactMap { index -> ComparisonPane? in
            guard let document = documents[index] else {
                let former = formers[index]
                return documents.contains(where: { $0 === former?.document }) ? nil : former
            }
            let pane = old.first { $0.document === document } ?? make(document)
            pane.number = index + 1
            return pane
        }
        for pane in old where !panes.contains(where: { $0 === pane }) { remove(pane) }
    }

    /// Shows a state over the tiles of the first image.
    func show(_ state: State, over first: TiledLayer) {
        let mode = state.comparison.mode
        let geometry = state.geometry
        let size = Size(
            width: Double(geometry.size.width) / geometry.scale, height: Double(geometry.size.height) / geometry.scale)
        let isBeside = mode == .sideBySide
        for pane in panes {
            let isUsed = isBeside ? pane.number < geometry.panes.count : pane.number == 1
            showTiles(of: pane, state.comparison, if: isUsed, over: first)
            pane.tiles.isConcealed = mode == .blink && !state.showsSecond
            guard isUsed, mode != .difference else {
                remove(pane.clip, of: pane)
                continue
            }
            let whole = Rect(x: 0, y: 0, width: size.width, height: size.height)
            let start = mode == .curtain ? geometry.curtain(at: state.comparison.curtain) : 0
            pane.clip.frame =
                isBeside
                ? geometry.frames[pane.number] : Rect(x: start, y: 0, width: size.width - start, height: size.height)
            // The coordinates of the clip are those of the view, so that both images have the same pixels.
            pane.clip.bounds.origin = Point(x: start, y: 0)
            pane.clip.backgroundColor = mode == .curtain ? background : nil
            pane.clip.opacity = mode == .overlay ? state.comparison.opacity : 1
            pane.scrollLayer.frame = isBeside ? Rect(origin: .zero, size: geometry.frames[pane.number].size) : whole
            if pane.clip.superlayer == nil {
                layer.insertSublayer(pane.clip, at: 0)
                controller.link(pane.content, in: pane.scrollLayer)
            }
        }
        first.isConcealed = mode == .blink && state.showsSecond && second != nil
        show(handle.layer, if: mode == .curtain && second != nil)
        handle.place(
            at: geometry.curtain(at: state.comparison.curtain), height: size.height, pixel: 1 / geometry.scale)
        showDividers(isBeside ? geometry.dividers : [])
        show(marks.layer, if: isBeside)
        show(names.layer, if: !state.names.isEmpty)
        names.show(
            zip(zip(SeenImage.letters, state.names), geometry.frames).map {
                PaneNames.Entry(letter: $0.0, name: $0.1.text, isOpening: $0.1.isOpening, pane: $1)
            })
        show(placementMarks.layer, if: !state.marks.isEmpty)
        placementMarks.show(state.marks)
    }

    /// Removes everything, and shows the first image as it is without a comparison.
    func remove(from first: TiledLayer?) {
        panes.forEach(remove)
        panes = []
        showDividers([])
        names.show([])
        placementMarks.show([])
        for part in [handle.layer, marks.layer, names.layer, placementMarks.layer, layer] {
            part.removeFromSuperlayer()
        }
        first?.isConcealed = false
        first?.mask = nil
        first?.maskOperation = .alpha
    }

    /// Puts the tiles of a pane where a mode needs them.
    private func showTiles(of pane: ComparisonPane, _ comparison: Comparison, if isUsed: Bool, over first: TiledLayer) {
        let mode = comparison.mode
        let gain = comparison.gain
        let blend = isUsed && mode == .overlay ? comparison.blend.operation : nil
        if blend != nil, first.mask === pane.tiles { first.mask = nil }
        pane.blend(with: first, blend)
        if blend != nil { return pane.hidden.removeFromSuperlayer() }
        if isUsed, mode == .difference {
            if first.mask !== pane.tiles { first.mask = pane.tiles }
            first.maskOperation = .difference(gain: gain)
        } else if pane.tiles.superlayer !== pane.content {
            if first.mask === pane.tiles { first.mask = nil }
            pane.content.addSublayer(pane.tiles)
        }
        let isUncovered = isUsed && mode == .curtain
        if isUncovered, pane.hidden.superlayer == nil {
            first.superlayer?.insertSublayer(pane.hidden, at: 0)
        } else if !isUncovered {
            pane.hidden.removeFromSuperlayer()
        }
    }

    private func remove(_ pane: ComparisonPane) {
        controller.unlink(pane.scrollLayer)
        pane.remove()
    }

    private func remove(_ clip: Layer, of pane: ComparisonPane) {
        guard clip.superlayer != nil else { return }
        controller.unlink(pane.scrollLayer)
        clip.removeFromSuperlayer()
    }

    private func show(_ part: Layer, if isShown: Bool) {
        guard isShown != (part.superlayer != nil) else { return }
        if isShown { layer.addSublayer(part) } else { part.removeFromSuperlayer() }
    }

    private func showDividers(_ frames: [Rect]) {
        while dividers.count > frames.count { dividers.removeLast().removeFromSuperlayer() }
        while dividers.count < frames.count {
            let divider = Layer()
            divider.actions = .none
            divider.backgroundColor = Color(
                red: dividerColor.red, green: dividerColor.green, blue: dividerColor.blue)
            dividers.append(divider)
            layer.addSublayer(divider)
        }
        for (divider, frame) in zip(dividers, frames) { divider.frame = frame }
    }
}

extension OverlayBlend {
    /// The operation by which a copy of the first image over itself is blended with the second one; nil where the second image
    /// just covers the first one.
    fileprivate var operation: MaskOperation? {
        switch self {
        case .normal: nil
        case .multiply: .multiply
        case .screen: .screen
        case .difference: .difference(gain: 1)
        }
    }
}

extension ComparisonView {
    /// A frame for each image: its pieces in the last frame, shown at a time.
    ///
    /// Parts that a curtain covers count as shown, and so does an image that waits for its turn.
    ///
    /// - Parameters:
    ///   - comparison: the comparison; nil if there is none.
    ///   - time: the time of the frame.
    ///   - screen: the pixels of a pane.
    ///   - first: the view of the first image, in screen pixels per image pixel.
    /// - Returns: the frames, in the order of the panes.
    func viewedFrames(
        of comparison: Comparison?, at time: Double, screen: PixelSize, below first: ViewState
    ) -> [ViewedFrame] {
        let size = Size(width: Double(screen.width), height: Double(screen.height))
        return panes.compactMap { pane in
            let layer = comparison?.mode == .curtain ? pane.hidden : pane.tiles
            guard layer.scene != nil else { return nil }
            let transform = pane.registration.transform.followed(by: first.transform(in: size))
            return ViewedFrame(of: layer, at: time, screen: screen, transform: transform)
        }
    }
}
