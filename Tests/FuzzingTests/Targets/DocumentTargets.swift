import ChannelImages
import FlightBench
import JSONDocuments
import XMLDocuments

@testable import Mosaics
@testable import TileStores
@testable import TileViewing

extension FuzzTarget {
    /// Texts: XML, JSON, flights, annotations, lists of images, ours and GDAL's, and the metadata of OME-TIFF.
    static let documents = [
        FuzzTarget(name: "xml", hasHeader: hasRootElement) { input, accept in
            if hasRootElement(input) { accept() }
            _ = try XMLElement(parsing: input)
        },
        FuzzTarget(name: "json", hasHeader: hasFirstItem) { input, accept in
            if hasFirstItem(input) { accept() }
            _ = try JSONValue(parsing: input)
        },
        FuzzTarget(name: "ome-xml", hasHeader: isOME) { input, accept in
            let text = String(decoding: input, as: UTF8.self)
            let metadata = OMEMetadata(text, name: "case")
            for directory in [0, 1, 65535, Int.max] { _ = metadata?.label(ofDirectory: directory) }
            guard let document = try OMEDocument(text, file: "case"), !document.images.isEmpty else { return }
            accept()
            for case .success(let image) in document.images {
                for channel in [-1, 0, 1, image.sampleCount] {
                    _ = image.location(of: ChannelPlane(channel: channel, section: 1, time: 1))?.nameInFolder
                }
                var description = ChannelImageDescription(
                    levels: [image.size], sampleType: image.sampleType, channels: [ChannelDescription()])
                image.apply(to: &description)
                // What is read can be written, and read again.
                let xml = OMEDocument(images: [try OMEImage(description)]).xml
                let copy = try OMEDocument(xml, file: "case")?.image(file: "case")
                precondition(copy?.size == image.size && copy?.sampleCount == image.sampleCount, "the same sizes")
            }
        },
        FuzzTarget(name: "vrt", hasHeader: isVRT) { input, accept in
            if isVRT(input) { accept() }
            _ = try VRTReader.read(input, path: "case")
        },
        FuzzTarget(name: "mosaic", hasHeader: isMosaic) { input, accept in
            if isMosaic(input) { accept() }
            _ = try MosaicJSONReader.read(input, path: "case")
        },
        FuzzTarget(name: "flight", hasHeader: isFlight) { input, accept in
            if isFlight(input) { accept() }
            _ = try Flight(json: input)
        },
        FuzzTarget(name: "geojson", hasHeader: isFeatureCollection) { input, accept in
            if isFeatureCollection(input) { accept() }
            // What is read can be written, and read again.
            let text = try GeoJSONDocument(parsing: input).text(in: .physical(millimetersPerPixel: 0.5))
            _ = try GeoJSONDocument(parsing: Array(text.utf8))
        },
    ]

    /// Whether a text is OME-XML with an image.
    @Sendable private static func isOME(_ input: [UInt8]) -> Bool {
        (try? OMEDocument(String(decoding: input, as: UTF8.self), file: "case"))?.images.isEmpty == false
    }

    /// Whether a text is XML, and a VRT with a band.
    @Sendable private static func isVRT(_ input: [UInt8]) -> Bool {
        guard let root = try? XMLElement(parsing: input), root.child("VRTRasterBand") != nil else { return false }
        return root.attributes["rasterXSize"] != nil && root.attributes["rasterYSize"] != nil
    }

    /// Whether a text is JSON, and a list of at least one image.
    @Sendable private static func isMosaic(_ input: [UInt8]) -> Bool {
        guard case .object(let members) = try? JSONValue(parsing: input), members["mosaic"] != nil,
            case .array(let images) = members["images"]
        else { return false }
        return !images.isEmpty
    }

    /// Whether a text is XML up to the end of the root's start tag, and the root has an attribute or a child.
    @Sendable private static func hasRootElement(_ input: [UInt8]) -> Bool {
        if let root = try? XMLElement(parsing: input) { return !root.attributes.isEmpty || !root.children.isEmpty }
        // Closed there, the start tag is a document of its own; no later tag is.
        let ends = input.indices.filter { input[$0] == UInt8(ascii: ">") }.prefix(8)
        return ends.contains { end in
            let root = try? XMLElement(parsing: input[..<end] + Array("/>".utf8))
            return root.map { !$0.attributes.isEmpty } ?? false
        }
    }

    /// Whether a text is JSON up to the end of an object's first member or an array's first element.
    @Sendable private static func hasFirstItem(_ input: [UInt8]) -> Bool {
        func hasItem(_ text: [UInt8]) -> Bool {
            switch try? JSONValue(parsing: text) {
            case .object(let members): !members.isEmpty
            case .array(let elements): !elements.isEmpty
            default: false
            }
        }
        if hasItem(input) { return true }
        // Closed at a comma of its own, the object or the array is a document.
        let commas = input.indices.filter { input[$0] == UInt8(ascii: ",") }.prefix(16)
        return commas.contains { comma in "]}".utf8.contains { hasItem(input[..<comma] + [$0]) } }
    }

    /// Whether a text is a GeoJSON feature collection that is not empty.
    @Sendable private static func isFeatureCollection(_ input: [UInt8]) -> Bool {
        guard case .object(let members) = try? JSONValue(parsing: input),
            case .array(let features) = members["features"]
        else { return false }
        return members["type"] == .string("FeatureCollection") && !features.isEmpty
    }

    /// Whether a text is JSON that names the format of flights.
    @Sendable private static func isFlight(_ input: [UInt8]) -> Bool {
        (try? JSONObject(JSONValue(parsing: input)).string("format")) == "tilekit-flight/1"
    }
}
