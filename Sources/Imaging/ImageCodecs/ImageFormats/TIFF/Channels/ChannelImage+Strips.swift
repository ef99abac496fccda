package import ChannelImages

extension ChannelImage {
    /// Whether reading a part of the image decodes what is stored before it: the image is a TIFF of large strips.
    package var holdsLargeStrips: Bool {
        (self as? TIFFChannelImage)?.levels.contains(where: \.page.holdsLargeStrips) ?? false
    }
}
