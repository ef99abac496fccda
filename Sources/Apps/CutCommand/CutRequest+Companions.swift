internal import FilePyramids
internal import Mosaics
internal import Numbers
internal import RemotePyramids
internal import TileContainers

/// The images of a request, without the files that belong to them.
struct CutImages {
    /// The images, in their order.
    private(set) var images: [String] = []
    /// The companions of images: annotations, metadata, georeferences, and pyramids of earlier runs.
    private(set) var companions: [String] = []

    /// The number of companions that a message names.
    private static let namedCompanions = 3

    /// The extensions of files that belong to an image of the same name: those of annotations and metadata, of georeferences and color
    /// profiles, of overviews, and of a pyramid with its page.
    private static let extensions: Set<String> = [
        "geojson", "json", "xmp", "txt", "xml", "prj", "ovr", "icc", "icm", "msk", "dzi", "html",
        "wld", "tfw", "tifw", "tiffw", "jgw", "jpgw", "jpegw", "j2w", "jp2w", "pgw", "pngw", "gfw", "gifw", "wbw",
        "webpw",
    ]
    /// The ends of names that belong to an image and are more than an extension.
    private static let ends = [".aux.xml", "_files"]

    /// Sorts the paths of a request; an image that is given alone is one, whatever its name is.
    init(_ paths: [String]) {
        guard paths.count > 1 else {
            images = paths
            return
        }
        let names = Set(paths.lazy.filter { Self.base(of: $0) == nil }.flatMap { [$0, FilePath.withoutExtension($0)] })
        for path in paths {
            if let base = Self.base(of: path), names.contains(base), !MosaicList.isNamed(path) {
                companions.append(path)
            } else {
                images.append(path)
            }
        }
    }

    /// The path of the image to which a file belongs by its name, with or without an extension; nil for a name of an image.
    private static func base(of path: String) -> String? {
        guard path != "-", !PyramidLocation(path).isRemote else { return nil }
        let path = FilePath.withoutTrailingSlashes(path)
        if let end = ends.first(where: path.hasSuffix) { return String(path.dropLast(end.count)) }
        return extensions.contains(FilePath.fileExtension(of: path)) ? FilePath.withoutExtension(path) : nil
    }

    /// The message about the companions; nil if there are none.
    var message: String? {
        guard !companions.isEmpty else { return nil }
        let named = companions.prefix(Self.namedCompanions).map { FilePath.name(of: $0) }
        let others = companions.count - named.count
        let list = named + (others > 0 ? [NumberText.count(others, "other file")] : [])
        let verb = companions.count == 1 ? "belongs to an image and is" : "belong to images and are"
        return "\(OutputRequest.list(list, "and")) \(verb) passed over."
    }
}
