package import ChannelImages
internal import ImageMetadata
package import JSONDocuments

/// The attributes of a group that is an image: OME-Zarr (NGFF) 0.1 to 0.5.
package struct OMEZarrMetadata {
    /// A level.
    package struct Dataset: Hashable, Sendable {
        /// The key of its array in the hierarchy.
        package var key: String
        /// The distances of neighbors along each dimension, in the units of these; empty if the file states none.
        package var scale: [Double]
    }

    /// The name of the image; nil if the file states none.
    package let name: String?
    /// The dimensions.
    package let axes: OMEZarrAxes
    /// The levels, from full size to the coarsest; there is at least one.
    package let datasets: [Dataset]
    /// The rendering settings, the attribute `omero`; nil if there are none.
    package let omero: OmeroMetadata?
    /// Sentences about statements that are not used.
    package let warnings: [String]

    /// The most levels of an image.
    package static let levelLimit = 64

    /// Reads the attributes of a group; nil if they are not those of an image.
    ///
    /// - Parameters:
    ///   - attributes: the attributes of the group, or its attribute `ome`.
    ///   - group: the key of the group.
    /// - Throws: ``JSONError`` when an attribute is damaged or not supported.
    package init?(_ attributes: JSONObject, group: String) throws(JSONError) {
        guard attributes.has("multiscales") else { return nil }
        guard let multiscales = try attributes.objects("multiscales").first else {
            throw JSONError(at: attributes.path(of: "multiscales"), "this is empty")
        }
        if case .string(let name)? = multiscales.value("name"), !name.isEmpty { self.name = name } else { name = nil }
        axes = try OMEZarrAxes(multiscales)
        let shared = try Self.scale(multiscales, count: axes.axes.count)
        var datasets: [Dataset] = []
        let objects = try multiscales.objects("datasets")
        guard (1...Self.levelLimit).contains(objects.count) else {
            throw JSONError(
                at: multiscales.path(of: "datasets"),
                "\(objects.count) levels are not supported. Supported are 1 to \(Self.levelLimit)")
        }
        for object in objects {
            guard let key = ZarrPath.key(of: try object.string("path"), in: group) else {
                throw JSONError(at: object.path(of: "path"), "this leads out of the group")
            }
            let own = try Self.scale(object, count: axes.axes.count)
            datasets.append(Dataset(key: key, scale: Self.product(own, shared)))
        }
        self.datasets = datasets
        omero = attributes.value("omero").flatMap { OmeroMetadata($0) }
        warnings = Self.warnings(about: axes) + Self.warnings(about: attributes.value("omero"), omero)
    }

    /// Creates the metadata of an array that is an image by itself.
    init(array key: String, axes: OMEZarrAxes) {
        name = nil
        self.axes = axes
        datasets = [Dataset(key: key, scale: [])]
        omero = nil
        warnings = []
    }

    /// Sentences about units that are not known.
    private static func warnings(about axes: OMEZarrAxes) -> [String] {
        let axis = axes.axes.first {
            ["x", "y", "z"].contains($0.name) && $0.unit.map { LengthUnit($0) == nil } == true
        }
        guard let axis, let unit = axis.unit else { return [] }
        return [
            "the unit \u{201C}\(unit.prefix(40))\u{201D} of its axis \(axis.name) is not a known length. The size of its pixels is not "
                + "used."
        ]
    }

    /// Sentences about settings and ranges that cannot be read.
    private static func warnings(about value: JSONValue?, _ omero: OmeroMetadata?) -> [String] {
        guard let value else { return [] }
        guard let omero else {
            return ["its attribute omero is not an object. Names, colors and ranges of its channels are not used."]
        }
        let channels = value.members?["channels"]?.elements ?? []
        let unread = zip(channels, omero.channels).enumerated().first { _, channel in
            channel.1.window == nil && channel.0.members?["window"] != nil
        }
        return unread.map {
            ["the range of its channel \($0.offset + 1) (window) is not two numbers in order, and is not used."]
        } ?? []
    }

    /// The products of two scales, either of which may be empty.
    private static func product(_ first: [Double], _ second: [Double]) -> [Double] {
        // Checked: floating-point numbers.
        first.isEmpty || second.isEmpty ? first + second : zip(first, second).map { $0 * $1 }
    }

    /// The product of the scales in `coordinateTransformations`; empty if there is none.
    private static func scale(_ object: JSONObject, count: Int) throws(JSONError) -> [Double] {
        guard object.has("coordinateTransformations") else { return [] }
        var result: [Double] = []
        for transformation in try object.objects("coordinateTransformations") {
            guard try transformation.string("type") == "scale", transformation.has("scale") else { continue }
            var scale: [Double] = []
            for (index, value) in try transformation.values("scale").enumerated() {
                guard let number = value.finiteNumber else {
                    throw JSONError(at: "\(transformation.path(of: "scale"))[\(index)]", "this is not a number")
                }
                scale.append(number)
            }
            guard scale.count == count else {
                throw JSONError(
                    at: transformation.path(of: "scale"), "\(scale.count) numbers do not fit \(count) dimensions")
            }
            result = product(result, scale)
        }
        return result
    }

    /// The size of a pixel in micrometers; nil if the file does not state one for x and y.
    package var pixelSpacing: ChannelImageDescription.PixelSpacing? {
        func spacing(_ name: String) -> Double? {
            guard let unit = axes.lengthUnit(of: name), let position = axes.position(of: name),
                let scale = datasets.first?.scale, !scale.isEmpty
            else { return nil }
            let value = unit.converted(scale[position], to: .micrometer)
            return value > 0 && value.isFinite ? value : nil
        }
        guard let x = spacing("x"), let y = spacing("y") else { return nil }
        return ChannelImageDescription.PixelSpacing(x: x, y: y, z: spacing("z"))
    }
}

extension OMEZarrMetadata {
    /// The image of a group, or of the first image in a group that bioformats2raw has written, with the key of its group.
    ///
    /// - Throws: `CodecError` when the group has no image, or many, as a plate has.
    package static func find(in group: ZarrGroup) throws -> (metadata: OMEZarrMetadata, group: ZarrGroup) {
        let attributes = try omeAttributes(of: group)
        if let error = try ZarrJSON.wrapping(
            file: group.file, { () throws(JSONError) in try collectionError(attributes, group) })
        {
            throw error
        }
        if let metadata = try metadata(attributes, group) { return (metadata, group) }
        let series = ZarrPath.joined(group.key, "0")
        if attributes.has("bioformats2raw.layout"), let first = try ZarrGroup(opening: series, in: group.store),
            let metadata = try metadata(try omeAttributes(of: first), first)
        {
            return (metadata, first)
        }
        throw CodecError(
            .unsupported, file: group.store.location(of: group.key),
            "this Zarr group is not an image: it has no attribute \"multiscales\". Open a group that has one, or an array in it: a "
                + "folder with .zarray or zarr.json.")
    }

    private static func metadata(_ attributes: JSONObject, _ group: ZarrGroup) throws -> OMEZarrMetadata? {
        try ZarrJSON.wrapping(file: group.file) { () throws(JSONError) in
            try OMEZarrMetadata(attributes, group: group.key)
        }
    }

    /// The attributes of OME: since version 0.5 those in the attribute `ome`.
    private static func omeAttributes(of group: ZarrGroup) throws -> JSONObject {
        guard group.attributes.has("ome") else { return group.attributes }
        return try ZarrJSON.wrapping(file: group.file) { () throws(JSONError) in try group.attributes.object("ome") }
    }

    /// The error for a plate or a well, which names a field to open; nil for other groups.
    private static func collectionError(_ attributes: JSONObject, _ group: ZarrGroup) throws(JSONError) -> CodecError? {
        let place = group.store.location(of: group.key)
        if attributes.has("plate") {
            let wells = try attributes.object("plate").objects("wells")
            let well = try wells.first?.string("path") ?? "A/1"
            return CodecError(
                .unsupported, file: place,
                "this is a plate of \(wells.count) wells, which are many images. Open one field of a well, such as "
                    + "\(place)/\(well)/0.")
        }
        if attributes.has("well") {
            let images = try attributes.object("well").objects("images")
            let field = try images.first?.string("path") ?? "0"
            return CodecError(
                .unsupported, file: place,
                "this is a well of \(images.count) fields, which are many images. Open one, such as \(place)/\(field).")
        }
        return nil
    }
}
