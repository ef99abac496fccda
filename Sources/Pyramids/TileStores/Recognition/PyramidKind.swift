/// The kinds of pyramid that can be recognized and read.
///
/// A new kind needs a case here, a recognizer in `recognizedPaths(of:)` and an initializer in `open(_:)`.
public enum PyramidKind: String, Hashable, Sendable, CaseIterable {
    /// A Deep Zoom descriptor beside a folder of levels.
    case deepZoom = "Deep Zoom"
    /// Zoomify: `ImageProperties.xml` and groups of tiles.
    case zoomify = "Zoomify"
    /// IIIF Image API, level 0: `info.json`, and folders named after regions.
    case iiif = "IIIF"
    /// Map tiles in folders, `ZOOM/COLUMN/ROW`.
    case xyz = "XYZ"
    /// Map tiles in folders, `ZOOM/COLUMN/ROW`, with rows counted from the bottom.
    case tms = "TMS"
    /// Map tiles in folders, `ZOOM/ROW/COLUMN`.
    case google = "Google"
    /// Full-size tiles only, side by side in a folder.
    case flat = "flat tiles"
    /// One of the folder layouts in a ZIP archive.
    case zip = "ZIP archive"
    /// Deep Zoom in a ZIP archive with the properties of a scan (SZI).
    case szi = "SZI"
    /// A SQLite database in the MBTiles schema.
    case mbtiles = "MBTiles"
    /// A PMTiles archive.
    case pmtiles = "PMTiles"
    /// A tiled TIFF with reduced-resolution images.
    case tiff = "TIFF"

    /// Whether a pyramid of this kind is a folder that holds nothing else.
    var ownsFolder: Bool { self == .deepZoom || folderLayout != nil }

    /// The layout of the kinds that are a folder each; `nil` for others.
    private var folderLayout: PyramidLayout? {
        switch self {
        case .zoomify: .zoomify
        case .iiif: .iiif
        case .xyz: .xyz
        case .tms: .tms
        case .google: .google
        case .deepZoom, .flat, .zip, .szi, .mbtiles, .pmtiles, .tiff: nil
        }
    }

    /// The paths of the pyramids of this kind that the candidate is, or belongs to; empty if there are none.
    ///
    /// - Throws: ``StoreError`` when the candidate is of this kind but cannot be opened, for a reason that ``open(_:)``
    ///   would not detect.
    func recognizedPaths(of candidate: PyramidCandidate) throws -> [String] {
        switch self {
        case .deepZoom: try DeepZoomSource.recognizedPaths(of: candidate)
        case .zoomify, .iiif, .xyz, .tms, .google:
            try folderLayout.map { try LayoutSource.recognizedPaths(of: candidate, $0) } ?? []
        case .flat: FlatSource.recognizedPaths(of: candidate)
        case .zip, .szi: try ArchivedPyramid.kind(of: candidate) == self ? [candidate.path] : []
        case .mbtiles: MBTilesSource.recognizedPaths(of: candidate)
        case .pmtiles: PMTilesSource.recognizedPaths(of: candidate)
        case .tiff: TIFFPyramidSource.recognizedPaths(of: candidate)
        }
    }

    /// Opens the pyramid at a path returned by ``recognizedPaths(of:)``.
    func open(_ path: String) throws -> OpenedPyramid {
        let source: any PyramidSource =
            switch self {
            case .deepZoom: try DeepZoomSource(opening: path)
            case .zoomify, .iiif, .xyz, .tms, .google: try LayoutSource(opening: path)
            case .flat: try FlatSource(opening: path)
            case .zip, .szi: try ArchivedPyramid.open(path)
            case .mbtiles: try MBTilesSource(opening: path)
            case .pmtiles: try PMTilesSource(opening: path)
            case .tiff: try TIFFPyramidSource(opening: path)
            }
        return OpenedPyramid(source: source, kind: self, path: path)
    }
}

/// A path and the kind of pyramid found there.
struct RecognizedPyramid: Hashable {
    var kind: PyramidKind
    var path: String

    func open() throws -> OpenedPyramid { try kind.open(path) }
}
