internal import ImageMetadata

extension ImageFormat {
    /// The formats of Netpbm: PBM, PGM, PPM and PFM.
    static let netpbm = ImageFormat(
        name: "Netpbm", kind: "PPM", fileExtensions: ["ppm", "pgm", "pbm", "pnm", "pfm"],
        vipsFormat: {
            var format = VipsFormat(name: "Netpbm", loader: "VipsForeignLoadPpmSource")
            format.readSamples = { samples, image, _, bytes, _ in
                if let maxval = NetpbmHeader.maxval(bytes), SampleFormat.isInteger(image.format) {
                    samples.full.high = Double(maxval)
                }
            }
            return format
        }())
}
