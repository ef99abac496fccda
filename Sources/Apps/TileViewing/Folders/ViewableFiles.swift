/// The file extensions by which a viewer finds files in folders; a file that is named is recognized by its content.
public enum ViewableFiles {
    /// The file extensions of images, in lower case and without the dot.
    public static let imageExtensions = [
        "jpg", "jpeg", "jpe", "jfif", "png", "tif", "tiff", "btf", "tf8", "webp", "jp2", "j2k", "j2c", "jpc", "jpx",
        "jph",
        "jhc", "heic", "heif", "hif", "avif", "jxl", "gif", "svg", "svgz", "pdf", "ppm", "pgm", "pbm", "pnm", "pfm",
        "hdr",
        "fits", "svs", "ndpi", "scn", "mrxs", "vms", "vmu", "bif",
    ]

    /// The file extensions of pyramids, in lower case and without the dot.
    ///
    /// Those that most files of other kinds have, such as .zip and .xml, are left out.
    public static let pyramidExtensions = ["dzi", "szi", "pmtiles", "mbtiles"]

    /// The file extensions of images and pyramids, in lower case and without the dot.
    public static let extensions = pyramidExtensions + imageExtensions
}
