internal import ImageMetadata

extension ImageFormat {
    /// FITS, of astronomy.
    static let fits = ImageFormat(
        name: "FITS", kind: "FITS", fileExtensions: ["fits"],
        // SIMPLE, two spaces and an equals sign begin the header.
        signature: ImageSignature(BytePattern([0x53, 0x49, 0x4D, 0x50, 0x4C, 0x45, 0x20, 0x20, 0x3D])),
        vipsFormat: VipsFormat(name: "FITS", loader: "VipsForeignLoadFitsSource"),
        storedSamples: { try $0.storedThroughVips() })
}
