internal import ImageMetadata
internal import ImageSources

extension OpenedImage {
    /// Opens what a decoder process is asked for, by a path.
    ///
    /// - Throws: ``CodecError``.
    init(_ request: DecoderRequest, path: String) throws {
        if let whole = request.whole {
            let image = try openImage(.file(path), options: request.options, scale: whole.scale)
            self.init(image, orientation: .upright)
        } else {
            let opening = try ImageOpening(.file(path), options: request.options, formats: .standard)
            self = try opening.open(opening.formats.formats(of: opening.bytes))
        }
    }
}
