internal import Controls
internal import JSONDocuments
internal import LayerTree
internal import ScrollLayers
internal import VectorDrawing

/// The bookmarks of all images, stored in a file of the user.
///
/// The file is JSON: the images by their canonical paths, each with its bookmarks, the last changed image first. A file that
/// cannot be parsed is renamed, and never overwritten. All functions block while the disk is read or written, and can be called
/// from any thread.
public struct BookmarkStore: Hashable, Sendable {
    private let file: StateFile

    /// The most bookmarks of an image.
    public static let bookmarkLimit = 100
    /// The most images with bookmarks; the images that were changed longest ago are dropped.
    public static let imageLimit = 10_000

    /// Creates a store; the folder of its file is created when it is needed.
    public init(path: String) {
        file = StateFile(path: path)
    }

    /// The store of the current user: `bookmarks` in the folder of the ``RecentFiles``; nil for a user without a home.
    public static var standard: BookmarkStore? {
        RecentFiles.standard.map { BookmarkStore(path: $0.path(besides: "bookmarks")) }
    }

    /// Reads the bookmarks of an image, in the order in which they were added; none if there are none.
    ///
    /// - Throws: ``StateFileError`` if the file cannot be read or is damaged.
    func bookmarks(of image: String) throws(StateFileError) -> [Bookmark] {
        guard let path = StateFile.canonicalPath(image), let bytes = try file.read() else { return [] }
        do throws(JSONError) {
            return try Self.parse(bytes).first { $0.path == path }?.bookmarks ?? []
        } catch {
            throw setAside(error)
        }
    }

    /// Changes the bookmarks of an image; those that other viewers have added meanwhile are among them.
    ///
    /// - Parameters:
    ///   - image: the path of the image.
    ///   - body: changes the bookmarks.
    /// - Returns: the bookmarks afterwards.
    /// - Throws: ``StateFileError`` if they cannot be read or kept, or are more than ``bookmarkLimit``.
    func change(
        _ image: String, _ body: (inout [Bookmark]) -> Void
    ) throws(StateFileError) -> [Bookmark] {
        guard let path = StateFile.canonicalPath(image) else {
            throw StateFileError(path: image, "the file is missing, so that no bookmark of it can be kept.")
        }
        var bookmarks: [Bookmark] = []
        try file.change { (bytes) throws(StateFileError) in
            var images: [ImageBookmarks] = []
            do throws(JSONError) {
                images = try bytes.map { (bytes) throws(JSONError) in try Self.parse(bytes) } ?? []
            } catch {
                throw setAside(error)
            }
            let index = images.firstIndex { $0.path == path }
            bookmarks = index.map { images.remove(at: $0).bookmarks } ?? []
            body(&bookmarks)
            if bookmarks.count > Self.bookmarkLimit {
                throw StateFileError(
                    path: image, "it has \(Self.bookmarkLimit) bookmarks already. Delete one of them first.")
            }
            if !bookmarks.isEmpty { images.insert(ImageBookmarks(path: path, bookmarks: bookmarks), at: 0) }
            return Array(Self.text(images.prefix(Self.imageLimit)).utf8)
        }
        return bookmarks
    }

    /// Renames the file because of a fault in it, and returns the error that says so.
    private func setAside(_ fault: JSONError) -> StateFileError {
        let remedy = file.setAside().map { "It was renamed to \($0); new ones are kept again." } ?? "Move it away."
        return StateFileError(path: file.path, "the bookmarks cannot be read: \(fault). \(remedy)")
    }
}

// MARK: JSON

extension BookmarkStore {
    /// The bookmarks of an image.
    private struct ImageBookmarks {
        var path: String
        var bookmarks: [Bookmark]
    }

    private static func parse(_ bytes: [UInt8]) throws(JSONError) -> [ImageBookmarks] {
        let document = try JSONObject(JSONValue(parsing: bytes))
        _ = try document.integer("version", in: 1...1)
        var images: [ImageBookmarks] = []
        for image in try document.objects("images") {
            var bookmarks: [Bookmark] = []
            for entry in try image.objects("bookmarks") {
                bookmarks.append(try bookmark(entry))
            }
            images.append(ImageBookmarks(path: try image.string("path"), bookmarks: bookmarks))
        }
        return images
    }

    private static func bookmark(_ entry: JSONObject) throws(JSONError) -> Bookmark {
        var view = ViewState(center: Point(x: try entry.number("x"), y: try entry.number("y")))
        view.scale = try entry.number("zoom", in: 1e-9...1e9)
        view.angle = try entry.number("angle", in: -360...360)
        view.isFlipped = try entry.bool("flipped")
        return Bookmark(
            name: LineEditor(try entry.string("name")).text, view: view,
            rendering: try entry.optionalString("rendering"))
    }

    private static func text(_ images: ArraySlice<ImageBookmarks>) -> String {
        let lines = images.map { image in
            let bookmarks = image.bookmarks.map { bookmark in
                let rendering = bookmark.rendering.map { [("rendering", JSONText.string($0))] } ?? []
                let members = [
                    ("name", JSONText.string(bookmark.name)), ("x", JSONText.number(bookmark.view.center.x)),
                    ("y", JSONText.number(bookmark.view.center.y)), ("zoom", JSONText.number(bookmark.view.scale)),
                    ("angle", JSONText.number(bookmark.view.normalizedAngle)),
                    ("flipped", bookmark.view.isFlipped ? "true" : "false"),
                ]
                return JSONText.object(members + rendering)
            }
            return JSONText.object([("path", JSONText.exact(image.path)), ("bookmarks", JSONText.array(bookmarks))])
        }
        return "{\"version\":1,\"images\":[\n" + lines.joined(separator: ",\n") + "\n]}\n"
    }
}
