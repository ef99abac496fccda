internal import ImageMetadata

extension ImageFormat {
    /// The slides of microscopes that OpenSlide reads.
    package static let slide = ImageFormat(
        name: "slide", kind: "a slide", fileExtensions: ["svs", "ndpi", "scn", "mrxs", "vms", "vmu", "bif"],
        vipsFormat: VipsFormat(name: "slide", loader: "VipsForeignLoadOpenslideSource"))
}
