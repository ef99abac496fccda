internal import Concurrency
internal import Files
internal import TileContainers
internal import TilePyramid

/// Opens pyramids of every format, recognized by content rather than by name.
///
/// ```swift
/// if let pyramid = try await Pyramids.open("big.dzi", formats: .files) {
///     show(TiledImage(pyramid.source, name: pyramid.name))
/// }
/// ```
///
/// The module `TileStores` opens all formats of the library, in files and databases and over the network.
///
/// The path may be a Deep Zoom descriptor or its folder of tiles; a folder of Zoomify, IIIF, TMS or other map tiles, or
/// the file that describes it; a folder of flat tiles; a single file (an archive of any of these, MBTiles,
/// GeoPackage, PMTiles, TIFF); or a folder that holds exactly one of these among other things.
public enum Pyramids {
    /// Opens the pyramid at a path.
    ///
    /// Names and descriptors are read on threads that may block. No tile is decoded.
    ///
    /// - Parameters:
    ///   - path: a file or a folder.
    ///   - formats: the formats that are recognized.
    /// - Returns: the pyramid; `nil` for a file that is not a pyramid, which may be an image.
    /// - Throws: ``StoreError`` when nothing is at the path, when a folder holds no pyramid or several, or when a
    ///   pyramid is damaged or unfinished.
    /// - Complexity: O(entries of the folder and of its subfolders). Descriptors are read whole.
    public static func open(_ path: String, formats: PyramidFormats) async throws -> OpenedPyramid? {
        try await withBlockingAllowed {
            let candidate = try PyramidCandidate(path, formats: formats)
            let matches = try await matches(of: candidate)
            if case .folder(let names) = candidate.content, !matches.contains(where: \.ownsFolder) {
                return try await openSingle(in: candidate, names: names, matches)
            }
            return try await single(matches, in: path)?.open(formats)
        }
    }

    /// Opens the pyramid at a path, and blocks until that is done, so call it on a worker.
    package static func openBlocking(_ path: String, formats: PyramidFormats) throws -> OpenedPyramid? {
        try waitForAsyncWork { try await open(path, formats: formats) }
    }

    /// Whether the folder itself is a pyramid, rather than a folder that holds pyramids; also one that lacks only the
    /// last step, before which its run was killed.
    ///
    /// Blocks while it reads names and descriptors.
    package static func isPyramidFolder(_ path: String, formats: PyramidFormats) -> Bool {
        if TileJournal.isOurs("\(path)/\(TileJournal.fileName)") { return true }
        let isPyramid = try? waitForAsyncWork {
            let candidate = try PyramidCandidate(path, formats: formats)
            guard case .folder = candidate.content else { return false }
            return try await matches(of: candidate).contains { $0.ownsFolder && $0.path == candidate.path }
        }
        return isPyramid ?? false
    }

    /// A path and the format of the pyramid found there.
    private struct Match: Hashable {
        var format: PyramidFormat
        var path: String

        /// Whether a folder that this was recognized from holds the pyramid and nothing else.
        var ownsFolder: Bool { format.role == .layout && !format.capabilities.holdsFullSizeOnly }

        func open(_ formats: PyramidFormats) async throws -> OpenedPyramid {
            let source = try await format.open(path, formats)
            try PyramidLimits.check(source.pyramid, path: path)
            return OpenedPyramid(source: source, format: format, path: path)
        }
    }

    /// Opens the only pyramid among `matches` and the entries of the folder.
    private static func openSingle(
        in folder: PyramidCandidate, names: [String], _ matches: Set<Match>
    ) async throws -> OpenedPyramid {
        if names.contains(TileJournal.fileName) {
            throw StoreError(
                .interrupted, path: folder.path,
                "this pyramid is unfinished: its cutting was interrupted. Resume the cut.")
        }
        var matches = matches
        var failure: (any Error)?
        // Flat tiles are images, and there may be thousands.
        for name in names where !name.hasPrefix(".") && FlatTileName(name) == nil {
            do {
                matches.formUnion(try await Self.matches(of: folder.entry(name)))
            } catch {
                // An unreadable entry matters only if there is no pyramid.
                failure = failure ?? error
            }
        }
        if let match = try single(matches, in: folder.path) {
            return try await match.open(folder.formats)
        }
        throw failure ?? DescriptorFault.find(inFolder: folder.path, names: names)
            ?? StoreError(
                .unreadable, path: folder.path,
                "this folder holds no pyramid: no descriptor, no tiles with names such as NAME_00_00.jpg, and no map "
                    + "tiles such as 0/0/0.jpg. Open an image, or cut one with tilecut.")
    }

    /// The pyramids that the candidate is, or belongs to; each has the first format that recognizes it.
    private static func matches(of candidate: PyramidCandidate) async throws -> Set<Match> {
        var matches: Set<Match> = []
        var paths: Set<String> = []
        for format in candidate.formats.all where candidate.part == nil || format.capabilities.namesParts {
            for path in try await format.recognize(candidate) where paths.insert(path).inserted {
                matches.insert(Match(format: format, path: path))
            }
        }
        return matches
    }

    /// The only match; `nil` if there is none.
    ///
    /// - Throws: ``StoreError`` when there are several.
    private static func single(_ matches: Set<Match>, in path: String) throws -> Match? {
        guard matches.count > 1 else { return matches.first }
        let names = matches.map { FilePath.name(of: $0.path) }.sorted()
        let list = names.prefix(3).joined(separator: ", ") + (names.count > 3 ? ", …" : "")
        throw StoreError(
            .unreadable, path: path, "this folder holds \(names.count) pyramids (\(list)). Open one of them.")
    }
}
