/// What a pyramid's files are kept in.
public enum PyramidContainer: String, Hashable, Sendable, CaseIterable {
    /// A folder with a file for each tile.
    case folder
    /// A ZIP archive of such a folder, nothing compressed twice.
    case zip
    /// A ZIP archive as slide viewers read it (SZI 1.2): Deep Zoom, with the scan's properties.
    case szi
    /// A SQLite database (MBTiles 1.3).
    case mbtiles
    /// One file made to be read in pieces from a web server (PMTiles 3).
    case pmtiles
    /// A TIFF or BigTIFF with tiles and reduced images.
    case tiff

    /// The ending of a file's name that stands for the container; nil for a folder.
    public var fileExtension: String? {
        switch self {
        case .folder: nil
        case .tiff: "tif"
        case .zip, .szi, .mbtiles, .pmtiles: rawValue
        }
    }

    /// The container that an ending stands for, without the dot and in any case; nil if it stands for none.
    public init?(fileExtension: String) {
        let name = fileExtension.lowercased()
        guard name != PyramidContainer.folder.rawValue, let container = Self(rawValue: name == "tif" ? "tiff" : name)
        else { return nil }
        self = container
    }

    /// The layouts that it can hold, the usual one first; empty for containers that have an order of their own.
    public var layouts: [PyramidLayout] {
        switch self {
        case .folder: PyramidLayout.allCases
        case .zip: PyramidLayout.allCases.filter { $0 != .flat }
        case .szi: [.deepzoom]
        case .mbtiles, .pmtiles, .tiff: []
        }
    }
}
