internal import ImageMetadata
internal import ImageSources
internal import PixelKernels

/// An image source that leaves the orientation to its reader.
protocol DecodedImageSource: ImageSource {
    /// The orientation that makes the delivered rows upright.
    var orientation: Orientation { get }
}

/// An image source that can measure the values that become black and white where nothing else is asked for.
protocol RangedImageSource: ImageSource {
    /// The least and the greatest value of valid pixels; nil if they do not depend on the image.
    ///
    /// - Throws: ``CodecError`` when pixels cannot be read.
    func valueRange() throws -> FiniteRange?
}

extension DecodeOptions {
    /// The options with which a source delivers pixels as they are stored, for a ``ColorConvertedSource``.
    var stored: DecodeOptions {
        var options = self
        options.keepProfile = true
        options.depth = .sixteen
        options.alpha = .keep
        return options
    }
}
