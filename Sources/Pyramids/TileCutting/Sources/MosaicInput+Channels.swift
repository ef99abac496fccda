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
    /// Without being asked for, their channels are not shown.
    ///
    /// - Throws: `CodecError` when an image has no such channels, or for a list of images, which chooses bands itself.
    package func channels(_ selection: ChannelSelection, _ options: DecodeOptions) throws -> RenderedChannels? {
        switch self {
        case .image(let image):
            return try RenderedChannels.find(in: image, selection, options: options)
        case .list:
            guard selection.isExplicit else { return nil }
            throw CodecError(
                .invalidRequest, file: name,
                "a list of images says itself which bands are shown. Leave the options for channels out.")
        case .images(let paths):
            guard selection.isExplicit else { return nil }
            guard !selection.isTerrain else {
                throw CodecError(
                    .invalidRequest, file: name,
                    "elevations of several images cannot be stored as numbers. Join them to one file first.")
            }
            return try common(paths, selection, options)
        }
    }

    private func common(
        _ paths: [String], _ selection: ChannelSelection, _ options: DecodeOptions
    ) throws -> RenderedChannels? {
        let count = min(paths.count, Self.measuredImageLimit)
        var found: RenderedChannels?
        for index in 0..<count {
            let path = paths[index * paths.count / count]
            guard let own = try RenderedChannels.find(in: .file(path), selection, options: options) else { continue }
            guard let other = found else {
                found = own
                continue
            }
            guard let rendering = other.rendering.union(own.rendering) else {
                throw CodecError(
                    .invalidRequest, file: path,
                    "its channels differ from those of \(paths[0]). Name them by numbers, or leave it out.")
            }
            found = RenderedChannels(description: other.description, rendering: rendering)
        }
        return found
    }
}
