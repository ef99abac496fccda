import Controls
import Foundation
import LayerTree
import ScrollLayers
import TestLimits
import TestSupport
import TextLayers
import Testing
import TilePyramid
import VectorDrawing

@testable import TileViewing

/// The messages of a viewer: how long they stay, and how they show names of files.
@MainActor
@Suite(.timeLimited) struct ViewerMessagesTests {
    /// The texts of the messages on the screen, from top to bottom.
    private func shown(_ stage: ViewerStage) -> [String] {
        stage.viewer.messages.layer.sublayers.flatMap(\.sublayers).compactMap { ($0 as? TextLayer)?.text }
    }

    // MARK: Documents

    /// A viewer of two files, with a message about their comparison and one about the background.
    private func comparingStage() -> ViewerStage {
        let stage = ViewerStage([PaintedSource(), PaintedSource()])
        stage.frames(for: 0.5)
        stage.tap("w")
        stage.tap("b", .shift)
        stage.frame()
        #expect(shown(stage) == ["Compared: side by side", "Background: dark"])
        return stage
    }

    @Test func `a message about the document goes when that is closed, and others stay`() {
        let stage = comparingStage()
        stage.tap("w", .control)
        stage.frame()
        #expect(stage.viewer.document == nil && shown(stage) == ["Background: dark"])
    }

    @Test func `it goes when another document is shown, too`() {
        let stage = comparingStage()
        stage.viewer.open(["file-1"])
        stage.frame()
        #expect(stage.viewer.status.name == "file-1" && shown(stage) == ["Background: dark"])
    }

    @Test func `as many messages about a document are remembered as there can be messages`() {
        var messages = DocumentMessages()
        for id in 0...DocumentMessages.limit { messages.add(id) }
        messages.add(1)
        #expect(messages.ids == Array(1...DocumentMessages.limit))
    }
}
