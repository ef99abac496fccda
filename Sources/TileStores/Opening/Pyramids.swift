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
        let places = try places(of: candidate)
        if case .folder(let names) = candidate.content, !places.contains(where: \.kind.fillsFolder) {
            return try openOnly(in: candidate.path, names: names, places)
        }
        return try only(places, in: path)?.open()
    }

    /// Whether a folder is a pyramid itself, and not one that holds some.
    package static func isPyramidFolder(_ path: String) -> Bool {
        guard let candidate = try? PyramidCandidate(path), case .folder = candidate.content else { return false }
        return ((try? places(of: candidate)) ?? []).contains { $0.kind.fillsFolder && $0.path == candidate.path }
    }

    /// Opens the one pyramid that a folder holds among other things, or that it has been recognized as.
    private static func openOnly(
        in folder: String, names: [String], _ places: Set<PyramidPlace>
    ) throws -> OpenedPyramid {
        if names.contains(TileJournal.fileName) {
            throw StoreError(
                .interrupted, path: folder,
                "this pyramid is unfinished: its cutting was interrupted. Finish it with tilecut --resume.")
        }
        var places = places
        var failure: (any Error)?
        // There may be thousands of tiles, which are images.
        for name in names where !name.hasPrefix(".") && FlatTileName(name) == nil {
            do {
                places.formUnion(try Self.places(of: PyramidCandidate("\(folder)/\(name)")))
            } catch {
                // What cannot be looked at matters only when there is nothing else.
                failure = failure ?? error
            }
        }
        if let place = try only(places, in: folder) {
            return try place.open()
        }
        throw failure
            ?? StoreError(
                .unreadable, path: folder,
                "this folder holds no pyramid: no descriptor of one, no tiles with names such as NAME_00_00.jpg, and no "
                    + "map tiles such as 0/0/0.jpg. Open an image, or cut one with tilecut.")
    }

    /// The pyramids that a file or folder is, or belongs to.
    private static func places(of candidate: PyramidCandidate) throws -> Set<PyramidPlace> {
        var places: Set<PyramidPlace> = []
        for kind in PyramidKind.allCases {
            places.formUnion(try kind.paths(of: candidate).map { PyramidPlace(kind: kind, path: $0) })
        }
        return places
    }

    /// The single element; nil when there is none.
    private static func only(_ places: Set<PyramidPlace>, in path: String) throws -> PyramidPlace? {
        guard places.count > 1 else { return places.first }
        let names = places.map { FilePath.name(of: $0.path) }.sorted()
        let list = names.prefix(3).joined(separator: ", ") + (names.count > 3 ? ", …" : "")
        throw StoreError(
            .unreadable, path: path, "this folder holds \(names.count) pyramids (\(list)). Open one of them.")
    }
}
