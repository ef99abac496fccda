internal import Glibc
internal import ImageCodecs
public import PyramidTools
internal import TileCutting
internal import TilePyramid
internal import TileStores

/// A pyramid that the user wants converted, what it is to become, and how much to say about it.
public struct ConvertRequest: Hashable, Sendable {
    /// The pyramid's path.
    public var input: String
    /// Where to, and what kind of pyramid.
    public var output: OutputRequest
    /// What tiles are to be like; the target is that of ``output``.
    public var options = ConversionOptions()
    /// Whether it is only told what would be copied; default false.
    public var isDryRun = false
    /// Whether the summary is a JSON object; default false.
    public var reportsJSON = false
    /// How much is said; default ``CutRequest/Verbosity/normal``.
    public var verbosity = CutRequest.Verbosity.normal

    /// A request with the defaults.
    public init(input: String, output: OutputRequest) {
        self.input = input
        self.output = output
    }

    /// Throws when the request makes no sense, whatever the pyramid turns out to be.
    ///
    /// - Throws: ``UsageError``.
    public func validate() throws {
        let location = try location()
        if let quality = options.quality, !(1...100).contains(quality) {
            throw UsageError(description: "a quality of \(quality) is outside 1 to 100.")
        }
        guard options.threads.map({ (1...1024).contains($0) }) ?? true else {
            throw UsageError(description: "the number of threads has to be from 1 to 1024.")
        }
        try CutRequest.check(
            location.target, format: options.format.map { .fixed($0) } ?? .fixed(location.target.formats[0]),
            overlap: options.overlap ?? 0, levelCount: options.levelCount)
    }

    /// Where the new pyramid goes, and what it is.
    func location() throws(UsageError) -> OutputLocation {
        try output.location(for: FilePath.withoutTrailingSlashes(input), isOneOfSeveral: false)
    }

    /// Whether the new pyramid would take the place of the old one.
    ///
    /// - Parameters:
    ///   - output: the path the new one's store is created with.
    ///   - opened: the old one.
    /// - Returns: whether one path names both, or the new one would lie in the old.
    static func isInPlace(_ output: String, _ opened: OpenedPyramid) -> Bool {
        let old = resolvedPath(opened.path)
        // A layout's folder may be known by its descriptor.
        return [old, FilePath.parent(of: old)].contains(resolvedPath(output))
            || resolvedPath(output).hasPrefix(old + "/")
    }

    /// A path without links and dots; of what is not there yet, the folder's.
    private static func resolvedPath(_ path: String) -> String {
        guard let resolved = realpath(path, nil) else {
            let parent = FilePath.parent(of: path)
            return parent == path ? path : "\(resolvedPath(parent))/\(FilePath.name(of: path))"
        }
        defer { free(resolved) }
        return String(cString: resolved)
    }
}
