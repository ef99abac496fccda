import Compositing
import LayerTree
import ScrollLayers
import TestSupport
import TextLayers
import TilePyramid
import TiledLayers
import VectorDrawing

import Controls
@testable import TileViewing

/// A viewer on a manual clock, with files that exist nowhere, and its requests to the window.
///
/// Its background work is done at once.
@MainActor
final class ViewerStage {
    let clock = ManualClock(now: 100)
    let executor: ManualTileExecutor
    let viewer: Viewer
    private(set) var requests: [ViewerRequest] = []
    private(set) var messages: [Message] = []

    /// A viewer of 800×600 pixels that shows nothing but the image and opens these files, at once unless that is not wanted.
    init(
        _ documents: [any TileSource] = [PaintedSource()], view: ViewState? = nil, opensFiles: Bool = true,
        parts: [@MainActor (ViewerContext) -> any ViewerPart] = [],
        settings: (inout ViewerSettings) -> Void = { _ in }
    ) {
        executor = ManualTileExecutor(clock: clock)
        var all = ViewerSettings(
            loader: TileLoader(clock: clock, executor: executor))
        all.size = PixelSize(width: 800, height: 600)
        all.features = []
        all.view = view
        all.clock = clock
        all.inBackground = { $0() }
        all.atLowPriority = { $0() }
        all.textDrawing = .immediate
        all.reducesMotion = false
        all.thumbnailExecutor = executor
        all.filesAtAddress = { _ in nil }
        all.open = { path in
            guard let number = Int(path.dropFirst(5)), documents.indices.contains(number) else {
                throw TestError("there is no such file.")
            }
            return Document(path: path, source: documents[number])
        }
        settings(&all)
        viewer = Viewer(all) { context in parts.map { $0(context) } }
        viewer.onRequest = { [unowned self] in requests.append($0) }
        viewer.onMessage = { [unowned self] in messages.append($0) }
        if opensFiles {
            viewer.open(documents.indices.map { "file-\($0)" })
        }
        frame()
    }

    /// The view, in screen pixels per image pixel.
    var view: ViewState { viewer.currentView }

    /// Lets time pass, loads the requested tiles, and makes a frame.
    @discardableResult
    func frame(after seconds: Double = 0) -> RenderTree {
        clock.advance(by: seconds)
        executor.advance()
        return viewer.frame()
    }

    /// Makes frames, 60 per second.
    func frames(for seconds: Double) {
        for _ in 0..<Int((seconds * 60).rounded()) {
            frame(after: 1.0 / 60)
        }
    }

    /// Makes frames until nothing moves and everything is sharp, and draws the last one.
    func snapshot() -> PixelBuffer {
        frames(for: 1)
        return Compositor(workerCount: 1).draw(frame())
    }

    func pointer(_ phase: PointerEvent.Phase, _ x: Double, _ y: Double, _ modifiers: KeyModifiers = []) {
        viewer.handle(
            .pointer(PointerEvent(time: clock.now, phase: phase, position: Point(x: x, y: y), modifiers: modifiers)))
    }

    func wheel(_ notches: Double, _ x: Double, _ y: Double) {
        viewer.handle(
            .wheel(WheelEvent(time: clock.now, delta: Point(x: 0, y: notches), position: Point(x: x, y: y))))
    }

    /// Taps a key.
    func tap(_ key: Key, _ modifiers: KeyModifiers = []) {
        for isDown in [true, false] {
            viewer.handle(.key(KeyEvent(time: clock.now, key: key, isDown: isDown, modifiers: modifiers)))
        }
    }

    func tap(_ character: Character, _ modifiers: KeyModifiers = []) { tap(.character(character), modifiers) }

    /// The image point under a point of the view.
    func imagePoint(_ x: Double, _ y: Double) -> Point {
        viewer.content.convert(Point(x: x, y: y), from: nil) ?? Point(x: .nan, y: .nan)
    }
}

/// An error that a test throws.
struct TestError: Error, CustomStringConvertible {
    var description: String

    init(_ description: String) {
        self.description = description
    }
}

/// PNG tiles whose pixels encode their position: red is the column, green the row, blue the distance from full size.
final class PaintedSource: TileSource {
    let pyramid: Pyramid
    private let answer: @Sendable (TileIndex) throws -> Bool

    /// Creates an image; where `answer` returns false there is no tile.
    init(
        _ size: PixelSize = PixelSize(width: 1000, height: 800), tileSize: Int = 256, overlap: Int = 0,
        answer: @escaping @Sendable (TileIndex) throws -> Bool = { _ in true }
    ) {
        pyramid = Pyramid(size: size, tileSize: tileSize, overlap: overlap)
        self.answer = answer
    }

    func read(_ index: TileIndex) throws -> EncodedTile? {
        guard try answer(index) else { return nil }
        let rect = pyramid.rect(of: index)
        let blue = min(40 * (pyramid.levels.count - 1 - index.level), 255)
        let tile = PaintedTile(red: rect.x & 255, green: rect.y & 255, blue: blue, size: rect.size)
        return EncodedTile(bytes: tile.png, format: .png)
    }

    /// The pixel of the full-size image at a column and a row.
    static func pixel(_ x: Int, _ y: Int) -> UInt32 { 0xFF00_0000 | UInt32(x & 255) << 16 | UInt32(y & 255) << 8 }
}
