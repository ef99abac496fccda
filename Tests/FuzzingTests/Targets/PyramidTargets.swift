import ImageMetadata
import JSONDocuments
import TilePyramid
import TileStores

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
        FuzzTarget(name: "iiif", hasHeader: { (try? JSONValue(parsing: $0)) != nil }) { input, accept in
            if (try? JSONValue(parsing: input)) != nil { accept() }
            try PyramidSandbox.iiif.open(input)
        },
        FuzzTarget(name: "tilejson", hasHeader: { (try? JSONValue(parsing: $0)) != nil }) { input, accept in
            if (try? JSONValue(parsing: input)) != nil { accept() }
            try PyramidSandbox.tileJSON.open(input)
        },
        FuzzTarget(name: "zip", longestInput: 1 << 14, repair: Checksums.repairZIP) { input, accept in
            try PyramidSandbox.zip.open(input, accept)
        },
        FuzzTarget(name: "pmtiles", longestInput: 1 << 13, hasHeader: { $0.starts(with: "PMTiles\u{3}".utf8) }) {
            input, accept in
            if input.starts(with: "PMTiles\u{3}".utf8), input.count >= 127 { accept() }
            try PyramidSandbox.pmtiles.open(input, accept)
        },
        FuzzTarget(name: "tiff-pyramid", longestInput: 1 << 13, hasHeader: { ImageHeader.Format($0) == .tiff }) {
            input, accept in
            try PyramidSandbox.tiff.open(input, accept)
        },
        FuzzTarget(name: "mbtiles-metadata") { input, accept in
            try MBTilesSandbox.shared.open(input, accept)
        },
    ]

    /// Whether a text is XML with a root element of this name.
    private static func isXML(_ input: [UInt8], root: String) -> Bool {
        (try? XMLElement(parsing: input))?.name == root
    }
}
