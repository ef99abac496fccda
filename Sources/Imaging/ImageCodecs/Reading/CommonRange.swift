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
    let opening = try ImageOpening(input, options: options, formats: .standard)
    let formats = opening.formats.formats(of: opening.bytes)
    let source =
        if let openStored = formats.first?.openForRange { try openStored(opening) } else {
            try opening.open(formats).source
        }
    let range = try (source as? any RangedImageSource)?.valueRange()
    return range.flatMap { $0.least <= $0.greatest ? $0.least...$0.greatest : nil }
}
