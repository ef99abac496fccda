internal import FilePyramids
internal import Files
internal import ImageMetadata
internal import Mosaics
internal import TileContainers

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
        let opened: OpenedPyramid?
        do {
            opened = try await Pyramids.open(image, formats: request.output.formats)
        } catch let damage as StoreError where damage.code == .malformed && FileSystem.isFolder(image) {
            // A folder is not an image in any case: the pyramid in it, which is damaged, is what was meant.
            return damage
        } catch {
            return codecError
        }
        // A TIFF with smaller levels is an image all the same: its own error is the reason.
        guard let pyramid = opened, pyramid.format != .tiff else { return error }
        return CodecError(
            codecError.code, file: image,
            "this is a pyramid (\(pyramid.format.name)), not an image. Convert it instead: tilecut convert \(image.shellQuoted) "
                + "OUTPUT")
    }
}
