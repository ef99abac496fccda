package import Georeferencing
package import ImageCodecs
package import ImageMetadata
internal import TileContainers
package import TilePyramid

/// A list of images with positions, as a file states it; nothing of the images has been read.
package struct MosaicDescription: Hashable, Sendable {
    /// An image of the list.
    package struct Member: Hashable, Sendable {
        /// The path, which is relative to the current folder like the path of the list.
        package var path: String
        /// The page, counted from 1.
        package var page = 1
        /// The position in the mosaic.
        package var placement: Placement
        /// Whether ``placement`` counts pixels as they are stored, without the orientation; false by default.
        package var isPlacedAsStored = false
        /// The priority: of overlapping images, the one with the higher priority is on top, or else the later in the list.
        package var priority = 0.0
        /// The channel of the image that each color of the mosaic comes from; nil for all channels in their order.
        package var colors: [Int]?
        /// The source of transparency, where ``colors`` are given; ``Validity/file`` by default.
        package var validity = Validity.file
        /// Values of pixels that are not there: for each, the stored sample of every color; none by default.
        package var noData: [[Double]] = []
        /// The same for samples that are mapped to 8 or 16 bits; they are compared before the mapping; nil for none.
        package var storedNoData: NodataValues?
    }

    /// The source that says which pixels of an image are valid.
    package enum Validity: Hashable, Sendable {
        /// The file: its alpha channel, its mask or its nodata value.
        case file
        /// A channel of the image.
        case channel(Int)
        /// Nothing: every pixel is valid, whatever the file says.
        case ignored
    }

    /// A statement of the list that cannot be read.
    package struct UnreadStatement: Hashable, Sendable {
        /// The kind of statement.
        package var statement: FileStatement
        /// The part that cannot be read, and the remedy, as whole sentences.
        package var message: String
    }

    /// The position of an image.
    package enum Placement: Hashable, Sendable {
        /// At a pixel of the mosaic, in the image's own size.
        case origin(x: Double, y: Double)
        /// A part of the image, in its pixels, fills a rectangle of the mosaic.
        case scaled(part: Rect?, into: Rect)
        /// At the position of the image's own georeference.
        case georeferenced
    }

    /// A rectangle with fractions of pixels.
    package struct Rect: Hashable, Sendable {
        /// The left and the upper edge.
        package var x, y: Double
        /// The extent, which is positive.
        package var width, height: Double
    }

    /// The background of a mosaic, shown where there is no image.
    package enum Background: Hashable, Sendable {
        /// Nothing: the mosaic has alpha.
        case transparent
        /// Nothing: the mosaic has alpha, unless opaque images fill it.
        case gaps
        /// A color.
        case color(RGBColor)
    }

    /// The path of the list, for messages; the number of images, where the user has named them.
    package var path: String
    /// True when the user has named the images, and there is no file that lists them.
    package var isJoined = false
    /// The name of the list's format.
    package var container: String
    /// The size in pixels; nil for the extent of the images.
    package var size: PixelSize?
    /// The background, shown where there is no image.
    ///
    /// nil stands for ``Background/gaps`` if an image has alpha or the mosaic is georeferenced, else for white.
    package var background: Background?
    /// The coordinate reference system of georeferenced images; nil for that of the first.
    package var crs: String?
    /// The side of a pixel in the unit of ``crs``; nil for that of the first georeferenced image.
    package var resolution: Double?
    /// The position of the mosaic's pixels; nil where the images determine it.
    package var transform: Geotransform?
    /// The images, in the order of the list.
    package var members: [Member] = []
    /// Warnings about statements that are not used, as sentences.
    package var warnings: [String] = []
    /// Statements that cannot be read: errors, unless their loss is allowed.
    package var unread: [UnreadStatement] = []
}

extension MosaicDescription {
    /// Creates a list of georeferenced images, of which the later ones lie on top.
    ///
    /// - Parameter images: the paths of the images; none of them is a list itself.
    package init(joining images: [String]) {
        self.init(path: "mosaic of \(images.count) \(images.count == 1 ? "image" : "images")", container: "mosaic")
        isJoined = true
        members = images.map { Member(path: $0, placement: .georeferenced) }
    }
}

extension CodecError {
    /// True when the image cannot be read; false when an operation failed that may succeed the next time.
    var isDamage: Bool { code != .inputOutput }

    /// The error as one of a list of images, which it names as well as the image.
    func inList(_ path: String) -> CodecError {
        file == path ? self : CodecError(code, file: path, "\(file): \(message)")
    }
}

extension MosaicDescription {
    /// The most bytes of a list.
    private static let byteLimit = 256 << 20
    /// The most images of a list.
    package static let memberLimit = 1_000_000

    /// Reads a list of images.
    ///
    /// - Throws: `CodecError` that names the list, when it cannot be read or used, or names a file that lies neither in its
    ///   folder nor in an allowed one.
    package init(_ list: MosaicList) throws {
        let path = list.path
        let bytes = try ImageBytes(.file(path))
        guard bytes.size <= Self.byteLimit else {
            throw CodecError(.unsupported, file: path, "a list of images may have up to 256 MB. Divide it.")
        }
        self =
            try MosaicList.isVRT(MosaicList.head(of: bytes))
            ? VRTReader.read(bytes.readWhole(), path: path) : MosaicJSONReader.read(bytes.readWhole(), path: path)
        guard !members.isEmpty else { throw CodecError(.damaged, file: path, "the list has no images. Add some.") }
        guard members.count <= Self.memberLimit else {
            throw CodecError(.unsupported, file: path, "a list may have up to 1,000,000 images. Divide it.")
        }
        var folders = AllowedFolders([FilePath.parent(of: path)] + list.allowedFolders)
        for member in members where !folders.contain(member.path) {
            throw CodecError(
                .invalidRequest, file: path,
                "the list names \(member.path), which is neither in its folder nor below. Put the image there, or allow its "
                    + "folder.")
        }
    }

    /// The path of an image that a list names, unless it begins with a slash: relative to the folder of the list, or to the
    /// current folder.
    ///
    /// - Throws: `CodecError` for addresses and for files in other programs' notation.
    static func resolved(_ name: String, in list: String, isRelative: Bool = true) throws(CodecError) -> String {
        guard !name.isEmpty, !name.contains("\0") else {
            throw CodecError(.damaged, file: list, "an image of the list has no path. Name its file.")
        }
        guard !name.contains("://"), !name.hasPrefix("/vsi"), !name.hasPrefix("data:") else {
            throw CodecError(
                .unsupported, file: list, "\(name) is not a path. Copy the image into a file, and name that.")
        }
        guard isRelative, !name.hasPrefix("/"), let slash = list.lastIndex(of: "/") else { return name }
        return String(list[...slash]) + name
    }
}
