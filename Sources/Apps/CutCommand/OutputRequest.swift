public import FilePyramids
public import Georeferencing
public import TileContainers
public import TilePyramid
public import TileStores

/// The kind of pyramid to write, and where.
public struct OutputRequest: Hashable, Sendable {
    /// The output path as the user gave it; nil for beside the image.
    public var path: String?
    /// The formats to choose from; default all.
    public var formats = PyramidFormats.standard
    /// The layout that names the tiles; nil for the container's usual one.
    public var layout: PyramidFormat?
    /// The container of the tiles; nil for the one that the extension of ``path`` names, else a folder.
    public var container: Container?
    /// The rounding of odd sizes that are halved; nil for the one that readers of the layout expect.
    public var rounding: PyramidShape.Rounding?
    /// Whether an image that does not fill its grid is centered in it; default false.
    public var isCentered = false
    /// The URI at which an IIIF image will be served; nil for its name.
    public var identifier: String?
    /// The source of the georeference; default the image file and the files beside it.
    public var boundsSource = BoundsSource.embedded
    /// The coordinate reference system of an image, in place of the one that it states; nil for that.
    ///
    /// It is a code such as `EPSG:25832`, well-known text or a PROJ string.
    public var crs: String?
    /// The coarsest zoom level of a georeferenced image; nil for the one at which it is no larger than a tile.
    public var minimumZoom: Int?
    /// The finest zoom level of a georeferenced image; nil for the first that keeps its detail.
    public var maximumZoom: Int?
    /// Whether a web page that shows the pyramid is written as well; default false.
    public var writesPage = false
    /// Options of TIFF files.
    public var tiff = TIFFOptions()
    /// Whether existing pyramids are replaced, interrupted runs resumed, and equal tiles linked.
    public var storeOptions = StoreOptions()

    /// A container of tiles.
    public enum Container: Hashable, Sendable {
        /// A folder with one file per tile.
        case folder
        /// A single file of a format.
        case file(PyramidFormat)

        /// The container with a name, such as `zip`; nil if there is none.
        public init?(_ name: String, in formats: PyramidFormats = .standard) {
            guard let container = Self.all(in: formats).first(where: { $0.name == name }) else { return nil }
            self = container
        }

        /// All containers, the folder first.
        public static func all(in formats: PyramidFormats = .standard) -> [Container] {
            [.folder] + formats.containers.map { .file($0) }
        }

        /// The name in options.
        public var name: String {
            switch self {
            case .folder: "folder"
            case .file(let format): format.id
            }
        }
    }

    /// The source of an image's georeference.
    public enum BoundsSource: Hashable, Sendable {
        /// The georeference in the image file, or in a file beside it.
        case embedded
        /// No georeference, whatever the image file says.
        case omitted
        /// The given bounds.
        case bounds(GeoBounds)
        /// The given bounds in another system than those that need no library.
        case projectedBounds(ProjectedBounds)
    }

    /// Creates a request for a pyramid beside its image, with the defaults.
    public init() {}
}
