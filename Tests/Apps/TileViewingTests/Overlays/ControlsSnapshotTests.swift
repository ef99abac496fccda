import Controls
import LayerTree
import TestLimits
import TestSupport
import Testing
import VectorDrawing

@testable import TileViewing

/// The buttons and the context menu as they should look, compared as ``PixelBuffer/quartered`` says.
@MainActor
@Suite(.timeLimited, .withExpectedFont)
struct ControlsSnapshotTests {
    private static let sections = [
        [MenuItem("Open…", key: "o") {}],
        [
            MenuItem("Overview map", key: "m", isChecked: true) {},
            MenuItem("Scale bar", key: "l", isChecked: false) {},
            MenuItem("Copy the position 12, 345") {},
        ],
        [MenuItem("Help", key: "F1") {}],
    ]

    private func stage(isFullScreen: Bool = false, scale: Double) -> OverlayStage {
        let stage = OverlayStage(420, 260, scale: scale)
        let bar = ButtonBar([], at: .left, in: stage.environment)
        bar.isPlacedByOwner = true
        bar.hidesAtRest = true
        bar.layOut(in: stage.layout.size)
        for layer in [bar.layer, bar.tooltip.layer] { stage.scene.root.addSublayer(layer) }
        let layout = ButtonLayout(
            ViewButton.allCases.count, inColumn: Rect(x: 260.0 / 30, y: 42, width: 40, height: 176))
        let buttons = ViewButton.allCases.map { button in
            Button("Full screen (f)", icon: button.icon(isFullScreen: isFullScreen)) {}
        }
        bar.reveal(ButtonBar.Content(buttons, layout), at: 0)
        let point = layout.frame.origin + Point(x: 20, y: 3 + 3.5 * ButtonLayout.side)
        bar.handle(.pointer(PointerEvent(time: 0, phase: .moved, position: point)))
        bar.update(at: 1)
        let menu = Menu(in: stage.environment)
        stage.scene.root.addSublayer(menu.layer)
        menu.layOut(in: stage.layout.size)
        menu.open(Self.sections, at: Point(x: 180, y: 20), highlightsFirst: true)
        return stage
    }

    @Test(arguments: [1, 2] as [Double])
    func `buttons, a tooltip and the menu`(scale: Double) throws {
        try expectSnapshot(
            stage(scale: scale).snapshot().quartered, matches: "controls-at-\(Int(scale))",
            tolerance: PixelBuffer.textTolerance)
    }

    @Test func `in full screen the button leads back to the window`() throws {
        try expectSnapshot(
            stage(isFullScreen: true, scale: 1).snapshot().quartered, matches: "controls-full-screen",
            tolerance: PixelBuffer.textTolerance)
    }
}
