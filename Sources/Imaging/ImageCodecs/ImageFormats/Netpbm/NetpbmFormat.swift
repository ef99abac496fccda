internal import ImageMetadata

extension ImageFormat {
    /// The formats of Netpbm: PBM, PGM, PPM and PFM.
    static let netpbm = ImageFormat(
        name: "Netpbm", kind: "PPM", fileExtensions: ["ppm", "pgm", "pbm", "pnm", "pfm"],
        // Of those with more than 8 bits, as all programs write them: P5, P6, Pf and PF at the end of a line.
        signature: ImageSignature(
            BytePattern([0x50, 0x35, 0x0A]), BytePattern([0x50, 0x36, 0x0A]), BytePattern([0x50, 0x66, 0x0A]),
            BytePattern([0x50, 0x46, 0x0A])),
        vipsFormat: {
            var format = VipsFormat(name: "Netpbm", loader: "VipsForeignLoadPpmSource")
            format.readSamples = { samples, image, _, bytes, _ in
                if let maxval = NetpbmHeader.maxval(bytes), SampleFormat.isInteger(image.format) {
                    samples.full.high = Double(maxval)
                }
            }
            return format
        }(),
        storedSamples: { try $0.storedThroughVips() })
}
