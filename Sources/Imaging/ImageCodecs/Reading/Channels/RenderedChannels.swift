package import ChannelImages
package import Georeferencing
package import ImageMetadata
internal import ImageSources
internal import PixelKernels
package import TilePyramid

/// An image of many channels, and the way in which they become colors.
package struct RenderedChannels: Hashable, Sendable {
    /// The statements of the file about the image.
    package let description: ChannelImageDescription
    /// The channels that are shown, with their ranges and colors in numbers.
    package let rendering: ChannelRendering
    /// Whether elevations are shown as light and shade although the size of a pixel is not known.
    package var assumesPixelSize = false

    /// Creates a value from its parts.
    package init(description: ChannelImageDescription, rendering: ChannelRendering) {
        self.description = description
        self.rendering = rendering
    }

    /// Decides how an image is shown, and measures the ranges that depend on its values.
    ///
    /// Where nothing but a range is asked for, only a TIFF of several channels is shown by them whose pixels are not stored as
    /// colors: as one picture it would lose channels.
    ///
    /// - Parameters:
    ///   - input: the image.
    ///   - selection: what is asked for.
    ///   - options: how the image is read.
    /// - Returns: nil if the image is opened as one picture.
    /// - Throws: ``CodecError`` when the image has no such channels, or cannot be read.
    package static func find(
        in input: ImageInput, _ selection: ChannelSelection, options: DecodeOptions
    ) throws -> RenderedChannels? {
        guard let image = try selection.isExplicit ? open(input, options) : openUnasked(input, options: options) else {
            return nil
        }
        let description = image.description
        let found = RenderedChannels(
            description: description,
            rendering: try selection.rendering(of: image, file: input.name, threads: options.threads))
        guard case .hillshade = found.rendering.mode else { return found }
        return found.lit(at: (try? StatedGeoreference.read(input, page: options.page))?.georeference)
    }

    /// Returns the channels with the size of pixels on the ground, which hillshading needs.
    ///
    /// - Parameter place: the position of the image; nil, or one without such a size, leaves pixels as wide as a unit of elevations.
    /// - Returns: the channels in that light.
    package func lit(at place: RasterGeoreference?) -> RenderedChannels {
        guard case .hillshade(let channel, var light) = rendering.mode else { return self }
        guard let size = place?.groundSize(of: description.size) else {
            var found = self
            found.assumesPixelSize = light.pixelWidth == 1 && light.pixelHeight == 1
            return found
        }
        light.pixelWidth = size.width
        light.pixelHeight = size.height
        var placed = rendering
        placed.mode = .hillshade(channel: channel, light)
        return RenderedChannels(description: description, rendering: placed)
    }

    private static func open(_ input: ImageInput, _ options: DecodeOptions) throws -> any ChannelImage {
        guard let image = try openChannelImage(input, options: options) else { throw CodecError.noChannels(input.name) }
        return image
    }

    /// The size of a pixel of an image on the ground in meters; nil where the place is not known.
    package static func groundSize(
        of input: ImageInput, _ size: PixelSize, page: Int = 1
    ) -> (width: Double, height: Double)? {
        (try? StatedGeoreference.read(input, page: page))?.georeference.groundSize(of: size)
    }
}
