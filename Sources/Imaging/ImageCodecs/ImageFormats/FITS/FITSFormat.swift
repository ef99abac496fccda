internal import ImageMetadata

extension ImageFormat {
    /// FITS, of astronomy.
    static let fits = ImageFormat(
        name: "FITS", kind: "FITS", fileExtensions: ["fits"],
        vipsFormat: VipsFormat(name: "FITS", loader: "VipsForeignLoadFitsSource"))
}
