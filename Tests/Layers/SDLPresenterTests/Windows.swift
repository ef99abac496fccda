import LayerTree
import Testing
import VectorDrawing

@testable import SDLPresenter

/// A window without a screen, drawn by SDL's software renderer.
@MainActor
func headlessWindow(
    width: Double = 64, height: Double = 48, _ change: (inout WindowOptions) -> Void = { _ in }
) throws -> WindowPresenter {
    var options = WindowOptions(title: "test", size: Size(width: width, height: height))
    options.isHeadless = true
    options.waitsForVSync = false
    options.uploadBudget = .unlimited
    change(&options)
    return try WindowPresenter(options)
}

/// A hidden window on the screen, drawn by an accelerated renderer.
@MainActor
func acceleratedWindow(
    width: Double = 64, height: Double = 48, _ change: (inout WindowOptions) -> Void = { _ in }
) throws -> WindowPresenter {
    try headlessWindow(width: width, height: height) {
        $0.isHeadless = false
        $0.isHidden = true
        $0.drawing = .accelerated
        change(&$0)
    }
}

extension WindowPresenter {
    /// The renderer; nil if the compositor draws into the window's memory.
    var renderer: RendererHandle? { device?.painter.target as? RendererHandle }
}

extension Trait where Self == ConditionTrait {
    /// Runs a test only where SDL has an accelerated renderer; without a screen that requires Xvfb and Mesa.
    static var withAcceleratedRenderer: Self {
        .enabled("needs a screen and OpenGL: xvfb-run Tools/test") {
            await MainActor.run { isAcceleratedRendererAvailable }
        }
    }
}

@MainActor private let isAcceleratedRendererAvailable: Bool = {
    var options = WindowOptions(title: "probe", size: Size(width: 16, height: 16))
    options.isHidden = true
    guard let window = try? WindowHandle(options),
        let renderer = try? RendererHandle(window, waitsForVSync: false)
    else { return false }
    return renderer.isAccelerated && renderer.blendsPremultiplied
}()
