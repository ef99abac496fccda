/// The file extensions by which images are found in folders; a file that is named is recognized by its content.
package enum ImageFileExtensions {
    /// The file extensions of images that can be read, in lower case and without the dot.
    package static let readable = [
        "jpg", "jpeg", "jpe", "jfif", "png", "tif", "tiff", "btf", "tf8", "webp", "jp2", "j2k", "j2c", "jpc", "jpx",
        "jph", "jhc", "heic", "heif", "hif", "avif", "jxl", "gif", "svg", "svgz", "pdf", "ppm", "pgm", "pbm", "pnm",
        "pfm", "hdr", "fits", "svs", "ndpi", "scn", "mrxs", "vms", "vmu", "bif",
    ]
}
