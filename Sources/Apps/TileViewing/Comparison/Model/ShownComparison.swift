internal import LayerTree
internal import TiledLayers

/// The comparison of a viewer: what is compared, and what is being done.
struct ShownComparison: Sendable {
    /// The object that a drag moves.
    enum Drag: Hashable, Sendable {
        /// The curtain, which was taken hold of this far left of its line, in points.
        case curtain(offset: Double)
        /// The second image, from the last position of the pointer.
        case second(from: Point)
    }

    /// The comparison that is shown; nil if there is none.
    var current: Comparison?
    /// The settings of the last comparison, which the next one begins with.
    var settings = Comparison()
    /// The comparison that begins once the files are known; nil if none is waiting.
    var awaited: Comparison?
    /// The most images that are shown side by side.
    var paneCount = 2
    /// The path of the second image, which may still be being opened.
    var second: String?
    /// The paths among which the second image is chosen; nil for the viewer's files.
    var paths: [String]?
    /// The documents that are open besides the first one, by path.
    var documents: [String: Document] = [:]
    /// The paths that are being opened.
    var opening: Set<String> = []
    /// The paths that could not be opened.
    var failed: Set<String> = []
    /// The corrections of images that were compared, by path.
    var corrections: [String: RegistrationCorrection] = [:]
    /// The tiles whose failures have been posted.
    var announcedFailures: Set<TileKey> = []
    /// Whether it is the second image's turn to blink.
    var showsSecond = false
    /// The time at which the other image is shown next; nil while the images do not alternate automatically.
    var blinkTime: Double?
    /// The message that names the way of comparing; nil if none was shown.
    var messageID: Int?
    /// The current drag; nil if there is none.
    var drag: Drag?
    /// The pane in which the pointer is, or in which a drag began.
    var pane = 0
}
