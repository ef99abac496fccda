package import ChannelImages
package import Georeferencing
package import ImageCodecs
package import ImageMetadata
package import ImageSources
internal import PixelKernels
internal import TilePyramid

/// An image of many channels that is none of the files that decoders read, such as a group of arrays in OME-Zarr.
///
/// It is cut by its channels, also where nothing is asked for.
package struct ChannelImageInput: Sendable {
    /// The image.
    package let image: any ChannelImage
    /// The name in messages.
    package let name: String
    /// The name of the format, such as "OME-Zarr".
    package let container: String
    /// Identifies the image; an interrupted run is only resumed while it is unchanged.
    package let identity: String
    /// The position of the pixels on the Earth; nil if the file states none.
    package let georeference: RasterGeoreference?

    /// Creates an input.
    package init(
        _ image: any ChannelImage, name: String, container: String, identity: String,
        georeference: RasterGeoreference? = nil
    ) {
        self.image = image
        self.name = name
        self.container = container
        self.identity = identity
        self.georeference = georeference
    }

    /// The error for a page of a format without pages.
    package static func pageError(file: String, container: String) -> CodecError {
        CodecError(
            .invalidRequest, file: file,
            "\(container) has no pages. Choose what is shown by section and time.")
    }

    /// Opens the rendering that the options have.
    ///
    /// - Throws: `CodecError` when samples cannot be read.
    package func open(_ options: DecodeOptions) throws -> any ImageSource {
        guard let rendering = options.rendering else {
            throw CodecError(.unsupported, file: name, "its channels cannot be shown.")
        }
        return try openRendered(image, rendering, name: name, container: container, options: options)
    }

    /// Decides how the channels are shown.
    ///
    /// - Throws: `CodecError` when the image has no channels that are asked for, or cannot be read.
    package func channels(_ selection: ChannelSelection, _ options: DecodeOptions) throws -> RenderedChannels {
        guard options.page == 1 else { throw Self.pageError(file: name, container: container) }
        guard options.depth == .eight else {
            throw CodecError(
                .invalidRequest, file: name,
                "channels are shown in colors of 8 bits, and cannot keep 16. Leave the depth out.")
        }
        try options.limits.check(pixels: image.description.size.area, file: name)
        let rendering = try selection.rendering(of: image, file: name, threads: options.threads)
        return RenderedChannels(description: image.description, rendering: rendering).lit(at: georeference)
    }
}

extension ImageProvider {
    /// Provides the rendering of an image of many channels.
    init(_ input: ChannelImageInput) {
        self.init(
            name: input.name, identity: { input.identity }, contentIdentity: { input.identity },
            channels: { try input.channels($0, $1) }, open: { try input.open($0) })
    }
}
