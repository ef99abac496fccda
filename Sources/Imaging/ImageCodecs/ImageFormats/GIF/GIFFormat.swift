internal import ImageMetadata
internal import ImageSources
internal import TilePyramid

extension ImageFormat {
    /// GIF, with pixels that no frame covers transparent.
    static let gif = ImageFormat(
        name: "GIF", kind: "GIF", fileExtensions: ["gif"], mediaType: "image/gif",
        traits: .whole(embedsProfiles: false), tiles: TileCoding(),
        vipsFormat: {
            var format = VipsFormat(name: "GIF", loader: "VipsForeignLoadNsgifSource")
            format.pages = .counted
            format.load = VipsLoad.page
            format.loggedDamage = .whenLenient
            format.complete = { try GIFTransparency.addingAlpha(to: $0, page: $1, $2, file: $3) }
            return format
        }())
}
