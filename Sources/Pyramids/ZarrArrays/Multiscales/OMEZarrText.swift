internal import ChannelImages
internal import Georeferencing
internal import JSONDocuments
internal import TilePyramid

/// The metadata of groups that are written.
enum OMEZarrText {
    /// The files of the group by their keys.
    static func files(
        of description: ChannelImageDescription, name: String?, version: OMEZarrWriter.Version,
        georeference: RasterGeoreference?
    ) -> [(key: String, text: String)] {
        var members = [("multiscales", JSONText.array([multiscales(of: description, name: name, version: version)]))]
        let omero = OmeroMetadata(description, name: name)
        if omero.describesChannels { members.append(("omero", omero.json(for: description))) }
        var others = BandAttributes.json(of: description).map { [(BandAttributes.name, $0)] } ?? []
        if let georeference {
            others += GeoreferenceAttributes.attributes(of: georeference, size: description.size).map {
                ($0.name, $0.json)
            }
        }
        switch version {
        case .version04:
            return [
                (".zgroup", JSONText.document([("zarr_format", "2")])),
                (ZarrArrayMetadata.version2AttributesKey, JSONText.document(members + others)),
            ]
        case .version05:
            members.insert(("version", JSONText.string(version.rawValue)), at: 0)
            let attributes = JSONText.object([("ome", JSONText.object(members))] + others)
            return [
                (
                    ZarrArrayMetadata.version3Key,
                    JSONText.document([("zarr_format", "3"), ("node_type", "\"group\""), ("attributes", attributes)])
                )
            ]
        }
    }

    private static func multiscales(
        of description: ChannelImageDescription, name: String?, version: OMEZarrWriter.Version
    ) -> String {
        let axes = OMEZarrAxes(spaceUnit: statedSpacing(of: description) == nil ? nil : "micrometer")
        var members: [(String, String)] = []
        if version == .version04 { members.append(("version", JSONText.string(version.rawValue))) }
        if let name { members.append(("name", JSONText.exact(name))) }
        members.append(("axes", JSONText.array(axes.axes.map(text))))
        members.append(("datasets", JSONText.array(datasets(of: description))))
        return JSONText.object(members)
    }

    private static func text(of axis: OMEZarrAxes.Axis) -> String {
        let type = ["t": "time", "c": "channel"][axis.name] ?? "space"
        var members = [("name", JSONText.string(axis.name)), ("type", JSONText.string(type))]
        if let unit = axis.unit { members.append(("unit", JSONText.string(unit))) }
        return JSONText.object(members)
    }

    /// The levels with their scales.
    ///
    /// The center of the first pixel of a coarser level lies between those of the pixels that it is the average of.
    private static func datasets(of description: ChannelImageDescription) -> [String] {
        let spacing = statedSpacing(of: description) ?? ChannelImageDescription.PixelSpacing(x: 1, y: 1)
        return factors(of: description).enumerated().map { level, factor in
            let z = spacing.z ?? 1
            var transformations = [transformation("scale", [1, 1, z, spacing.y * factor.y, spacing.x * factor.x])]
            if level > 0 {
                transformations.append(
                    transformation(
                        "translation", [0, 0, 0, spacing.y * (factor.y - 1) / 2, spacing.x * (factor.x - 1) / 2]))
            }
            return JSONText.object([
                ("path", JSONText.string("\(level)")), ("coordinateTransformations", JSONText.array(transformations)),
            ])
        }
    }

    /// The size of the pixels of full size in micrometers; nil if it is not known, or if that of the coarsest level is not a number.
    private static func statedSpacing(of description: ChannelImageDescription) -> ChannelImageDescription.PixelSpacing?
    {
        func isLength(_ value: Double) -> Bool { value > 0 && value.isFinite }
        guard var spacing = description.pixelSpacing, let factor = factors(of: description).last,
            isLength(spacing.x * factor.x), isLength(spacing.y * factor.y)
        else { return nil }
        spacing.z = spacing.z.flatMap { isLength($0) ? $0 : nil }
        return spacing
    }

    /// The width and the height of the pixels of each level in those of full size.
    static func factors(of description: ChannelImageDescription) -> [(x: Double, y: Double)] {
        var x = 1.0
        var y = 1.0
        return description.levels.indices.map { level in
            if level > 0 {
                let finer = description.levels[level - 1]
                let size = description.levels[level]
                x *= factor(from: finer.width, to: size.width)
                y *= factor(from: finer.height, to: size.height)
            }
            return (x, y)
        }
    }

    /// The ratio of two lengths: 2 if the smaller one is half of the other, rounded up or down.
    private static func factor(from finer: Int, to coarser: Int) -> Double {
        let half = finer / 2
        return finer > 1 && (coarser == half || coarser == finer - half) ? 2 : Double(finer) / Double(coarser)
    }

    private static func transformation(_ type: String, _ numbers: [Double]) -> String {
        JSONText.object([
            ("type", JSONText.string(type)), (type, JSONText.array(numbers.map { JSONText.number($0) })),
        ])
    }
}
