internal import ChannelImages
internal import ImageSources
internal import TilePyramid

/// Delivers the samples of an image as its file stores them, from top to bottom, without a conversion to colors.
protocol StoredSampleDecoder: Sendable {
    /// The form of the samples.
    var samples: StoredSamples { get }

    /// Decodes the image and lends rows of interleaved samples, from top to bottom, every row exactly once.
    ///
    /// - Throws: ``CodecError``, or what `body` throws.
    func decode(_ body: (PixelBand) throws -> Void) throws
}

/// The form of samples that a ``StoredSampleDecoder`` delivers.
struct StoredSamples: Hashable, Sendable {
    /// The size of the image.
    var size: PixelSize
    /// The type of samples.
    var type: SampleType
    /// The samples of a pixel, alpha included.
    var samplesPerPixel: Int
    /// The sample that is alpha, the last one if there is any.
    var alphaSample: Int?
    /// Whether alpha only marks valid pixels.
    var alphaIsValidity = false
    /// The number of bits that samples use; nil for all.
    var significantBits: Int?
    /// Whether the first three samples are red, green and blue.
    var isColorPicture = false
    /// Whether the decoder takes memory for the whole image.
    var isDecodedWhole = false
    /// Sentences about what is left out, or not used.
    var warnings: [String] = []

    /// The bytes of a row.
    // Sides, samples and bytes are limited: the product is far below 2^63.
    var rowBytes: Int { size.width * samplesPerPixel * type.byteCount }
}
