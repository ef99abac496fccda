import Foundation
import LayerTree
import SDLPresenter
import ScrollLayers
import Testing
import TileStores
import TiledLayers

/// The README's listing of a viewer, as it is printed there; the test is that it compiles.
@MainActor
func show(_ path: String) async throws {
    guard let pyramid = try await Pyramids.open(path) else { return print("\(path) is no pyramid") }
    let tiles = TiledLayer(image: TiledImage(pyramid.source, name: pyramid.name))

    let window = try WindowPresenter(WindowOptions(title: pyramid.name, size: Size(width: 1280, height: 800)))
    let view = ScrollLayer()
    view.frame = Rect(x: 0, y: 0, width: 1280, height: 800)
    let scene = LayerScene(root: view, size: window.pixelSize, scale: window.pixelsPerPoint)
    let controller = ScrollController(scrollLayer: view, contentLayer: tiles, contentSize: tiles.bounds.size)
    // Workers say when a tile has come; the loop sleeps until then, or until the user does something.
    scene.requests.onRequest = { [waker = window.waker] in waker.wake() }

    while !window.isClosed {
        controller.update()
        if scene.needsFrame { try window.present(scene.frame()) }
        let next = [scene.nextFrameTime, controller.nextFrameTime].compactMap { $0 }.min()
        var timeout = next.map { max(0, $0 - scene.clock.now) }
        while let event = window.nextEvent(timeout: timeout) {
            timeout = 0
            if event.kind == .closeRequested { window.close() }
            if let input = event.input { controller.handle(input) }
        }
    }
}

@Suite struct AppListingTests {
    @Test func `each line of the README's viewer is in this file`() throws {
        let file = URL(fileURLWithPath: #filePath)
        let readme = try String(
            contentsOf: file.deletingLastPathComponent().appending(path: "../../../README.md"), encoding: .utf8)
        let listing = try #require(
            readme.components(separatedBy: "```swift\n").dropFirst().map { $0.components(separatedBy: "```")[0] }
                .first { $0.contains("import SDLPresenter") })
        func lines(_ text: String) -> [String] {
            text.split(separator: "\n").map { $0.trimmingCharacters(in: .whitespaces) }
        }
        let known = Set(lines(try String(contentsOf: file, encoding: .utf8)))
        #expect(lines(listing).count > 25)
        for line in lines(listing) {
            #expect(known.contains(line))
        }
    }
}
