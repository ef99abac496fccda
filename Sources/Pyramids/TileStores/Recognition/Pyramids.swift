/// Opens pyramids of every supported kind, recognized by content rather than by name.
///
/// ```swift
/// if let pyramid = try Pyramids.open("big.dzi") {
///     let image = TiledImage(pyramid.source, name: pyramid.name)
/// }
/// ```
///
/// The path may be a Deep Zoom descriptor or its folder of tiles; a folder of Zoomify, IIIF, TMS or other map tiles, or
/// the file that describes it; a folder of flat tiles; a single file (an archive of any of these, MBTiles, PMTiles,
/// TIFF); or a folder that holds exactly one of these among other things.
public enum Pyramids {
    /// Opens the pyramid at a path.
    ///
    /// Blocks while it reads names and descriptors, so call it on a worker. No tile is decoded.
    ///
    /// - Parameter path: a file or a folder.
    /// - Returns: the pyramid; `nil` for a file that is no pyramid, which may be an image.
    /// - Throws: ``StoreError`` when nothing is at the path, when a folder holds no pyramid or several, or when a
    ///   pyramid is damaged or unfinished.
    /// - Complexity: O(entries of the folder and of its subfolders). Descriptors are read whole.
    public static func open(_ path: String) throws -> OpenedPyramid? {
        let candidate = try PyramidCandidate(path)
        let matches = try matches(of: candidate)
        if case .folder(let names) = candidate.content, !matches.contains(where: \.kind.ownsFolder) {
            return try openSingle(in: candidate.path, names: names, matches)
        }
        return try single(matches, in: path)?.open()
    }

    /// Whether the folder itself is a pyramid, rather than a folder that holds pyramids.
    package static func isPyramidFolder(_ path: String) -> Bool {
        guard let candidate = try? PyramidCandidate(path), case .folder = candidate.content else { return false }
        return ((try? matches(of: candidate)) ?? []).contains { $0.kind.ownsFolder && $0.path == candidate.path }
    }

    /// Opens the only pyramid among `matches` and the entries of the folder.
    private static func openSingle(
        in folder: String, names: [String], _ matches: Set<RecognizedPyramid>
    ) throws -> OpenedPyramid {
        if names.contains(TileJournal.fileName) {
            throw StoreError(
                .interrupted, path: folder,
                "this pyramid is unfinished: its cutting was interrupted. Finish it with tilecut --resume.")
        }
        var matches = matches
        var failure: (any Error)?
        // Flat tiles are images, and there may be thousands.
        for name in names where !name.hasPrefix(".") && FlatTileName(name) == nil {
            do {
                matches.formUnion(try Self.matches(of: PyramidCandidate("\(folder)/\(name)")))
            } catch {
                // An unreadable entry matters only if there is no pyramid.
                failure = failure ?? error
            }
        }
        if let match = try single(matches, in: folder) {
            return try match.open()
        }
        throw failure
            ?? StoreError(
                .unreadable, path: folder,
                "this folder holds no pyramid: no descriptor, no tiles with names such as NAME_00_00.jpg, and no map "
                    + "tiles such as 0/0/0.jpg. Open an image, or cut one with tilecut.")
    }

    /// The pyramids that the candidate is, or belongs to.
    private static func matches(of candidate: PyramidCandidate) throws -> Set<RecognizedPyramid> {
        var matches: Set<RecognizedPyramid> = []
        for kind in PyramidKind.allCases {
            matches.formUnion(try kind.recognizedPaths(of: candidate).map { RecognizedPyramid(kind: kind, path: $0) })
        }
        return matches
    }

    /// The only match; `nil` if there is none.
    ///
    /// - Throws: ``StoreError`` when there are several.
    private static func single(_ matches: Set<RecognizedPyramid>, in path: String) throws -> RecognizedPyramid? {
        guard matches.count > 1 else { return matches.first }
        let names = matches.map { FilePath.name(of: $0.path) }.sorted()
        let list = names.prefix(3).joined(separator: ", ") + (names.count > 3 ? ", …" : "")
        throw StoreError(
            .unreadable, path: path, "this folder holds \(names.count) pyramids (\(list)). Open one of them.")
    }
}
