import LayerTree
import TestSupport
import TestLimits
import Testing

@testable import TileViewing

/// The buttons and the context menu as they should look, compared as ``PixelBuffer/quartered`` says.
@MainActor
@Suite(.timeLimited, .withExpectedFont)
struct ControlsSnapshotTests {
    private static let sections = [
        [ContextMenuItem(title: "Open…", key: "o", action: .command(.chooseFiles))],
        [
            ContextMenuItem(title: "Overview map", key: "m", isChecked: true, action: .command(.toggle(.overviewMap))),
            ContextMenuItem(title: "Scale bar", key: "l", isChecked: false, action: .command(.toggle(.scaleBar))),
            ContextMenuItem(title: "Copy the position 12, 345", action: .copy("12, 345")),
        ],
        [ContextMenuItem(title: "Help", key: "F1", action: .command(.toggle(.help)))],
    ]

    private func stage(isFullScreen: Bool = false, scale: Double) -> OverlayStage {
        let stage = OverlayStage(420, 260, scale: scale)
        let bar = ViewButtonBar(in: stage.environment) { _ in "Full screen (f)" }
        for layer in [bar.layer, bar.tooltip.layer] { stage.scene.root.addSublayer(layer) }
        let layout = ViewButtonLayout(ViewButton.allCases, in: stage.layout)
        bar.reveal(ViewButtonBar.Content(layout: layout, isFullScreen: isFullScreen), in: stage.layout, at: 0)
        let point = layout.frame.origin + Point(x: 20, y: 3 + 3.5 * ViewButtonLayout.side)
        _ = bar.handle(PointerEvent(time: 0, phase: .moved, position: point), at: 0)
        bar.advance(to: 1)
        let menu = ContextMenu(in: stage.environment)
        stage.scene.root.addSublayer(menu.layer)
        menu.open(Self.sections, at: Point(x: 180, y: 20), in: stage.layout.size, isByKey: true)
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
