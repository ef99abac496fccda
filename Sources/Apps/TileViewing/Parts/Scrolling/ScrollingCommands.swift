internal import LayerTree
public import ScrollLayers

/// The commands and keys of scrolling.

extension ViewerCommand {
    /// Pans, zooms, rotates or flips the view.
    public static func scroll(_ command: ScrollCommand) -> ViewerCommand {
        ViewerCommand(command.name, command.summary, title: command.title, argument: command)
    }

    /// Fits the width of the image in the view.
    public static let fitWidth = ViewerCommand("fit-width", "fit the width of the image", title: "Fit the width")

    /// The command of scrolling; nil for other commands.
    var scrolling: ScrollCommand? { argument as? ScrollCommand }
}

extension ScrollCommand {
    fileprivate var name: String {
        switch self {
        case .pan(let direction): "pan-\(direction)"
        case .page(let direction): "page-\(direction)"
        case .zoomIn: "zoom-in"
        case .zoomOut: "zoom-out"
        case .fit: "fit"
        case .magnify(let factor): "zoom-\(factor == factor.rounded() ? "\(Int(factor))" : "\(factor)")"
        case .rotate(let degrees): degrees < 0 ? "rotate-left" : "rotate-right"
        case .mirrorHorizontally: "mirror-horizontally"
        case .mirrorVertically: "mirror-vertically"
        }
    }

    fileprivate var summary: String {
        switch self {
        case .pan: "pan"
        case .page: "pan by a page"
        case .zoomIn: "zoom in"
        case .zoomOut: "zoom out"
        case .fit: "fit the whole image"
        case .magnify(1): "actual size: one screen pixel per image pixel"
        case .magnify: "that many times actual size"
        case .rotate(let degrees): degrees < 0 ? "rotate left" : "rotate right"
        case .mirrorHorizontally: "flip horizontally"
        case .mirrorVertically: "flip vertically"
        }
    }

    fileprivate var title: String? {
        switch self {
        case .fit: "Fit into the window"
        case .magnify(1): "Actual size"
        default: nil
        }
    }
}

extension ScrollingPart {
    nonisolated static let gestures = [
        ViewerKeyBindings.Row(gesture: "Drag", "pan, also by the middle button; release in motion to fling"),
        ViewerKeyBindings.Row(gesture: "Wheel", "zoom at the pointer, or pan if that is chosen"),
        ViewerKeyBindings.Row(gesture: "Shift+wheel", "pan sideways, as a wheel that is tilted does"),
        ViewerKeyBindings.Row(
            gesture: "Double click", "zoom in; in photos fit or actual size; with Shift zoom out"),
        ViewerKeyBindings.Row(gesture: "Two fingers", "pan, zoom and rotate on a touch screen"),
    ]

    nonisolated static let keys = [
        ViewerKeyBindings.Row("Arrows", keys: keys(for: Set(ScrollDirection.allCases.map { .pan($0) }))),
        ViewerKeyBindings.Row("Shift+arrows", keys: keys(for: Set(ScrollDirection.allCases.map { .page($0) }))),
        ViewerKeyBindings.Row(
            "+", "Ctrl++",
            keys: keys(for: [.zoomIn])
                + .key("+", .scroll(.zoomIn), with: [.control, [.control, .shift]])
                + .key("=", .scroll(.zoomIn), with: [.control, [.control, .shift]])),
        ViewerKeyBindings.Row(
            "-", "Ctrl+-", keys: keys(for: [.zoomOut]) + .key("-", .scroll(.zoomOut), with: [.control])),
        ViewerKeyBindings.Row(
            "0", "Ctrl+0", "Home", keys: keys(for: [.fit]) + .key("0", .scroll(.fit), with: [.control])),
        ViewerKeyBindings.Row("End", keys: .key(.end, .fitWidth)),
        ViewerKeyBindings.Row(
            "1", "Ctrl+1",
            keys: keys(for: [.magnify(1)]) + .key("1", .scroll(.magnify(1)), with: [.control])),
        ViewerKeyBindings.Row("2 … 9", keys: keys(for: Set((2...9).map { .magnify(Double($0)) }))),
    ]

    nonisolated static let turningKeys = [
        ViewerKeyBindings.Row("r", keys: keys(for: [.rotate(degrees: 90)])),
        ViewerKeyBindings.Row("R", keys: keys(for: [.rotate(degrees: -90)])),
        ViewerKeyBindings.Row("h", keys: keys(for: [.mirrorHorizontally])),
        ViewerKeyBindings.Row("v", keys: keys(for: [.mirrorVertically])),
    ]

    /// The keys that scroll layers define for commands.
    private nonisolated static func keys(
        for commands: Set<ScrollCommand>
    ) -> [ViewerKeyBindings.Trigger: ViewerCommand] {
        KeyMap.standard.commands.reduce(into: [:]) { keys, entry in
            if commands.contains(entry.value) { keys[.key(entry.key)] = .scroll(entry.value) }
        }
    }
}
