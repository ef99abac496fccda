internal import ImageCodecs
public import LayerTree

/// Figures for those who want to know what the viewer is doing, at the upper left: frame times, tiles, memory, and what
/// of the view is not sharp.
///
/// It must not keep the viewer busy by itself: its picture is drawn at most four times a second, when ``update(_:at:in:)``
/// is called, which is meant for frames that are drawn for another reason.
@MainActor
public final class HUD {
    /// What is shown, to be put into the layer that fills the window.
    public let layer = Layer()

    /// Whether it is wanted; default false.
    public var isOn = false {
        didSet {
            if !isOn { drawnValues = nil }
            showOrHide()
        }
    }

    /// When ``update(_:at:in:)`` is worth calling again although no frame is drawn; nil for never.
    ///
    /// It is set by a change that came too soon to be drawn; changes of frame times alone do not count.
    public private(set) var nextUpdateTime: Double?

    private let environment: OverlayEnvironment
    private let drawing: CoalescedDrawing<Result<DrawnHUD, CodecError>>
    private var layout = OverlayLayout(size: .zero)
    private var drawnValues: HUDValues?
    private var drawnScale = 0.0
    private var drawnTime = -Double.infinity

    /// The shortest time from one picture to the next, in seconds.
    public static let interval = 0.25

    /// A HUD that shows nothing yet.
    public init(in environment: OverlayEnvironment) {
        self.environment = environment
        drawing = CoalescedDrawing(queue: environment.queue)
        layer.name = "HUD"
        layer.actions = .none
        layer.anchorPoint = .zero
        layer.isHidden = true
    }

    /// Shows other figures, unless it is hidden or the last ones were drawn just before.
    ///
    /// - Parameters:
    ///   - values: the figures.
    ///   - time: now, in seconds.
    ///   - layout: where overlays lie in the window.
    public func update(_ values: HUDValues, at time: Double, in layout: OverlayLayout) {
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
            Result { () throws(CodecError) in try DrawnHUD(values, theme: theme, scale: scale) }
        } receive: { [weak self] result in
            self?.show(result)
        }
    }

    private func show(_ result: Result<DrawnHUD, CodecError>) {
        switch result {
        case .success(let drawn):
            layer.contents = drawn.buffer
            layer.bounds.size = drawn.size
            place()
            showOrHide()
        case .failure(let error):
            environment.textFailure = error
        }
    }

    private func place() {
        layer.position = environment.snappedToPixels(layout.hudFrame(layer.bounds.size).origin)
    }

    private func showOrHide() {
        environment.setHidden(!isOn || layer.contents == nil, layer)
    }
}
