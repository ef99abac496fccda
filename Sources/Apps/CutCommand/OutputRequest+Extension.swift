internal import FilePyramids
internal import TileContainers
internal import ToolSupport

extension OutputRequest {
    /// Extensions of stored values, beside those of pyramids of pictures.
    private static let valueExtensions = ["zarr", "ozx"]

    /// Extensions of images, archives and documents, which are not part of a pyramid's name.
    private static let foreignExtensions: Set<String> = [
        "7z", "avif", "bmp", "bz2", "dng", "exr", "gif", "gz", "heic", "heif", "html", "jp2", "jpeg", "jpg", "json",
        "jxl", "pdf", "png", "psd", "rar", "svg", "tar", "tgz", "webp", "xz", "zst",
    ]

    /// The lengths of extensions that nobody takes for a part of a name, such as `.foo`; `scan.v2` is a name.
    private static let usualLengths = 3...4

    /// Throws if an output has an extension of another kind of file, or of none, to which the extension of a pyramid is added.
    ///
    /// - Parameters:
    ///   - given: the path as the user gave it.
    ///   - path: the path of the store.
    /// - Throws: ``UsageError`` with the nearest extension, and with a path that keeps the name.
    func checkExtension(of given: String, becoming path: String) throws(UsageError) {
        let given = FilePath.withoutTrailingSlashes(given)
        guard path != given, path.hasPrefix(given), let fault = extensionFault(of: given) else { return }
        throw UsageError("\(given): \(fault); to keep the name, write \(path).")
    }

    /// Throws if a folder for several pyramids does not exist, and its name is nearly that of a file.
    func checkExtension(ofFolder path: String) throws(UsageError) {
        guard !path.hasSuffix("/"), !FileSystem.isFolder(path), let nearest = nearestExtension(of: path) else { return }
        throw UsageError(
            "\(path): the extension .\(FilePath.fileExtension(of: path)) names no kind of pyramid. Did you mean .\(nearest)? For a "
                + "folder of that name, write \(path)/.")
    }

    /// Returns the fault of an extension that is none of a pyramid, as a sentence without its end; nil for a part of a name.
    private func extensionFault(of path: String) -> String? {
        let suffix = FilePath.fileExtension(of: path)
        guard !suffix.isEmpty, !knownExtensions.contains(suffix) else { return nil }
        let fault = "the extension .\(suffix) names no kind of pyramid"
        if formats.layouts.contains(where: { $0.id == suffix }) {
            return "\(fault). For the \(suffix) layout, add --layout \(suffix)"
        }
        if let nearest = nearestExtension(of: path) {
            return "\(fault). Did you mean .\(nearest)? For that, write "
                + "\(FilePath.withoutExtension(path)).\(nearest)"
        }
        let isUsual = Self.usualLengths.contains(suffix.count) && suffix.allSatisfy { $0.isASCII && $0.isLetter }
        guard isUsual || Self.foreignExtensions.contains(suffix) else { return nil }
        let files = formats.containers.flatMap(\.fileExtensions).map { ".\($0)" }
        return "\(fault). For a single file, use \(Self.list(files, "or"))"
    }

    /// The extension of a pyramid from which that of a path differs by a letter or two; nil if there is none.
    func nearestExtension(of path: String) -> String? {
        let suffix = FilePath.fileExtension(of: path)
        guard !knownExtensions.contains(suffix), !Self.foreignExtensions.contains(suffix) else { return nil }
        return Spelling.nearest(to: suffix, among: knownExtensions)
    }

    /// The extensions of the pyramids that can be written.
    private var knownExtensions: [String] {
        formats.all.filter(\.isWritable).flatMap(\.fileExtensions) + Self.valueExtensions
    }
}
