import Compositing
import LayerTree
import SDLPresenter
import TestLimits
import TestSupport
import Testing
import TilePyramid
import VectorDrawing

@testable import LayerGallery

/// All demos as a graphics card draws them.
@MainActor
@Suite(.serialized, .timeLimited, .enabled("needs a screen and OpenGL: xvfb-run Tools/test") { await hasOpenGL() })
struct AcceleratedDemoTests {
    @Test func `the graphics card draws all demos like the compositor, but for one pixel of a hundred`() throws {
        let window = try makeWindow()
        let compositor = Compositor()
        for demo in Demo.all {
            let player = DemoPlayer(demo)
            for time in demo.times {
                let frame = player.frame(at: time)
                let shown = try window.snapshot(of: frame)
                let expected = compositor.draw(frame)
                // Pixels that are read back from a window have no alpha.
                let differing = SnapshotDifference(shown.opaque, expected.opaque).pixels(beyond: 2)
                #expect(
                    differing * 100 <= expected.size.area, "\(demo.name) at \(time) s: \(differing) pixels differ")
            }
        }
    }

    @Test(arguments: [("colored-layer", false), ("cube", false), ("stick-figure", true), ("cone-mask", true)])
    func `the statistics count what the compositor drew for the card`(name: String, isComposited: Bool) throws {
        let window = try makeWindow()
        _ = try window.snapshot(of: DemoPlayer(try #require(Demo.named(name))).frame(at: 0))
        #expect((window.statistics.compositedItems > 0) == isComposited)
    }
}

/// Opens a hidden window that an accelerated renderer draws.
@MainActor private func makeWindow() throws -> WindowPresenter {
    var options = WindowOptions(title: "demos", size: DemoStage.size)
    options.isHidden = true
    options.waitsForVSync = false
    options.uploadBudget = .unlimited
    options.drawing = .accelerated
    return try WindowPresenter(options)
}

/// Whether there is a screen with OpenGL.
@MainActor private func hasOpenGL() -> Bool { (try? makeWindow())?.rendererName.hasPrefix("opengl") == true }

extension PixelBuffer {
    /// The image without alpha.
    fileprivate var opaque: PixelBuffer {
        PixelBuffer(size: size, isOpaque: true) { target in
            withPixels { source in
                for (index, pixel) in source.enumerated() { target[index] = pixel | 0xFF00_0000 }
            }
        }
    }
}
