internal import ScrollLayers

/// A button at the edge of the window, from top to bottom.
enum ViewButton: Hashable, Sendable, CaseIterable {
    case zoomIn, zoomOut, fit, fullScreen, open, help

    /// The buttons that are left out first where there is no room for all.
    static let leastNeeded: [ViewButton] = [.open, .fullScreen, .fit, .zoomOut]

    /// The command that a click performs.
    var command: ViewerCommand {
        switch self {
        case .zoomIn: .scroll(.zoomIn)
        case .zoomOut: .scroll(.zoomOut)
        case .fit: .scroll(.fit)
        case .fullScreen: .toggleFullScreen
        case .open: .chooseFiles
        case .help: .toggle(.help)
        }
    }

    /// The number of times that a click performs the command.
    ///
    /// The buttons zoom by an octave, as a double click does. That takes four taps of their keys.
    var repetitions: Int {
        switch self {
        case .zoomIn, .zoomOut: 4
        case .fit, .fullScreen, .open, .help: 1
        }
    }

    /// Whether the button is of use without an image.
    var worksWithoutImage: Bool {
        switch self {
        case .zoomIn, .zoomOut, .fit: false
        case .fullScreen, .open, .help: true
        }
    }
}
