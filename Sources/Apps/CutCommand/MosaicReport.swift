internal import FilePyramids
internal import Files
internal import Georeferencing
internal import ImageCodecs
internal import JSONDocuments
internal import Mosaics
internal import Numbers
internal import PixelKernels
internal import TileContainers
internal import TilePyramid

/// The description of a list of images that can be cut as one.
struct MosaicReport {
    private let mosaic: Mosaic

    /// Reads a list and the headers of its images; nil if the file is not a list by its name.
    ///
    /// - Throws: `CodecError` when the list or one of its images cannot be read.
    init?(_ path: String, allowedFolders: [String]) throws {
        guard !PyramidLocation(path).isRemote, !FileSystem.isFolder(path),
            let mosaic = try MosaicInput.named(path, allowedFolders: allowedFolders).mosaic(DecodeOptions())
        else { return nil }
        self.mosaic = mosaic
    }

    /// The description for people.
    var lines: [String] {
        let georeference = mosaic.georeference.map { ", \($0.crs)" } ?? ""
        return [
            "\(mosaic.description.path): a list of \(NumberText.count(mosaic.description.members.count, "image")), "
                + "\(mosaic.size) pixels, \(mosaic.layout.channels.rawValue) × \(mosaic.layout.depth.rawValue) bits"
                + "\(georeference); cut it with: tilecut \(mosaic.description.path.shellQuoted)"
        ]
    }

    /// One JSON object on one line.
    ///
    /// The keys are `path`, `kind` (`mosaic`), `container` (the format of the list), `width`, `height`, `channels`, `depth`,
    /// `images` and `crs` (null if it is not georeferenced).
    var json: String {
        JSONText.object([
            JSONText.path("path", mosaic.description.path), ("kind", JSONText.string("mosaic")),
            ("container", JSONText.string(mosaic.description.container)), ("width", "\(mosaic.size.width)"),
            ("height", "\(mosaic.size.height)"), ("channels", "\(mosaic.layout.channels.rawValue)"),
            ("depth", "\(mosaic.layout.depth.rawValue)"), ("images", "\(mosaic.description.members.count)"),
            ("crs", mosaic.georeference.map { JSONText.string($0.crs) } ?? "null"),
        ])
    }
}
