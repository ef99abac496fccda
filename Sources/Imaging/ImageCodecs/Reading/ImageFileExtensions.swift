/// The file extensions of images, used to find them in folders; the content decides for a file that is named.
package enum ImageFileExtensions {
    /// The file extensions of readable images, in lower case and without the dot.
    package static let readable = [
        "jpg", "jpeg", "jpe", "jfif", "png", "tif", "tiff", "btf", "tf8", "webp", "jp2", "j2k", "j2c", "jpc", "jpx",
        "jph", "jhc", "heic", "heif", "hif", "avif", "jxl", "gif", "svg", "svgz", "pdf", "ppm", "pgm", "pbm", "pnm",
        "pfm", "hdr", "fits", "svs", "ndpi", "scn", "mrxs", "vms", "vmu", "bif",
    ]
}
