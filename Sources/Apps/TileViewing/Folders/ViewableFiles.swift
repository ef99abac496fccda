internal import FilePyramids
internal import ImageCodecs
internal import TileStores

/// The file extensions by which a viewer finds files in folders; a file that the user names is recognized by its content.
public enum ViewableFiles {
    /// The file extensions of images, in lower case and without the dot.
    public static let imageExtensions = ImageFormats.standard.fileExtensions

    /// The file extensions of pyramids, in lower case and without the dot.
    ///
    /// Extensions that are common for other files, such as .zip and .xml, are left out.
    public static let pyramidExtensions = pyramidExtensions(in: .standard)

    /// The file extensions of images and pyramids, in lower case and without the dot.
    public static let extensions = pyramidExtensions + imageExtensions

    /// The file extensions of pyramids of some formats.
    static func pyramidExtensions(in formats: PyramidFormats) -> [String] {
        formats.all.filter { !$0.sharesExtensions }.flatMap(\.listedExtensions)
    }
}
