internal import ImageMetadata

extension ImageFormat {
    /// The slides of microscopes that OpenSlide reads.
    package static let slide = ImageFormat(
        name: "slide", kind: "a slide", fileExtensions: ["svs", "ndpi", "scn", "mrxs", "vms", "vmu", "bif"],
        mediaTypes: ["svs": "image/tiff", "ndpi": "image/tiff"],
        vipsFormat: VipsFormat(name: "slide", loader: "VipsForeignLoadOpenslideSource"))
}
