package import ChannelImages
package import ImageCodecs
internal import ImageMetadata
package import Mosaics

extension MosaicInput {
    /// The most images of a mosaic whose values are measured.
    private static let measuredImageLimit = 16

    /// Decides how the channels of the image, or of all images, are shown; nil if they are pictures.
    ///
    /// Joined images have common ranges: from the lowest to the highest of those of some images, which are spread over the list.
    /// Without being asked for, their channels are shown if those of each would be.
    ///
    /// - Throws: `CodecError` that names the image that has no such channels, or the list of images, which chooses bands itself.
    package func channels(_ selection: ChannelSelection, _ options: DecodeOptions) throws -> RenderedChannels? {
        switch self {
        case .image(let image):
            return try RenderedChannels.find(in: image, selection, options: options)
        case .list:
            guard selection.isExplicit else { return nil }
            guard !selection.isTerrain else { throw Self.unstorableElevations("a list of images", name) }
            throw CodecError(
                .invalidRequest, file: name,
                "a list of images says itself which bands are shown. Leave the options for channels out.")
        case .images(let paths):
            guard selection.isExplicit || Self.areShownByChannels(paths, options) else { return nil }
            guard !selection.isTerrain else { throw Self.unstorableElevations("several images", name) }
            return try common(paths, selection, options)
        }
    }

    /// The error for elevations of more than one file.
    private static func unstorableElevations(_ images: String, _ name: String) -> CodecError {
        CodecError(
            .invalidRequest, file: name,
            "elevations of \(images) cannot be stored as numbers. Join them to one file first, for example with GDAL: "
                + "gdalwarp FIRST.tif SECOND.tif ALL.tif")
    }

    /// Whether each of some images is shown by its channels without being asked for.
    private static func areShownByChannels(_ paths: [String], _ options: DecodeOptions) -> Bool {
        // What is wrong with a file is found when it is opened as a picture.
        paths.allSatisfy { (try? RenderedChannels.openUnasked(.file($0), options: options)) != nil }
    }

    private func common(
        _ paths: [String], _ selection: ChannelSelection, _ options: DecodeOptions
    ) throws -> RenderedChannels? {
        let count = min(paths.count, Self.measuredImageLimit)
        var found: RenderedChannels?
        for index in 0..<count {
            let path = paths[index * paths.count / count]
            let measured: RenderedChannels?
            do {
                measured = try RenderedChannels.find(in: .file(path), selection, options: options)
            } catch let error as CodecError {
                throw CodecError(error.code, file: name, "\(path): \(error.message)")
            }
            guard let own = measured else { continue }
            guard let other = found else {
                found = own
                continue
            }
            guard let rendering = other.rendering.union(own.rendering) else {
                throw CodecError(
                    .invalidRequest, file: name,
                    "\(path): its channels differ from those of \(paths[0]). Name them by numbers, or leave it out.")
            }
            let assumesPixelSize = other.assumesPixelSize || own.assumesPixelSize
            found = RenderedChannels(description: other.description, rendering: rendering)
            found?.assumesPixelSize = assumesPixelSize
        }
        return found
    }
}
