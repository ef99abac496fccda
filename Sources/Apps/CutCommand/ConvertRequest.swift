internal import FilePyramids
internal import Files
internal import Glibc
package import PyramidTools
package import RemotePyramids
internal import TileContainers
internal import TileCutting
internal import TilePyramid

/// A pyramid to convert, the output, and the form of the report.
package struct ConvertRequest: Sendable {
    /// The pyramid's path or address.
    package var input: String
    /// The network settings for an address; by default with the cache that the tools share.
    package var network = NetworkAccess()
    /// Whether the finest zooms of a map at an address that have no tiles are left out; default true.
    ///
    /// If false, all tiles of all zooms are requested.
    package var omitsMissingZooms = true
    /// The location and kind of the new pyramid.
    package var output: OutputRequest
    /// The tiles of the new pyramid; the target comes from ``output``.
    package var options = ConversionOptions()
    /// Whether only the plan is reported and nothing is written; default false.
    package var isDryRun = false
    /// Whether the summary is a JSON object; default false.
    package var reportsJSON = false
    /// The verbosity of the report; default ``CutRequest/Verbosity/normal``.
    package var verbosity = CutRequest.Verbosity.normal

    /// Creates a request with the defaults.
    package init(input: String, output: OutputRequest) {
        self.input = input
        self.output = output
    }

    /// Checks everything that can be checked without opening the pyramid.
    ///
    /// - Throws: ``UsageError`` for options that are out of range or contradict each other.
    package func validate() throws {
        let location = try location()
        if let quality = options.quality, !(1...100).contains(quality) {
            throw UsageError("a quality of \(quality) is outside 1 to 100.")
        }
        guard options.threads.map({ (1...1024).contains($0) }) ?? true else {
            throw UsageError("the number of threads has to be from 1 to 1024.")
        }
        try CutRequest.check(
            location.target,
            format: options.format.map { .fixed($0) } ?? .fixed(location.target.capabilities.tileFormats[0]),
            overlap: options.overlap ?? 0, levelCount: options.levelCount, writesPage: output.writesPage)
    }

    /// The location and kind of the new pyramid.
    func location() throws(UsageError) -> OutputLocation {
        try output.location(for: FilePath.withoutTrailingSlashes(input), isOneOfSeveral: false)
    }

    /// Whether a new pyramid would overwrite the one that was opened at a path, or lie inside it.
    static func isInPlace(_ output: String, _ path: String) -> Bool {
        let old = resolvedPath(path)
        // A layout's folder may have been opened by its descriptor.
        return [old, FilePath.parent(of: old)].contains(resolvedPath(output))
            || resolvedPath(output).hasPrefix(old + "/")
    }

    /// The path without symbolic links and dots; if nothing exists there yet, its nearest existing folder is resolved.
    private static func resolvedPath(_ path: String) -> String {
        guard let resolved = realpath(path, nil) else {
            let parent = FilePath.parent(of: path)
            return parent == path ? path : "\(resolvedPath(parent))/\(FilePath.name(of: path))"
        }
        defer { free(resolved) }
        return PathText.text(resolved)
    }
}
