package import ChannelImages
internal import FilePyramids
internal import Files
package import Georeferencing
internal import Glibc
package import ImageCodecs
internal import ImageMetadata
internal import Mosaics
package import RemotePyramids
package import TileCutting
internal import TilePyramid
internal import TileContainers
package import ZarrArrays

/// An image whose stored values are read: a TIFF or another image, or OME-Zarr in a folder, an archive or at an address.
package struct ValueImage: Sendable {
    /// The image.
    package let image: any ChannelImage
    /// The path or the address in messages.
    package let name: String
    /// The name that is written into a copy.
    package let title: String
    /// The name of the format.
    package let container: String
    /// The arrays of an OME-Zarr, from full size to the coarsest; empty for other images.
    package let arrays: [ZarrArrayMetadata]
    /// The position of the pixels on the Earth; empty if it is not known.
    package let place: ValuePlace
    /// Identifies the image.
    private let identity: String

    /// The name of OME-Zarr as a container.
    private static let zarr = "OME-Zarr"
    /// The files with the metadata of a group, one of which it has.
    private static let metadataNames = ["zarr.json", ".zattrs", ".zgroup"]

    /// Creates an opened image.
    init(
        _ image: any ChannelImage, name: String, title: String, container: String, arrays: [ZarrArrayMetadata] = [],
        place: ValuePlace = ValuePlace(), identity: String = ""
    ) {
        self.image = image
        self.name = name
        self.title = title
        self.container = container
        self.arrays = arrays
        self.place = place
        self.identity = identity
    }

    /// Whether a path or an address is that of an OME-Zarr: a folder with the metadata of a Zarr group, or by its extension.
    package static func isZarr(_ path: String) -> Bool {
        let location = PyramidLocation(path)
        guard location.isRemote else { return OMEZarrImage.recognizes(path) }
        return ValueFormat(ofOutput: String(location.text.prefix { $0 != "?" && $0 != "#" })) == .omeZarr
    }

    /// Opens an OME-Zarr.
    ///
    /// - Parameters:
    ///   - path: the path of a folder or an archive, or an address.
    ///   - network: the settings for an address; nil for the usual ones.
    /// - Returns: the image.
    /// - Throws: `CodecError` or `StoreError` naming the file, the fault and the remedy.
    package static func openZarr(_ path: String, network: NetworkAccess?) async throws -> ValueImage {
        let location = PyramidLocation(path)
        let image =
            location.isRemote
            ? try await OMEZarrImage.open(path, network: network ?? NetworkAccess()) : try OMEZarrImage.open(path)
        let name = location.isRemote ? location.publicText : FilePath.withoutTrailingSlashes(path)
        return ValueImage(
            image, name: name, title: image.name ?? Self.title(of: name), container: zarr, arrays: image.levelArrays,
            place: ValuePlace(georeference: image.georeference), identity: Self.identity(of: path, image.description))
    }

    /// Opens the stored values of an image; its alpha, or its mask, is a channel.
    ///
    /// - Parameters:
    ///   - path: the path of an image, or that of an OME-Zarr or its address.
    ///   - name: the name of the image in messages; nil, the default, for the path.
    ///   - options: the page, the orientation, the no-data value, the most pixels and the treatment of damage.
    ///   - network: the settings for an address; nil for the usual ones.
    /// - Returns: the image.
    /// - Throws: `CodecError` or `StoreError` naming the file, the fault and the remedy.
    package static func open(
        _ path: String, name: String? = nil, options: DecodeOptions, network: NetworkAccess?
    ) async throws -> ValueImage {
        if isZarr(path) {
            guard options.page == 1 else { throw ChannelImageInput.pageError(file: path, container: zarr) }
            let zarr = try await openZarr(path, network: network)
            try options.limits.check(pixels: zarr.image.description.size.area, file: zarr.name)
            return zarr
        }
        guard !MosaicList.isNamed(path) else {
            throw CodecError(
                .unsupported, file: path,
                "this is a list of images, which have values of their own. Name one of its images.")
        }
        guard let image = try openChannelImageWithAlpha(.file(path), options: options) else {
            throw CodecError(
                .unsupported, file: path,
                "it is drawn by formulas, and stores no values. Cut it to a pyramid of pictures, such as .dzi.")
        }
        return ValueImage(
            MaskedChannelImage(image) ?? image, name: name ?? path, title: Self.title(of: name ?? path),
            container: "image", place: try ValuePlace(of: .file(path), image.description.size, options))
    }

    /// The input of a cut that shows the channels.
    package var input: ChannelImageInput {
        ChannelImageInput(
            image, name: name, container: container, identity: identity, georeference: place.georeference)
    }

    /// The edges in degrees; nil if the image is not georeferenced, or if its system cannot be converted to degrees.
    package var bounds: GeoBounds? { place.georeference?.degrees(of: image.description.size) }

    /// Sentences about statements of the file that are not used.
    package var warnings: [String] { image.warnings + place.warnings }

    /// The name of a file without the extensions of these formats: "slide" of "a/slide.ome.tif".
    private static func title(of path: String) -> String {
        let name = FilePath.withoutExtension(FilePath.name(of: path))
        return name.lowercased().hasSuffix(".ome") && name.count > 4 ? String(name.dropLast(4)) : name
    }

    private static func identity(of path: String, _ description: ChannelImageDescription) -> String {
        var lines = ["channels \(String(FNV1aHash.hash(Array("\(description)".utf8)), radix: 16))"]
        for file in [path] + metadataNames.map({ "\(path)/\($0)" }) {
            var status = stat()
            guard Files.stat(file, &status) == 0, status.st_mode & S_IFMT == S_IFREG else { continue }
            lines.append("\(status.st_size) bytes, changed \(status.st_mtim.tv_sec).\(status.st_mtim.tv_nsec)")
        }
        return lines.joined(separator: ", ")
    }
}
