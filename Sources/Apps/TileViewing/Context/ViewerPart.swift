internal import Controls
internal import LayerTree
internal import ScrollLayers
internal import TiledLayers
internal import VectorDrawing

/// A part of the viewer: one feature with its own state, layers, commands and keys.
///
/// A part sees the ``ViewerContext`` and no other part. ``Viewer`` lists the parts, and the order of the list is their priority:
/// an event goes to the first part that uses it, and a command to the first that performs it. Every requirement has a default
/// that does nothing.
@MainActor
protocol ViewerPart: AnyObject {
    // MARK: Input

    /// Handles an event that no part before it has used.
    ///
    /// - Parameter event: the event; positions are in points of the window. A part that works on the image takes them through
    ///   ``ViewerContext/localized(_:)``.
    /// - Returns: whether the part uses the event, which then goes to no further part.
    func handle(_ event: InputEvent) -> Bool
    /// Handles text that was typed; returns whether the part uses it.
    func handle(text: String) -> Bool
    /// Ends an action whose key, button or finger was released, even if another part has used the release.
    func release(_ event: InputEvent)
    /// Ends drags and presses without a result, because their events will not arrive.
    func cancelInput()
    /// Whether the part has the pointer, as in the middle of a drag: until that ends, parts before it do not see the pointer.
    var isTracking: Bool { get }
    /// Whether the part covers the view until it is closed.
    var isModal: Bool { get }
    /// Whether the part lies over all overlays but messages and lines to type into, which then have the window for themselves.
    var coversOverlays: Bool { get }
    /// Whether the user types text into the part.
    var isTyping: Bool { get }
    /// Ends the typing of text into the part, because the user types elsewhere: a name is kept, and a question dropped.
    func endTyping()
    /// Whether the part lies over the image, where a finger acts as the pointer does.
    var liesOverImage: Bool { get }
    /// The pointer's shape at a point of the window; nil to leave it to the next part.
    func cursor(at point: Point) -> Cursor?

    // MARK: Commands

    /// Performs a command; returns whether it is one of this part that is of use now.
    func perform(_ command: ViewerCommand) -> Bool
    /// The state of a command in menus; nil for commands of other parts, and for those that are of no use now.
    func state(of command: ViewerCommand) -> CommandState?
    /// Whether a command of the part means nothing for the image that is shown, so that the menu and the help leave it out.
    func isIrrelevant(_ command: ViewerCommand) -> Bool
    /// The items that the menu of a point of the window has beside commands.
    func menuItems(at point: Point) -> [MenuItem]

    // MARK: Document

    /// Keeps what has to outlast the shown document, if there is one, because a document is about to be shown.
    func documentWillChange(to new: Document)
    /// Keeps what has to outlast the shown document, because it is about to be closed and none is shown afterwards.
    func documentWillClose()
    /// Drops what belonged to the document that was shown, because none is.
    func documentDidClose()
    /// The input that would be lost if another document was shown, as the subject of a sentence; nil if there is none.
    var unfinishedInput: String? { get }
    /// The work in progress that the end of the viewer would cancel or wait for, in a sentence or two; nil if there is none.
    var runningWork: String? { get }
    /// Begins with a document that is shown from now on.
    func documentDidOpen(_ document: Document)
    /// Takes a change of the state of a document, which is shown or compared.
    func documentDidChange(_ document: Document)
    /// Takes another rendering of the channels of the document that is shown.
    func channelRenderingDidChange()
    /// Takes that the user has chosen a file of the list, which may be opened.
    func userDidChooseFile()
    /// Takes a change of the files to step through, once they are known.
    func filesDidChange()
    /// The layers whose tiles are shown.
    var tiledLayers: [TiledLayer] { get }
    /// The images beside the tiles that are shown in the colors of the display.
    var displayedImages: [any DisplayedImage] { get }
    /// Adds what a link to the present view has to say.
    func describe(in link: inout ViewLink)

    // MARK: Frames

    /// Takes a change of the features that are on.
    func featuresDidChange()
    /// Takes a new size or scale of the window.
    func windowDidResize()
    /// Brings state and layers to the clock's time, before each frame.
    func update()
    /// Adds the state of the part to the viewer's status.
    func describe(in status: inout ViewerStatus)
    /// Shows a status, once overlays are shown.
    ///
    /// - Parameters:
    ///   - status: the status.
    ///   - isNew: whether anything in it has changed since the last call.
    ///   - layout: the window, and the largest sizes of overlays in it.
    func show(_ status: ViewerStatus, isNew: Bool, in layout: OverlayLayout)
    /// Adds what the part wants to show over the image, after each ``show(_:isNew:in:)``.
    func addOverlays(to list: inout OverlayList)
    /// Places the layers of the overlays in their frames, and hides those without a frame.
    func placeOverlays(_ arrangement: OverlayArrangement)
    /// Closes a panel at once because there is no room for it, if it is one of this part.
    func closeOverlay(_ id: OverlayID)
    /// The time on the clock at which ``update()`` is due even if nothing happens; nil for never.
    var nextUpdateTime: Double? { get }
    /// Ends background work, and waits for what must not be left half done.
    func close()
}

extension ViewerPart {
    func handle(_ event: InputEvent) -> Bool { false }
    func handle(text: String) -> Bool { false }
    func release(_ event: InputEvent) {}
    func cancelInput() {}
    var isTracking: Bool { false }
    var isModal: Bool { false }
    var coversOverlays: Bool { false }
    var isTyping: Bool { false }
    func endTyping() {}
    var liesOverImage: Bool { false }
    func cursor(at point: Point) -> Cursor? { nil }
    func perform(_ command: ViewerCommand) -> Bool { false }
    func state(of command: ViewerCommand) -> CommandState? { nil }
    func isIrrelevant(_ command: ViewerCommand) -> Bool { false }
    func menuItems(at point: Point) -> [MenuItem] { [] }
    func documentWillChange(to new: Document) {}
    func documentWillClose() {}
    func documentDidClose() {}
    var unfinishedInput: String? { nil }
    var runningWork: String? { nil }
    func documentDidOpen(_ document: Document) {}
    func documentDidChange(_ document: Document) {}
    func channelRenderingDidChange() {}
    func userDidChooseFile() {}
    func filesDidChange() {}
    var tiledLayers: [TiledLayer] { [] }
    var displayedImages: [any DisplayedImage] { [] }
    func describe(in link: inout ViewLink) {}
    func featuresDidChange() {}
    func windowDidResize() {}
    func update() {}
    func describe(in status: inout ViewerStatus) {}
    func show(_ status: ViewerStatus, isNew: Bool, in layout: OverlayLayout) {}
    func addOverlays(to list: inout OverlayList) {}
    func placeOverlays(_ arrangement: OverlayArrangement) {}
    func closeOverlay(_ id: OverlayID) {}
    var nextUpdateTime: Double? { nil }
    func close() {}
}

/// The state of a command that is of use now.
struct CommandState: Hashable, Sendable {
    /// Whether there is a check mark; nil for what cannot be on or off.
    var isChecked: Bool?
    /// The title at present; nil for the command's own.
    var title: String?
}

/// A command line that opens a view again.
struct ViewLink: Hashable, Sendable {
    /// The files, each as a word of a shell.
    var files: [String] = []
    /// The options, in their order.
    var options: [String] = []

    /// The command line.
    var text: String { (["tileview"] + files + options).joined(separator: " ") }
}
