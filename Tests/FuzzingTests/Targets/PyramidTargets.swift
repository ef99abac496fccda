import JSONDocuments
import TilePyramid
import TileStores
import XMLDocuments

@testable import FilePyramids
@testable import TileStores

extension FuzzTarget {
    /// Pyramids in which one file is untrusted: a descriptor beside intact tiles, or a single file.
    static let pyramids = [
        FuzzTarget(name: "deepzoom", hasHeader: { isXML($0, root: "Image") }) { input, accept in
            if isXML(input, root: "Image") { accept() }
            try PyramidSandbox.deepZoom.open(input)
        },
        FuzzTarget(name: "zoomify", hasHeader: { isXML($0, root: "IMAGE_PROPERTIES") }) { input, accept in
            if isXML(input, root: "IMAGE_PROPERTIES") { accept() }
            try PyramidSandbox.zoomify.open(input)
        },
        FuzzTarget(name: "tms", hasHeader: { isXML($0, root: "TileMap") }) { input, accept in
            if isXML(input, root: "TileMap") { accept() }
            try PyramidSandbox.tms.open(input)
        },
        FuzzTarget(name: "iiif", hasHeader: isImageInformation) { input, accept in
            if isImageInformation(input) { accept() }
            try PyramidSandbox.iiif.open(input)
        },
        FuzzTarget(name: "tilejson", hasHeader: isTileJSON) { input, accept in
            if isTileJSON(input) { accept() }
            try PyramidSandbox.tileJSON.open(input)
        },
        FuzzTarget(
            name: "zip", longestInput: 1 << 14, testCount: 60, repair: ZIPRepair.repair,
            hasHeader: { PyramidSandbox.zip.canOpen($0) }
        ) { input, accept in
            try PyramidSandbox.zip.open(input, accept)
        },
        FuzzTarget(name: "pmtiles", longestInput: 1 << 13, hasHeader: isPMTiles) { input, accept in
            if isPMTiles(input) { accept() }
            try PyramidSandbox.pmtiles.open(input)
        },
        FuzzTarget(
            name: "tiff-pyramid", longestInput: 1 << 13, testCount: 100,
            hasHeader: { PyramidSandbox.tiff.canOpen($0) }
        ) { input, accept in
            try PyramidSandbox.tiff.open(input, accept)
        },
        FuzzTarget(
            name: "remote-pyramid", longestInput: 1 << 14, testCount: 100,
            hasHeader: { RemoteSandbox($0)?.canOpen ?? false }
        ) { input, accept in
            try RemoteSandbox(input)?.open(accept)
        },
        FuzzTarget(name: "mbtiles-metadata") { input, accept in
            try MBTilesSandbox.shared.open(input, accept)
        },
        FuzzTarget(name: "geopackage") { input, accept in
            try GeoPackageSandbox.shared.open(input, accept)
        },
    ]

    /// Whether a text is XML with a root element of this name.
    private static func isXML(_ input: [UInt8], root: String) -> Bool {
        (try? XMLElement(parsing: input))?.name == root
    }

    /// Whether a text is a JSON object of the IIIF Image API.
    @Sendable private static func isImageInformation(_ input: [UInt8]) -> Bool {
        IIIFLayout.isImageInformation(input) && (try? JSONObject(JSONValue(parsing: input)).has("width")) == true
    }

    /// Whether a text is a JSON object that names TileJSON.
    @Sendable private static func isTileJSON(_ input: [UInt8]) -> Bool {
        (try? JSONObject(JSONValue(parsing: input)).has("tilejson")) == true
    }

    /// Whether a file has a header of PMTiles whose sections lie within the file.
    @Sendable private static func isPMTiles(_ input: [UInt8]) -> Bool {
        (try? PMTilesHeader(parsing: input, fileSize: input.count, path: "case")) != nil
    }
}
