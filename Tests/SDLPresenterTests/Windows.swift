import LayerTree
import SDLPresenter

/// A window without a screen.
@MainActor
func headlessWindow(
    width: Double = 64, height: Double = 48, _ change: (inout WindowOptions) -> Void = { _ in }
) throws -> WindowPresenter {
    var options = WindowOptions(title: "test", size: Size(width: width, height: height))
    options.isHeadless = true
    options.waitsForRefresh = false
    options.uploadBudget = .unlimited
    change(&options)
    return try WindowPresenter(options)
}
