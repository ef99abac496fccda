internal import LayerTree
internal import TextLayers

/// A HUD at the upper left with statistics: frame times, tiles, memory, and how much of the view is not sharp.
///
/// It does not keep the viewer busy by itself: it is drawn at most four times a second, and only by
/// ``update(_:at:in:)``, which is meant to be called for frames that are drawn for another reason.
@MainActor
final class HUD {
    /// The layer of the HUD, to be added to the layer that fills the window.
    let layer = Layer()

    /// Whether the HUD is on, `false` by default.
    var isOn = false {
        didSet {
            if !isOn { drawnValues = nil }
            showOrHide()
        }
    }

    /// When ``update(_:at:in:)`` should be called even if no frame is drawn; nil for never.
    ///
    /// It is set by a change that came too soon to be drawn; changes of frame times alone do not count.
    private(set) var nextUpdateTime: Double?

    private let environment: OverlayEnvironment
    private let drawing: CoalescedDrawing<Result<DrawnHUD, TextError>>
    private var layout = OverlayLayout(size: .zero)
    private var drawnValues: HUDValues?
    private var drawnScale = 0.0
    private var drawnTime = -Double.infinity

    /// The shortest time between two drawings, in seconds.
    static let interval = 0.25

    init(in environment: OverlayEnvironment) {
        self.environment = environment
        drawing = CoalescedDrawing(queue: environment.textDrawing.queue)
        layer.name = "HUD"
        layer.actions = .none
        layer.anchorPoint = .zero
        layer.isHidden = true
    }

    /// Shows other values at a time in seconds, unless the HUD is off or was drawn just before.
    func update(_ values: HUDValues, at time: Double, in layout: OverlayLayout) {
        nextUpdateTime = nil
        guard isOn else { return }
        if layout != self.layout {
            self.layout = layout
            place()
        }
        let scale = environment.scale
        guard values != drawnValues || scale != drawnScale else { return }
        let due = drawnTime + Self.interval
        guard time >= due || drawnValues == nil || scale != drawnScale else {
            nextUpdateTime = values.withoutFrameStatistics != drawnValues?.withoutFrameStatistics ? due : nil
            return
        }
        (drawnValues, drawnScale, drawnTime) = (values, scale, time)
        let theme = environment.theme
        drawing.draw {
            Result { () throws(TextError) in try DrawnHUD(values, theme: theme, scale: scale) }
        } receive: { [weak self] result in
            self?.show(result)
        }
    }

    private func show(_ result: Result<DrawnHUD, TextError>) {
        switch result {
        case .success(let drawn):
            layer.contents = drawn.buffer
            layer.bounds.size = drawn.size
            place()
            showOrHide()
        case .failure(let error):
            environment.textDrawing.failure = error
        }
    }

    private func place() {
        layer.position = environment.snappedToPixels(layout.hudFrame(layer.bounds.size).origin)
    }

    private func showOrHide() {
        environment.setHidden(!isOn || layer.contents == nil, layer)
    }
}
