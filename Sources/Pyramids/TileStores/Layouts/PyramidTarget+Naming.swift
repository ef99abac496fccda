internal import Georeferencing
internal import ImageCodecs
internal import PixelKernels
internal import TilePyramid

extension PyramidTarget {
    /// The file names of a pyramid with this target.
    ///
    /// - Parameters:
    ///   - pyramid: the geometry.
    ///   - format: the format of every tile.
    ///   - path: the output path, for error messages and as the default name.
    /// - Returns: the names, and the descriptors of the pyramid.
    /// - Throws: ``StoreError`` when the layout does not support the pyramid.
    func naming(for pyramid: Pyramid, format: TileFormat, path: String) throws -> any LayoutNaming {
        let name = name ?? FilePath.withoutExtension(FilePath.name(of: path))
        let fileExtension = format.fileExtension
        try check(pyramid, path: path)
        switch layout {
        case .deepzoom:
            return DeepZoomNaming(
                name: name, pyramid: pyramid, fileExtension: fileExtension, isSparse: isSparse)
        case .zoomify: return ZoomifyNaming(pyramid: pyramid, fileExtension: fileExtension)
        case .iiif, .iiif2:
            try checkIIIF(pyramid, format: format, path: path)
            return IIIFNaming(
                version: layout == .iiif ? .three : .two, pyramid: pyramid, identifier: identifier ?? name,
                fileExtension: fileExtension)
        case .xyz:
            let tileMatrixSet = TileMatrixSet(pyramid: pyramid, georeference: georeference)
            return XYZNaming(
                tileMatrixSet: tileMatrixSet, fileExtension: fileExtension,
                tileJSON: TileJSON(tileMatrixSet: tileMatrixSet, title: name, georeference: georeference))
        case .tms:
            let tileMatrixSet = TileMatrixSet(pyramid: pyramid, georeference: georeference)
            return TMSNaming(
                tileMatrixSet: tileMatrixSet, fileExtension: fileExtension, isGeoreferenced: georeference != nil,
                resource: TileMapResource(
                    tileMatrixSet: tileMatrixSet, title: name, format: format, georeference: georeference))
        case .google:
            let tileMatrixSet = TileMatrixSet(pyramid: pyramid, georeference: georeference)
            return GoogleNaming(
                tileMatrixSet: tileMatrixSet, fileExtension: fileExtension,
                tileJSON: TileJSON(
                    tileMatrixSet: tileMatrixSet, title: name, georeference: georeference, margin: margin),
                blank: try Self.blankTile(side: pyramid.tileSize))
        case .flat: preconditionFailure("flat tiles have no names within a folder of their own")
        }
    }

    private func check(_ pyramid: Pyramid, path: String) throws {
        guard layout != .deepzoom else { return }
        guard pyramid.overlap == 0 else {
            throw StoreError(
                .cannotCreate, path: path,
                "tiles of the layout \(layout.rawValue) do not overlap. Leave the overlap out, or choose deepzoom.")
        }
        guard pyramid.presentLevels.lowerBound == 0 || ![.zoomify, .iiif, .iiif2].contains(layout) else {
            throw StoreError(
                .cannotCreate, path: path,
                "the layout \(layout.rawValue) needs all levels. Leave their number out, or choose deepzoom.")
        }
    }

    private func checkIIIF(_ pyramid: Pyramid, format: TileFormat, path: String) throws {
        guard format == .jpeg else {
            throw StoreError(
                .cannotCreate, path: path,
                "IIIF level 0 requires jpg tiles, and \(format.fileExtension) is only allowed in addition. "
                    + "Choose --format jpg, or another layout.")
        }
        guard rounding != .down else {
            throw StoreError(
                .cannotCreate, path: path,
                "the sizes of an IIIF image's levels are rounded up. Leave the rounding out, or choose zoomify.")
        }
        if let identifier, identifier.hasSuffix("/") {
            throw StoreError(
                .cannotCreate, path: path,
                "the address of an IIIF image must not end in a slash. Write \(identifier.dropLast()) instead.")
        }
    }

    /// A white tile in PNG format.
    private static func blankTile(side: Int) throws -> [UInt8] {
        var encoding = TileEncoding()
        encoding.format = .png
        let layout = PixelLayout(.gray)
        let encoder = try encoding.makeEncoder(for: layout)
        let white = [UInt8](repeating: 255, count: side)
        return try white.withUnsafeBytes { row in
            guard let base = row.baseAddress else { preconditionFailure("a tile has at least one pixel") }
            return try [UnsafeRawPointer](repeating: base, count: side).withUnsafeBufferPointer { rows in
                let pixels = TilePixels(size: PixelSize(width: side, height: side), layout: layout, rows: rows)
                var bytes: [UInt8] = []
                try encoder.encode(pixels) { span in bytes = span.withUnsafeBytes { Array($0) } }
                return bytes
            }
        }
    }
}
