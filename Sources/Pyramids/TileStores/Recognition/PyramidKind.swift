/// The kinds of pyramid that are recognized and read.
///
/// A new kind is a case here, with how it is told from others and how it is opened.
public enum PyramidKind: String, Hashable, Sendable, CaseIterable {
    /// A descriptor beside a folder of levels.
    case deepZoom = "Deep Zoom"
    /// `ImageProperties.xml` and groups of tiles.
    case zoomify = "Zoomify"
    /// `info.json` and folders called by regions: IIIF Image API, level 0.
    case iiif = "IIIF"
    /// Map tiles in folders, `ZOOM/COLUMN/ROW`.
    case xyz = "XYZ"
    /// The same with rows counted from the bottom.
    case tms = "TMS"
    /// Map tiles in folders, `ZOOM/ROW/COLUMN`.
    case google = "Google"
    /// Tiles of the full size only, side by side in a folder.
    case flat = "flat tiles"
    /// One of the layouts of folders in a ZIP archive.
    case zip = "ZIP archive"
    /// Deep Zoom in a ZIP archive with the properties of a scan.
    case szi = "SZI"
    /// A SQLite database.
    case mbtiles = "MBTiles"
    /// One file that is read in pieces.
    case pmtiles = "PMTiles"
    /// A TIFF in tiles with smaller images of the same picture.
    case tiff = "TIFF"

    /// Whether a folder that is such a pyramid holds nothing but its tiles.
    var ownsFolder: Bool { self == .deepZoom || folderLayout != nil }

    /// The layout of pyramids that are a folder each; nil for others.
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

    /// Where the pyramids of this kind are that a file or folder is, or belongs to; empty when there are none.
    ///
    /// - Throws: ``StoreError`` when it is of this kind and cannot be opened, for a reason that ``open(_:)`` would not
    ///   see.
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

    /// Opens the pyramid at a path that ``recognizedPaths(of:)`` has returned.
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

/// A pyramid that has been recognized.
struct RecognizedPyramid: Hashable {
    var kind: PyramidKind
    var path: String

    func open() throws -> OpenedPyramid { try kind.open(path) }
}
