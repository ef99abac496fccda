package import ImageMetadata
internal import ImageSources
internal import PixelKernels

/// Finds the values that become black and white in an image with its own range (``/ImageSources/ImageInfo/hasOwnRange``).
///
/// Reads all pixels of a floating-point image whose file declares no range.
///
/// - Parameters:
///   - input: the image.
///   - options: the options of reading; the range is automatic.
/// - Returns: the least and the greatest value of valid pixels; nil if they are the limits of the sample type, or if no pixel
///   is valid.
/// - Throws: ``CodecError`` when the image cannot be read.
package func ownRange(of input: ImageInput, options: DecodeOptions) throws -> ClosedRange<Double>? {
    var options = options
    options.commonRange = nil
    let isTIFF = ImageHeader.Format(try ImageBytes(input).read(at: 0, count: ImageHeader.Format.magicBytes)) == .tiff
    var range: FiniteRange?
    if isTIFF,
        let tiff = try TIFFImageSource.open(input, options: options)
            ?? TIFFImageSource.open(input, options: options.stored)
    {
        range = try tiff.valueRange()
    } else if let source = try OpenedImage(input, options: options).source as? VipsImageSource {
        range = try source.valueRange()
    }
    return range.flatMap { $0.least <= $0.greatest ? $0.least...$0.greatest : nil }
}
