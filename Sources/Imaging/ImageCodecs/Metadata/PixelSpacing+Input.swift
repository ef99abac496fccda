internal import ChannelImages
internal import ImageMetadata

extension ChannelImageDescription.PixelSpacing {
    /// The physical size of the pixels of what an image shows; nil if its file states none.
    ///
    /// The size on paper is not used.
    static func stated(by input: ImageInput, page: Int) -> ChannelImageDescription.PixelSpacing? {
        guard let found = (try? PixelPitch.resolution(of: input, page: page)) ?? nil, found.isPhysical else {
            return nil
        }
        let micrometers = found.millimetersPerPixel * 1000
        return ChannelImageDescription.PixelSpacing(x: micrometers, y: micrometers)
    }
}
