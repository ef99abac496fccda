internal import Concurrency
internal import ImageCodecs
internal import ScrollLayers

/// Holds results of background work until the main thread takes them at the start of a frame.
final class Mailbox<Item: Sendable>: Sendable {
    private let items = Locked<[Item]>([])
    private let onPost: @Sendable () -> Void

    /// Creates an empty mailbox.
    ///
    /// - Parameter onPost: called after each item, on the thread that posts it; should only wake the main thread.
    init(onPost: @escaping @Sendable () -> Void) {
        self.onPost = onPost
    }

    /// Adds an item; can be called on any thread.
    func post(_ item: Item) {
        items.withLock { $0.append(item) }
        onPost()
    }

    /// Whether there is nothing to take.
    var isEmpty: Bool { items.withLock { $0.isEmpty } }

    /// Removes and returns all items, in the order of their arrival.
    func take() -> [Item] {
        items.withLock { items in
            defer { items = [] }
            return items
        }
    }
}

/// A result of background work.
enum BackgroundEvent: Sendable {
    /// A file was opened, or could not be; with the number of the opening.
    case opened(Result<Document, any Error>, path: String, number: Int)
    /// Another page of a file was opened, or could not be; with the number of the opening.
    case pageOpened(Result<Document, any Error>, path: String, number: Int)
    /// The values of a document's pixels can be read from now on; nil if it has none.
    case valuesOpened(PixelValueReader?, of: Document)
    /// Values of a document's pixels were decoded.
    case valuesDecoded(Document)
    /// A path is that of a folder, which stands for these files; with the number of the opening.
    case folder([String], path: String, number: Int)
    /// The files in the folder of a file, itself included.
    case besides([String], path: String)
    /// The program was never started before.
    case firstStart
    /// A file was opened to be compared with the first one, or could not be.
    case compared(Result<Document, any Error>, path: String)
    /// The files that were opened last.
    case recentFiles([String])
    /// The state of a document has changed.
    case documentChanged(Document)
    /// The file of a document no longer exists.
    case fileMissing(Document)
    /// An export has made progress.
    case progress
    /// An export has ended; the message is nil if it was canceled.
    case exported(Message?, RunningExport)
    /// The annotations of a document were read, or could not be; nil if there are none.
    case annotationsRead(Result<GeoJSONDocument?, AnnotationFileError>, of: Document)
    /// The bookmarks of a document were read or changed, with what to say then, or could not be.
    case bookmarks(Result<[Bookmark], StateFileError>, of: Document, message: String?)
    /// The last view of a file that is being opened.
    case lastView(ViewState, path: String)
    /// A message for the user.
    case message(Message)
}
