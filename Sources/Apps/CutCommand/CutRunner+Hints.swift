internal import FilePyramids
internal import ImageMetadata
internal import Mosaics

extension CutRunner {
    /// Returns the error of an image that could not be cut; for a pyramid or a list, one that names the command for it.
    ///
    /// Only failures are looked at twice, so that cutting images costs nothing more.
    func explained(_ error: any Error, of job: CutJob) async -> any Error {
        let image = job.image
        guard let codecError = error as? CodecError, image != "-", !job.isMosaic,
            [.unreadable, .unsupported, .damaged].contains(codecError.code)
        else { return error }
        if !job.isList, !MosaicList.isNamed(image), MosaicList.isContent(of: image) {
            return CodecError(
                codecError.code, file: image,
                "this is a list of images by its content, but not by its name. If you trust it, cut what it names: tilecut "
                    + "--mosaic-list \(image)")
        }
        guard
            let pyramid = try? await Pyramids.open(image, formats: request.output.formats),
            // A TIFF with smaller levels is an image all the same: its own error is the reason.
            pyramid.format != .tiff
        else { return error }
        return CodecError(
            codecError.code, file: image,
            "this is a pyramid (\(pyramid.format.name)), not an image. Convert it instead: tilecut convert \(image) "
                + "OUTPUT")
    }
}
