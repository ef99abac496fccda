internal import TilePyramid

extension PyramidFormat {
    /// Zoomify: `TileGroup0/LEVEL-COLUMN-ROW.jpg` and `ImageProperties.xml`.
    public static let zoomify = PyramidFormat(
        id: "zoomify", name: "Zoomify", layout: ZoomifyLayout(),
        capabilities: .layout {
            $0.supportsSparseTiles = false
            $0.supportsPartialLevels = false
        },
        shape: PyramidShape { shape in
            shape.rounding = .down
            shape.coarsest = .tile
        })
}

/// Zoomify: groups of tiles beside an `ImageProperties.xml`.
struct ZoomifyLayout: FileLayout {
    let descriptorNames = [ZoomifyNaming.descriptorName]

    func mayOwn(entry name: String) -> Bool {
        guard name.hasPrefix("TileGroup") else { return descriptorNames.contains(name) }
        return NumericFileName.number(name.dropFirst("TileGroup".count)) != nil
    }

    func isDescriptor(_ name: String, head: [UInt8]) -> Bool {
        guard descriptorNames.contains(name) else { return false }
        // Drops the zero bytes of UTF-16.
        let text = String(decoding: head.filter { $0 != 0 }, as: UTF8.self)
        return text.uppercased().contains("<IMAGE_PROPERTIES")
    }

    func naming(for request: StoreRequest) -> any LayoutNaming {
        ZoomifyNaming(pyramid: request.pyramid, fileExtension: request.format.fileExtension)
    }
}
