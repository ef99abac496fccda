import Georeferencing
import ImageMetadata
import TileStores
import XMLDocuments

@testable import ImageCodecs

extension FuzzTarget {
    /// The targets for georeferences in files and in the files beside them.
    static let places = [
        FuzzTarget(name: "world-file", longestInput: 256, hasHeader: { $0.contains { (48...57).contains($0) } }) {
            input, accept in
            if input.contains(where: { (48...57).contains($0) }) { accept() }
            guard let transform = Geotransform(worldFile: String(decoding: input, as: UTF8.self)) else { return }
            precondition(transform.inverse != nil, "pixels of a world file have an area")
        },
        FuzzTarget(name: "place-metadata", hasHeader: isMetadata) { input, accept in
            if isMetadata(input) { accept() }
            _ = try? ValidityMetadata(metadataFile: input, name: "case.aux.xml")
            let source = try PlaceSource(metadataFile: input, file: "case.aux.xml", image: "case")
            _ = try StatedGeoreference.combined([source].compactMap(\.self), name: "case")
        },
        FuzzTarget(name: "prj", longestInput: 1024, hasHeader: { $0.contains(0x5B) }) { input, accept in
            if input.contains(0x5B) { accept() }
            _ = try ProjectionFile.crs(input, file: "case.prj", image: "case")
        },
        FuzzTarget(name: "jpeg2000-place", hasHeader: hasPlace) { input, accept in
            if hasPlace(input) { accept() }
            _ = try StatedGeoreference.read(.bytes(input, name: "case"))
        },
    ]

    /// Whether a text is a metadata file with a place.
    @Sendable private static func isMetadata(_ input: [UInt8]) -> Bool {
        guard let root = try? XMLElement(parsing: input) else { return false }
        return root.name == "PAMDataset" && !root.children.isEmpty
    }

    /// Whether a file has a box with a place.
    @Sendable private static func hasPlace(_ input: [UInt8]) -> Bool {
        guard !input.isEmpty, ImageFormats.standard.format(of: input)?.name == "JPEG 2000",
            let bytes = try? ImageBytes(.bytes(input, name: "case"))
        else { return false }
        let boxes = JPEG2000PlaceBoxes(bytes)
        return boxes.geoTIFF != nil || boxes.coverage != nil
    }
}
