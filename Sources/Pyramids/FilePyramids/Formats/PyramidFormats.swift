internal import TileContainers

/// A list of formats, in the order in which they are tried and named.
public struct PyramidFormats: Hashable, Sendable {
    /// The formats of this module: folders, archives and single files without a database.
    public static let files = PyramidFormats([
        .deepZoom, .zoomify, .iiif, .iiif2, .xyz, .tms, .google, .flat, .zip, .szi, .pmtiles, .tiff,
    ])

    /// The formats.
    public let all: [PyramidFormat]

    /// Creates a list; its identifiers must differ.
    public init(_ all: [PyramidFormat]) {
        precondition(Set(all).count == all.count, "two formats have the same identifier")
        self.all = all
    }

    /// The formats that are layouts of files.
    public var layouts: [PyramidFormat] { all.filter { $0.role == .layout } }

    /// The formats that are single files.
    public var containers: [PyramidFormat] { all.filter { $0.role != .layout && $0.role != .service } }

    /// The format with an identifier; `nil` if there is none.
    public subscript(id id: String) -> PyramidFormat? { all.first { $0.id == id } }

    /// The format of a listed file, by its file extension; `nil` if it is not listed as a pyramid.
    package func format(ofListed path: String) -> PyramidFormat? {
        let fileExtension = FilePath.fileExtension(of: path)
        return all.first { $0.listedExtensions.contains(fileExtension) }
    }

    /// The format that the file extension of an output stands for; `nil` if it stands for none.
    ///
    /// Other extensions are part of the name, because names such as "map-1.5" are common. The extension of a descriptor
    /// stands for the layout that it belongs to.
    package func format(forOutput output: String) -> PyramidFormat? {
        let fileExtension = FilePath.fileExtension(of: output)
        return all.first { $0.fileExtensions.contains(fileExtension) }
    }
}
