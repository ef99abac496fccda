package import FilePyramids
package import Georeferencing
package import TileContainers
package import TilePyramid
import TileStores

/// The kind of pyramid to write, and where.
package struct OutputRequest: Hashable, Sendable {
    /// The output path as the user gave it; nil for beside the image.
    package var path: String?
    /// Whether a pyramid that gets the name of its image keeps its extension, as in `IMG_1.jpg.dzi`; default false.
    package var keepsExtension = false
    /// The formats to choose from; default all.
    package var formats = PyramidFormats.standard
    /// The layout that names the tiles; nil for the container's usual one.
    package var layout: PyramidFormat?
    /// The container of the tiles; nil for the one that the extension of ``path`` names, else a folder.
    package var container: Container?
    /// The rounding of odd sizes that are halved; nil for the one that readers of the layout expect.
    package var rounding: PyramidShape.Rounding?
    /// Whether an image that does not fill its grid is centered in it; default false.
    package var isCentered = false
    /// The URI at which an IIIF image will be served; nil for its name.
    package var identifier: String?
    /// The source of the georeference; default the image file and the files beside it.
    package var boundsSource = BoundsSource.embedded
    /// The coordinate reference system of an image, in place of the one that it states; nil for that.
    ///
    /// It is a code such as `EPSG:25832`, well-known text or a PROJ string.
    package var crs: String?
    /// The coarsest zoom level of a georeferenced image; nil for the one at which it is no larger than a tile.
    package var minimumZoom: Int?
    /// The finest zoom level of a georeferenced image; nil for the first that keeps its detail.
    package var maximumZoom: Int?
    /// Whether a web page that shows the pyramid is written as well; default false.
    package var writesPage = false
    /// The name of the image; nil for that of the file.
    package var name: String?
    /// The description of the image; nil for none.
    package var description: String?
    /// The attribution of the image; nil for what the input states.
    package var attribution: String?
    /// The address and the basemap of the web page.
    package var page = PyramidTarget.PageOptions()
    /// Options of TIFF files.
    package var tiff = TIFFOptions()
    /// Whether existing pyramids are replaced, interrupted runs resumed, and equal tiles linked.
    package var storeOptions = StoreOptions()

    /// A container of tiles.
    package enum Container: Hashable, Sendable {
        /// A folder with one file per tile.
        case folder
        /// A single file of a format.
        case file(PyramidFormat)

        /// The container with a name, such as `zip`; nil if there is none.
        package init?(_ name: String, in formats: PyramidFormats = .standard) {
            guard let container = Self.all(in: formats).first(where: { $0.name == name }) else { return nil }
            self = container
        }

        /// All containers, the folder first.
        package static func all(in formats: PyramidFormats = .standard) -> [Container] {
            [.folder] + formats.containers.map { .file($0) }
        }

        /// The name in options.
        package var name: String {
            switch self {
            case .folder: "folder"
            case .file(let format): format.id
            }
        }
    }

    /// The source of an image's georeference.
    package enum BoundsSource: Hashable, Sendable {
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
    package init() {}
}
