/// Opens pyramids of every kind that is read here, whatever they are called.
///
/// ```swift
/// if let pyramid = try Pyramids.open("big.dzi") {
///     let image = TiledImage(pyramid.source, name: pyramid.name)
/// }
/// ```
///
/// What something is, is told by what is in it: a Deep Zoom descriptor under any name, its folder of tiles, a folder of
/// Zoomify, IIIF, TMS or other map tiles or the file in it that describes it, a folder of flat tiles, one file (an
/// archive of any of these, MBTiles, PMTiles), or a folder that holds exactly one of these beside other things.
public enum Pyramids {
    /// Opens what is at a path.
    ///
    /// Blocks while it reads names and descriptors; no tile is decoded. Call it on a worker.
    ///
    /// - Parameter path: a file or a folder.
    /// - Returns: the pyramid; nil for a file that is none, which may be an image.
    /// - Throws: ``StoreError``, naming the file or folder, what is wrong with it and what to do: when there is nothing
    ///   at the path, when a folder holds no pyramid or several, when a pyramid is damaged or unfinished.
    /// - Complexity: O(entries of the folder and of the folders in it); a descriptor is read whole.
    public static func open(_ path: String) throws -> OpenedPyramid? {
        let candidate = try PyramidCandidate(path)
        let matches = try matches(of: candidate)
        if case .folder(let names) = candidate.content, !matches.contains(where: \.kind.ownsFolder) {
            return try openSingle(in: candidate.path, names: names, matches)
        }
        return try single(matches, in: path)?.open()
    }

    /// Whether a folder is a pyramid itself, and not one that holds some.
    package static func isPyramidFolder(_ path: String) -> Bool {
        guard let candidate = try? PyramidCandidate(path), case .folder = candidate.content else { return false }
        return ((try? matches(of: candidate)) ?? []).contains { $0.kind.ownsFolder && $0.path == candidate.path }
    }

    /// Opens the one pyramid that a folder holds among other things, or that it has been recognized as.
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
        // There may be thousands of tiles, which are images.
        for name in names where !name.hasPrefix(".") && FlatTileName(name) == nil {
            do {
                matches.formUnion(try Self.matches(of: PyramidCandidate("\(folder)/\(name)")))
            } catch {
                // What cannot be looked at matters only when there is nothing else.
                failure = failure ?? error
            }
        }
        if let match = try single(matches, in: folder) {
            return try match.open()
        }
        throw failure
            ?? StoreError(
                .unreadable, path: folder,
                "this folder holds no pyramid: no descriptor of one, no tiles with names such as NAME_00_00.jpg, and no "
                    + "map tiles such as 0/0/0.jpg. Open an image, or cut one with tilecut.")
    }

    /// The pyramids that a file or folder is, or belongs to.
    private static func matches(of candidate: PyramidCandidate) throws -> Set<RecognizedPyramid> {
        var matches: Set<RecognizedPyramid> = []
        for kind in PyramidKind.allCases {
            matches.formUnion(try kind.recognizedPaths(of: candidate).map { RecognizedPyramid(kind: kind, path: $0) })
        }
        return matches
    }

    /// The single element; nil when there is none.
    private static func single(_ matches: Set<RecognizedPyramid>, in path: String) throws -> RecognizedPyramid? {
        guard matches.count > 1 else { return matches.first }
        let names = matches.map { FilePath.name(of: $0.path) }.sorted()
        let list = names.prefix(3).joined(separator: ", ") + (names.count > 3 ? ", …" : "")
        throw StoreError(
            .unreadable, path: path, "this folder holds \(names.count) pyramids (\(list)). Open one of them.")
    }
}
