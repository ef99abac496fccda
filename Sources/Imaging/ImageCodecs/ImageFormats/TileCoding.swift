internal import ImageMetadata
internal import ImageSources
internal import PixelKernels
package import TilePyramid

/// The use of a format for tiles: by default one that is read through libvips.
package struct TileCoding: Sendable {
    /// Makes a decoder of tiles for the screen.
    typealias DecoderMaker = @Sendable (SRGBProfileCache) -> any TileFormatDecoder
    /// Opens a tile as an image, upright or not, or returns nil to leave it to libvips.
    typealias Opener = @Sendable (ImageOpening) throws -> (any ImageSource)?
    /// Makes an encoder of tiles, or throws if the format cannot store such pixels.
    typealias EncoderMaker = @Sendable (TileEncoding, PixelLayout) throws -> any TileEncoder

    /// The format of tiles on disk; nil for formats in which none are written.
    package var format: TileFormat?
    /// The bytes by which tiles on disk are recognized, damaged ones too; nil for those of the format.
    var signature: ImageSignature?
    /// The format of a tile that has lost its alpha, which is a part of its own at the end; nil where it is no such part.
    package var formatWithoutAlpha: TileFormat?
    /// The media types by which services name tiles that are read; nil for the one of the format.
    var servedTypes: [String]?
    /// Whether tiles have exactly the pixels that are encoded, at a quality.
    package var isLossless: @Sendable (_ quality: Int) -> Bool = { _ in false }
    /// The bytes of a pixel of a typical photograph, by the number of its samples and the quality.
    package var typicalPixelBytes: @Sendable (_ samples: Double, _ quality: Double) -> Double = { samples, _ in samples
    }
    /// Whether tiles can have 16 bits per sample.
    var storesSixteenBits = false
    /// The most processor time for decoding a tile of a number of pixels, in nanoseconds.
    var nanoseconds: @Sendable (_ tile: [UInt8], _ pixels: Double) -> Double = { _, _ in .infinity }
    /// Makes a decoder that is faster than decoding tiles as images; nil if there is none.
    var makeDecoder: DecoderMaker?
    /// Makes an encoder; nil if tiles are only read.
    var makeEncoder: EncoderMaker?
    /// Opens a tile as an image; nil for libvips.
    var open: Opener?
}
