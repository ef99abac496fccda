import Concurrency
import Dispatch
import LayerTree
import ScrollLayers
import TestLimits
import TestSupport
import Testing
import TilePyramid
import VectorDrawing

@testable import TileViewing

/// The end of a viewer during an export.
@MainActor
@Suite(.timeLimited) struct ViewerExportClosingTests {
    /// The tiles that an export reads while they are held back.
    private struct HeldTiles {
        var isHeld = false
        var isWaiting = false
    }

    @Test(arguments: [false, true])
    func `closing the viewer waits for no tile that an export reads, and leaves no file`(isWriting: Bool) throws {
        let folder = try TemporaryFolder()
        let tiles = Locked(HeldTiles())
        let size = PixelSize(width: 1000, height: 800)
        let finest = Pyramid(size: size, tileSize: 256).finestLevel.index
        // Before the file is created, one tile of a coarse level is read.
        let source = PaintedSource(size) { index in
            let waits = tiles.withLockAndNotify { tiles in
                let waits = tiles.isHeld && (!isWriting || index.level == finest)
                tiles.isWaiting = tiles.isWaiting || waits
                return waits
            }
            if waits { tiles.wait { $0.isHeld ? nil : () } }
            return true
        }
        let work = DispatchGroup()
        let stage = ViewerStage(view: ViewState(center: Point(x: 500, y: 400))) { settings in
            settings.open = { _ in Document(path: folder.path("big.dzi"), source: source) }
            settings.inBackground = { body in
                guard tiles.withLock(\.isHeld) else { return body() }
                DispatchQueue.global().async(group: work, execute: body)
            }
        }
        stage.frames(for: 1)
        tiles.withLock { $0.isHeld = true }
        stage.tap("e")
        stage.tap(.right)
        stage.tap(.enter)
        tiles.wait { $0.isWaiting ? () : nil }
        #expect(folder.contents() == (isWriting ? ["big-part.png.partial"] : []))
        stage.viewer.close()
        #expect(folder.contents().isEmpty)
        tiles.withLockAndNotify { $0.isHeld = false }
        work.wait()
        #expect(folder.contents().isEmpty)
    }
}
