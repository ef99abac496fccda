import Compositing
import FlightBench
import LayerTree
import SDLPresenter
import ScrollLayers
import TilePyramid
import TileViewing

/// A viewer as the content of a window, with the flight that it plays.
@MainActor
final class ViewerContent: WindowContent {
    /// The flight that starts once a file is open; nil if there is none, or it has started.
    var flight: Flight?
    /// The player of the flight that has started.
    private(set) var player: FlightPlayer?
    /// Whether files will be opened that the viewer does not know yet.
    var awaitsFiles = false
    /// The window, while it is open.
    var presenter: @MainActor () -> WindowPresenter? = { nil }
    /// Called when the window gets the focus.
    var onFocus: @MainActor () -> Void = {}
    private let viewer: Viewer

    init(_ viewer: Viewer) {
        self.viewer = viewer
    }

    var scene: LayerScene { viewer.scene }
    var cursor: Cursor { viewer.cursor }
    var nextFrameTime: Double? { viewer.nextFrameTime }
    /// A flight advances even where it rests and no frame has to be drawn.
    var nextUpdateTime: Double? { player == nil ? nil : -.infinity }

    func update() {
        viewer.update()
    }

    /// Moves the camera to where the flight has it, if there is one.
    func fly() {
        if let flight, viewer.document != nil {
            player = FlightPlayer(flight, in: viewer)
            self.flight = nil
        }
        player?.advance()
    }

    func frame() -> RenderTree {
        let frame = viewer.frame()
        if let presenter = presenter(), presenter.title != viewer.title { presenter.title = viewer.title }
        return frame
    }

    var hasPicture: Bool { !awaitsFiles && viewer.hasPicture }

    func willAppear() {
        viewer.endFades()
    }

    func didPresent(_ frame: RenderTree, seconds: Double, since statistics: PresenterStatistics) {
        guard let presenter = presenter() else { return }
        var cost: FrameStatistics?
        if viewer.collectsStatistics {
            var counted = FrameStatistics()
            counted.countPixels(of: frame)
            counted.countUploads(presenter.statistics, since: statistics)
            cost = counted
        }
        // The compositor needs no textures.
        let textures =
            presenter.drawing == .accelerated
            ? MemoryUsage(presenter.statistics.cachedBytes, of: presenter.textureByteLimit) : nil
        viewer.recordFrame(milliseconds: seconds * 1000, textures: textures, presented: cost)
        player?.recordFrame(seconds: seconds)
    }

    func handle(_ event: WindowEvent) {
        switch event.kind {
        case .focused(true):
            onFocus()
            viewer.focusGained()
        case .text(let text): viewer.handle(text: text)
        default:
            if let input = event.input { viewer.handle(input) }
        }
    }

    func resize(to size: PixelSize, scale: Double) {
        viewer.resize(to: size, scale: scale)
    }

    func cancelInput() {
        viewer.focusLost()
    }
}
