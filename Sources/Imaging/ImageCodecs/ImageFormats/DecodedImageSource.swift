internal import ImageMetadata
internal import ImageSources
internal import PixelKernels

/// An image source that leaves the orientation to its reader.
protocol DecodedImageSource: ImageSource {
    /// The orientation that makes the delivered rows upright.
    var orientation: Orientation { get }
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
