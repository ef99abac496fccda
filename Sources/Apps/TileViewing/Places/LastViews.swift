internal import FilePyramids
internal import Files
internal import Glibc
internal import LayerTree
public import ScrollLayers

/// The last view of each image, stored in a file of the user, to be shown when the image is opened again.
///
/// The file has a line for each image, the latest first. A view is valid as long as the size and the date of the image's file
/// are unchanged. Faults of reading and writing are ignored, because nothing depends on the views. All functions block while
/// the disk is read or written, and can be called from any thread.
public struct LastViews: Hashable, Sendable {
    private let file: StateFile

    /// The most images with a stored view; the images that were left longest ago are dropped.
    public static let imageLimit = 1000

    /// Creates a store; the folder of its file is created when it is needed.
    public init(path: String) {
        file = StateFile(path: path)
    }

    /// The store of the current user: `views` in the folder of the ``RecentFiles``; nil for a user without a home.
    public static var standard: LastViews? {
        RecentFiles.standard.map { LastViews(path: $0.path(besides: "views")) }
    }

    /// Returns the last view of an image, in screen pixels per image pixel; nil if it is unknown, or the file has changed.
    public func view(of image: String) -> ViewState? { keptView(of: image)?.view }

    /// Returns the last view of an image and the rendering of its channels; nil if they are unknown, or the file has changed.
    func keptView(of image: String) -> KeptView? {
        guard let path = StateFile.canonicalPath(image), let stamp = Self.stamp(of: path),
            let entry = entries.first(where: { $0.path == path }), entry.stamp == stamp
        else { return nil }
        return entry.kept
    }

    /// Stores the view of an image, in screen pixels per image pixel; nil forgets it.
    public func keep(_ view: ViewState?, of image: String) {
        keep(KeptView(view: view), of: image)
    }

    /// Stores the view of an image and the rendering of its channels; forgets them if both are those of an image that is opened
    /// for the first time.
    func keep(_ kept: KeptView, of image: String) {
        // A path with a line break would be two.
        guard let path = StateFile.canonicalPath(image), !path.utf8.contains(UInt8(ascii: "\n")),
            let stamp = Self.stamp(of: path)
        else { return }
        try? file.change { (bytes) throws(StateFileError) in
            let old = Self.entries(in: bytes ?? [])
            let known = old.filter { $0.path != path }
            let isKept = kept != KeptView()
            guard isKept || known.count < old.count else { return nil }
            let new = (isKept ? [LastView(kept: kept, stamp: stamp, path: path)] : []) + known
            return Array(new.prefix(Self.imageLimit).map { $0.line + "\n" }.joined().utf8)
        }
    }

    private var entries: [LastView] { ((try? file.read()) ?? nil).map(Self.entries) ?? [] }

    private static func entries(in bytes: [UInt8]) -> [LastView] {
        String(decoding: bytes, as: UTF8.self).split(separator: "\n").prefix(imageLimit).compactMap(LastView.init)
    }

    /// The size and the date of a file, as a word; nil if there is none.
    private static func stamp(of path: String) -> String? {
        // A server is not asked.
        if PyramidLocation(path).isRemote { return "address" }
        var status = stat()
        guard Files.stat(path, &status) == 0 else { return nil }
        return "\(status.st_size):\(status.st_mtim.tv_sec):\(status.st_mtim.tv_nsec)"
    }
}

/// A line of the file.
private struct LastView {
    var kept: KeptView
    var stamp: String
    var path: String

    /// The word for the view of the whole image.
    private static let whole = "-"

    init(kept: KeptView, stamp: String, path: String) {
        self.kept = kept
        self.stamp = stamp
        self.path = path
    }

    /// Parses a line: the link of the view, with "f" after it if it is mirrored, the rendering after a question mark if there is
    /// one, the stamp and the path.
    init?(_ line: Substring) {
        let words = line.split(separator: " ", maxSplits: 2, omittingEmptySubsequences: false)
        guard words.count == 3, words[2].hasPrefix("/") || PyramidLocation(String(words[2])).isRemote else {
            return nil
        }
        let parts = words[0].split(separator: "?", maxSplits: 1, omittingEmptySubsequences: false)
        var kept = KeptView(rendering: parts.dropFirst().first.map(String.init))
        if parts[0] != Self.whole {
            let isFlipped = parts[0].last == "f"
            guard var view = ViewState(link: String(isFlipped ? parts[0].dropLast() : parts[0])) else { return nil }
            view.isFlipped = isFlipped
            kept.view = view
        }
        self.init(kept: kept, stamp: String(words[1]), path: String(words[2]))
    }

    var line: String {
        let view = kept.view.map { "\($0.link)\($0.isFlipped ? "f" : "")" } ?? Self.whole
        return "\(view)\(kept.rendering.map { "?\($0)" } ?? "") \(stamp) \(path)"
    }
}
