internal import ImageMetadata

extension ImageFormat {
    /// Radiance HDR, in linear light.
    static let radiance = ImageFormat(
        name: "Radiance HDR", kind: "Radiance HDR", fileExtensions: ["hdr"],
        vipsFormat: {
            var format = VipsFormat(name: "Radiance HDR", loader: "VipsForeignLoadRadSource")
            format.isLinearLight = true
            format.readSamples = SampleFormat.declareFullRange
            return format
        }())
}
