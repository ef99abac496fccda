internal import ImageMetadata
public import ImageSources
public import PixelKernels
internal import TilePyramid

extension TileEncoding {
    /// Makes an encoder for tiles of the given layout; each worker makes its own.
    ///
    /// - Throws: ``CodecError`` with code ``CodecError/Code/encoding`` when the format cannot store such pixels or the
    ///   library lacks an encoder for it.
    public func makeEncoder(for layout: PixelLayout) throws -> any TileEncoder {
        try makeEncoder(for: layout, formats: .standard)
    }

    /// Makes an encoder with one of some formats.
    func makeEncoder(for layout: PixelLayout, formats: ImageFormats) throws -> any TileEncoder {
        let tiles = formats.tiles(format)
        guard layout.depth == .eight || tiles?.storesSixteenBits ?? false else {
            throw CodecError(
                .encoding, file: "tile", "only PNG stores 16 bits per sample. Choose PNG, or a depth of 8.")
        }
        if let nodata, layout.channels.hasAlpha {
            return try NodataTileEncoder(value: nodata, encoding: self, layout: layout)
        }
        if mixesFormats, format == .png, layout.depth == .eight {
            return layout.channels.hasAlpha
                ? try MixedTileEncoder(encoding: self, layout: layout)
                : try JPEGTileEncoder(encoding: self, layout: layout)
        }
        guard let makeEncoder = tiles?.makeEncoder else {
            throw CodecError(
                .encoding, file: "tile", "tiles cannot be written as \(format.rawValue). Choose another format.")
        }
        return try makeEncoder(self, layout)
    }
}
