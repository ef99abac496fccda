import Compositing
import Controls
import LayerTree
import ScrollLayers
import TestSupport
import TextLayers
import TilePyramid
import VectorDrawing

@testable import TileViewing

/// A window without a screen, with all overlays over an image that is light on one side and dark on the other.
@MainActor
struct OverlayStage {
    let scene: LayerScene
    let environment: ControlEnvironment
    let layout: OverlayLayout
    let map: OverviewMap
    let scaleBar: ScaleBar
    let status: StatusLine
    let messages: MessageBar
    let hud: HUD
    let information: InformationPanel
    let adjustment: AdjustmentPanel
    let help: Sheet
    let start: StartScreen
    private let compositor = Compositor(workerCount: 1)

    /// Creates a window of this size in points.
    init(_ width: Int, _ height: Int, scale: Double = 1, mode: DrawingQueue.Mode = .immediate) {
        var theme = ControlTheme()
        // The font that Tools/setup installs, so that snapshots can be compared.
        theme.family = "DejaVu Sans"
        environment = ControlEnvironment(queue: DrawingQueue(mode: mode), scale: scale, theme: theme)
        environment.reducesMotion = true
        let size = Size(width: Double(width), height: Double(height))
        layout = OverlayLayout(size: size, scale: scale, theme: theme)
        let root = Layer()
        root.anchorPoint = .zero
        root.bounds.size = size
        root.contents = Self.backdrop
        let pixels = PixelSize(width: Int(size.width * scale), height: Int(size.height * scale))
        scene = LayerScene(root: root, size: pixels, scale: scale, background: .black, clock: ManualClock())
        map = OverviewMap(in: environment)
        scaleBar = ScaleBar(in: environment)
        status = StatusLine(in: environment)
        messages = MessageBar(in: environment)
        hud = HUD(in: environment)
        information = InformationPanel(in: environment)
        adjustment = AdjustmentPanel(in: environment)
        help = Sheet(Self.groups, in: environment)
        start = StartScreen(in: environment)
        for layer in [
            map.layer, scaleBar.layer, status.layer, information.layer, adjustment.layer, hud.layer, messages.layer,
            help.layer,
        ] {
            root.addSublayer(layer)
        }
    }

    /// Gives all overlays that are shown their places, as a viewer does; none is closed.
    func arrange() {
        var requests = [
            status.request(in: layout), map.request(), scaleBar.request(in: layout), messages.request,
            hud.request(in: layout), information.request(in: layout), adjustment.request(in: layout),
        ].compactMap(\.self)
        if start.layer.superlayer != nil { requests.append(start.request(in: layout)) }
        let frames = OverlayArrangement(requests, in: layout).frames
        status.place(in: frames[StatusLine.id])
        map.place(in: frames[OverlayID("overview")])
        scaleBar.place(in: frames[ScaleBar.id])
        messages.place(in: frames[MessageBar.id])
        hud.place(in: frames[HUD.id])
        information.place(in: frames[InformationPanel.id])
        adjustment.place(in: frames[AdjustmentPanel.id])
        start.place(in: frames[StartScreen.id])
    }

    /// Draws the window.
    func snapshot() -> PixelBuffer { compositor.draw(scene.frame()) }

    /// Light at the left, dark at the right, with lines.
    static let backdrop = pattern(96, 64) { x, y in
        let gray = UInt32(255 - x * 255 / 95)
        return (x + y) % 12 == 0 ? 0xFF30_70C0 : 0xFF00_0000 | gray * 0x01_0101
    }

    /// A small image, redder to the right and greener downward.
    static let thumbnail = pattern(120, 80) { x, y in
        let red = UInt32(x * 2)
        let green = UInt32(y * 3)
        return 0xFF00_0050 | red << 16 | green << 8
    }

    private static func pattern(_ width: Int, _ height: Int, _ pixel: (Int, Int) -> UInt32) -> PixelBuffer {
        PixelBuffer(size: PixelSize(width: width, height: height), isOpaque: true) { pixels in
            for y in 0..<height {
                for x in 0..<width {
                    pixels[y * width + x] = pixel(x, y)
                }
            }
        }
    }

    /// About as many keys as a viewer has.
    static let groups = [
        group(
            "Move",
            [
                (["←", "→", "↑", "↓"], "move"), (["Shift", "←"], "move by a page"),
                (["Home"], "show the whole image"), (["Drag"], "move"),
            ]),
        group(
            "Zoom",
            [
                (["+", "−"], "larger, smaller"), (["Wheel"], "about the pointer"), (["0"], "fit"),
                (["1"], "one pixel for each"), (["2", "…", "9"], "twice to nine times"),
            ]),
        group(
            "Turn",
            [(["r"], "right"), (["R"], "left"), (["h"], "mirror"), (["v"], "upside down")]),
        group(
            "Show",
            [
                (["f"], "full screen"), (["m"], "overview map"), (["g"], "pixel grid"),
                (["b"], "borders of tiles"), (["i"], "figures"), (["F1", "?"], "this help"),
            ]),
        group(
            "Files",
            [
                (["Space"], "next file"), (["Backspace"], "previous file"),
                (["s"], "save the view as PNG"), (["e"], "export the selection at full resolution"),
                (["c"], "copy a link of the view"), (["q", "Esc"], "leave"),
            ]),
    ]

    private static func group(_ title: String, _ rows: [([String], String)]) -> Sheet.Group {
        Sheet.Group(title, rows: rows.map { Sheet.Row($0, $1) })
    }
}
