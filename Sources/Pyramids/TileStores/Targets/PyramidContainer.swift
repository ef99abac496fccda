/// The container that holds a pyramid's files.
public enum PyramidContainer: String, Hashable, Sendable, CaseIterable {
    /// A folder with one file per tile.
    case folder
    /// A ZIP archive of such a folder; already compressed files are stored, not compressed again.
    case zip
    /// A ZIP archive for slide viewers (SZI 1.2): Deep Zoom with the properties of the scan.
    case szi
    /// A SQLite database (MBTiles 1.3).
    case mbtiles
    /// A single file for range requests to a web server (PMTiles 3).
    case pmtiles
    /// A tiled TIFF or BigTIFF with reduced-resolution images.
    case tiff

    /// The file extension of the container, without the dot; `nil` for a folder.
    public var fileExtension: String? {
        switch self {
        case .folder: nil
        case .tiff: "tif"
        case .zip, .szi, .mbtiles, .pmtiles: rawValue
        }
    }

    /// Creates the container that a file extension stands for; `nil` if it stands for none.
    ///
    /// The extension is given without the dot, in upper or lower case.
    public init?(fileExtension: String) {
        let name = fileExtension.lowercased()
        guard name != PyramidContainer.folder.rawValue, let container = Self(rawValue: name == "tif" ? "tiff" : name)
        else { return nil }
        self = container
    }

    /// The layouts that the container can hold, the default first; empty for containers with an order of their own.
    public var layouts: [PyramidLayout] {
        switch self {
        case .folder: PyramidLayout.allCases
        case .zip: PyramidLayout.allCases.filter { $0 != .flat }
        case .szi: [.deepzoom]
        case .mbtiles, .pmtiles, .tiff: []
        }
    }
}
