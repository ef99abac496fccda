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

    /// The file extensions of images of many channels that are none of ``imageExtensions``.
    static let zarrExtensions = ["ozx"]
    /// The end of the names of archives of OME-Zarr, whose extension is that of all archives.
    static let zarrArchive = ".zarr.zip"

    /// The file extensions of images and pyramids, in lower case and without the dot.
    public static let extensions = pyramidExtensions + zarrExtensions + imageExtensions

    /// The file extensions of pyramids of some formats.
    static func pyramidExtensions(in formats: PyramidFormats) -> [String] {
        formats.all.filter { !$0.sharesExtensions }.flatMap(\.listedExtensions)
    }
}
