internal import Controls
internal import LayerTree
internal import TextLayers
internal import TextRendering
internal import VectorDrawing

/// A HUD at the upper left with statistics: frame times, tiles, memory, and how much of the view is not sharp.
///
/// It does not keep the viewer busy by itself: it is drawn at most four times a second, and only by
/// ``update(_:at:)``, which is meant to be called for frames that are drawn for another reason.
@MainActor
final class HUD {
    /// The layer of the HUD, to be added to the layer that fills the window.
    var layer: Layer { overlay.layer }

    /// Whether the HUD is on, `false` by default.
    var isOn = false {
        didSet {
            guard !isOn else { return }
            drawnValues = nil
            // Nobody calls update(_:at:) any more.
            nextUpdateTime = nil
            overlay.hide()
        }
    }

    /// The time at which ``update(_:at:)`` should be called even if no frame is drawn; nil for never.
    ///
    /// A change that came too soon to be drawn sets it; changes of frame times alone do not count.
    private(set) var nextUpdateTime: Double?

    /// The HUD, which scrolls in a window that is too low for it.
    let overlay: DrawnOverlay
    private var drawnValues: HUDValues?
    private var drawnTime = -Double.infinity

    /// The shortest time between two drawings, in seconds.
    static let interval = 0.25

    init(in environment: ControlEnvironment) {
        overlay = DrawnOverlay("HUD", in: environment)
    }

    /// Shows other values at a time in seconds, unless the HUD is off or was drawn just before.
    func update(_ values: HUDValues, at time: Double) {
        nextUpdateTime = nil
        guard isOn else { return }
        guard values != drawnValues else { return }
        let due = drawnTime + Self.interval
        guard time >= due || drawnValues == nil else {
            nextUpdateTime = values.withoutFrameStatistics != drawnValues?.withoutFrameStatistics ? due : nil
            return
        }
        drawnValues = values
        drawnTime = time
        overlay.draw { theme, scale throws(TextError) in try DrawnHUD(values, theme: theme, scale: scale).buffer }
    }

    // MARK: Place

    static let id = OverlayID("HUD")

    /// The space that the HUD needs; nil while it is not shown.
    func request(in layout: OverlayLayout) -> OverlayRequest? {
        guard isOn else { return nil }
        return OverlayRequest(panel: Self.id, size: overlay.contentSize, at: .topLeft, in: layout)
    }

    /// Places the HUD in a frame; without one it stays where it is.
    func place(in frame: Rect?) {
        if let frame { overlay.place(in: frame) }
    }

}
