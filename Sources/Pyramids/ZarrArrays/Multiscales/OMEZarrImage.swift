internal import ChannelImages
internal import ImageMetadata
internal import ImageSources
internal import JSONDocuments
internal import Numbers
internal import TileContainers
internal import TilePyramid

/// Opens images in OME-Zarr (NGFF) of versions 0.1 to 0.5, and arrays without such metadata as images of one level.
public enum OMEZarrImage {
    /// Opens an image in a folder or a ZIP archive.
    ///
    /// A group that bioformats2raw has written is its first image. A plate and a well are refused, with an error that names a
    /// field.
    ///
    /// - Parameters:
    ///   - path: the path of the group's folder, or of an archive.
    ///   - chunkCacheByteLimit: the most bytes of decoded chunks that are kept, beside one chunk; 128 MiB by default.
    /// - Returns: the image.
    /// - Throws: `CodecError` naming the file, the fault and the remedy.
    public static func open(
        _ path: String, chunkCacheByteLimit: Int = ZarrChannelImage.defaultChunkCacheByteLimit
    ) throws -> ZarrChannelImage {
        try wrappingStoreErrors {
            try open(in: try ContainerZarrStore(opening: path), chunkCacheByteLimit: chunkCacheByteLimit)
        }
    }

    /// Opens an image in a hierarchy.
    package static func open(
        in store: any ZarrStore, group key: String = "",
        chunkCacheByteLimit: Int = ZarrChannelImage.defaultChunkCacheByteLimit
    ) throws -> ZarrChannelImage {
        switch try ZarrNode.open(key, in: store) {
        case .group(let group)?:
            let (metadata, found) = try OMEZarrMetadata.find(in: group)
            let arrays = try metadata.datasets.map {
                try ZarrArray(opening: $0.key, in: store, version: found.version)
            }
            return try image(metadata, arrays, file: found.file, of: found.attributes, chunkCacheByteLimit)
        case .array(let version)?:
            let array = try ZarrArray(opening: key, in: store, version: version)
            let file = store.location(of: key)
            let none = try ZarrJSON.wrapping(file: file) { () throws(JSONError) in try JSONObject(.object([:])) }
            let metadata = OMEZarrMetadata(array: key, axes: try axes(of: array, file: file))
            return try image(metadata, [array], file: file, of: none, chunkCacheByteLimit)
        case nil:
            throw CodecError(
                .unsupported, file: store.location(of: key),
                "this is not a Zarr group: it has neither zarr.json nor .zgroup. Open the folder that has one.")
        }
    }

    /// Creates the image of arrays and of the attributes of their group.
    private static func image(
        _ metadata: OMEZarrMetadata, _ arrays: [ZarrArray], file: String, of group: JSONObject, _ cacheByteLimit: Int
    ) throws -> ZarrChannelImage {
        var warnings = metadata.warnings
        let attributes = try readAttributes(arrays.first, &warnings)
        let description = try description(
            of: metadata, arrays, file: file, attributes, bands: group.value(BandAttributes.name))
        let place = attributes.map { GeoreferenceAttributes.georeference(array: $0, group: group) }
        return ZarrChannelImage(
            description, name: metadata.name, arrays: arrays, axes: metadata.axes, georeference: place?.georeference,
            warnings: warnings + [place?.warning].compactMap(\.self), chunkCacheByteLimit: cacheByteLimit)
    }

    /// The dimensions of an array that is an image by itself, by the names that it states, or by their number.
    private static func axes(of array: ZarrArray, file: String) throws -> OMEZarrAxes {
        var names = array.metadata.dimensionNames
        if names.isEmpty, let attributes = try? array.readAttributes() {
            names = (attributes.value("_ARRAY_DIMENSIONS")?.elements ?? []).map(\.string)
        }
        let rank = array.metadata.shape.count
        guard let axes = OMEZarrAxes(rank: rank, names: names) else {
            let named =
                names.isEmpty
                ? "" : " (\(names.prefix(8).map { String(($0 ?? "?").prefix(40)) }.joined(separator: ", ")))"
            throw CodecError(
                .unsupported, file: file,
                "this array has \(rank) dimensions\(named), and an image has rows and columns last, with channels, sections "
                    + "and times before them. Open another array.")
        }
        return axes
    }

    /// Reads the attributes of the array of full size; nil if they cannot be read, which is a warning.
    private static func readAttributes(_ array: ZarrArray?, _ warnings: inout [String]) throws -> JSONObject? {
        do {
            return try array?.readAttributes()
        } catch let error as CodecError {
            warnings.append("\(error.file): \(error.message) What they say of its values is not used.")
            return nil
        }
    }

    /// Whether a folder has the files of a Zarr group, or a file the extension of an archive of one.
    package static func recognizes(_ path: String) -> Bool {
        guard FileSystem.isFolder(path) else {
            let name = FilePath.name(of: path).lowercased()
            return name.hasSuffix(".ozx") || name.hasSuffix(".zarr.zip")
        }
        return ContainerZarrStore.rootKeys.contains { FileSystem.exists("\(path)/\($0)") }
    }

    private static func description(
        of metadata: OMEZarrMetadata, _ arrays: [ZarrArray], file: String, _ attributes: JSONObject?, bands: JSONValue?
    ) throws -> ChannelImageDescription {
        func refuse(_ reason: String) -> CodecError { CodecError(.unsupported, file: file, reason) }
        guard let first = arrays.first?.metadata else { throw refuse("the image has no levels.") }
        let axes = metadata.axes
        func length(_ name: String, _ array: ZarrArrayMetadata) -> Int {
            axes.position(of: name).map { array.shape[$0] } ?? 1
        }
        var levels: [PixelSize] = []
        for (array, dataset) in zip(arrays.map(\.metadata), metadata.datasets) {
            guard array.shape.count == axes.axes.count else {
                throw refuse(
                    "the level \(dataset.key) has \(array.shape.count) dimensions, and the image has \(axes.axes.count)."
                )
            }
            guard array.sampleType == first.sampleType, length("c", array) == length("c", first),
                length("t", array) == length("t", first), length("z", array) <= length("z", first)
            else { throw refuse("the level \(dataset.key) does not fit the first one.") }
            let size = PixelSize(width: length("x", array), height: length("y", array))
            guard array.shape.allSatisfy({ $0 >= 1 }) else { throw refuse("the level \(dataset.key) has no pixels.") }
            guard max(size.width, size.height) <= ImageInfo.longestSide else { throw CodecError.tooLarge(file) }
            if let finer = levels.last, size.width > finer.width || size.height > finer.height {
                throw refuse("the level \(dataset.key) is larger than the one before it.")
            }
            levels.append(size)
        }
        let count = length("c", first)
        guard count <= ChannelImageDescription.channelLimit else {
            throw refuse("it has \(count) channels, and up to \(ChannelImageDescription.channelLimit) are supported.")
        }
        var description = ChannelImageDescription(
            levels: levels, sampleType: first.sampleType,
            channels: [ChannelDescription](repeating: ChannelDescription(), count: count))
        if let attributes { CFAttributes.apply(attributes, of: first, to: &description) }
        BandAttributes.apply(bands, to: &description)
        metadata.omero?.apply(to: &description)
        for index in description.channels.indices where description.channels[index].alpha != nil {
            description.channels[index].isVisible = false
        }
        description.sectionCount = length("z", first)
        description.timeCount = length("t", first)
        let limit = ChannelImageDescription.planeLimit
        guard description.sectionCount <= limit, description.timeCount <= limit else {
            throw refuse("it has more than \(limit) sections or times, which is not supported.")
        }
        description.pixelSpacing = metadata.pixelSpacing
        // Scales have a number for each dimension: of a single section 1 stands for a distance that is not known.
        if description.sectionCount == 1, description.pixelSpacing?.z == 1 { description.pixelSpacing?.z = nil }
        description.isColorPicture = isColorPicture(description)
        return description
    }

    /// Whether three channels of 8 bits are red, green and blue: by their colors, or if they have neither names nor colors.
    ///
    /// A fourth one may be alpha. Channels of which a part of the values is shown are not a color picture.
    private static func isColorPicture(_ description: ChannelImageDescription) -> Bool {
        let colors = description.channels.filter { $0.alpha == nil }
        guard description.sampleType == .uint8, colors.count == 3, description.channels.starts(with: colors) else {
            return false
        }
        guard colors.allSatisfy({ $0.displayRange == nil || $0.displayRange == description.fullRange }) else {
            return false
        }
        let isUnknown = colors.allSatisfy { $0.name == nil && $0.color == nil }
        return isUnknown || colors.map(\.color) == [.red, .green, .blue]
    }
}
