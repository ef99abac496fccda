internal import TilePyramid

/// Upper estimates of the processor time that decoders take, which decide where a tile is decoded.
enum DecodingCost {
    /// The processor time up to which a tile is decoded in the program's own process, in seconds: a small part of what an
    /// answer may take, because nothing interrupts it.
    static let ownProcessSeconds = 0.25

    /// The most processor time that decoding a tile takes, in seconds; infinite for formats whose size takes a decoder, and
    /// for damaged headers.
    static func seconds(of tile: [UInt8]) -> Double {
        guard let (format, size) = ImageFormats.standard.header(of: tile), let tiles = format.tiles else {
            return .infinity
        }
        return tiles.nanoseconds(tile, Double(size.width) * Double(size.height)) * 1e-9
    }
}
