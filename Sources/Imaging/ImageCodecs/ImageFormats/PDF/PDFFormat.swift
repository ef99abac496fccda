internal import CVips
internal import ImageMetadata

extension ImageFormat {
    /// PDF, rendered by Poppler; a page has a size in inches of paper, which is printed and scanned at 300 dots per inch.
    static let pdf = ImageFormat(
        name: "PDF", kind: "PDF", fileExtensions: ["pdf"], mediaType: "application/pdf",
        traits: .vector(resolution: PDFFormat.resolution),
        vipsFormat: {
            var format = VipsFormat(name: "PDF", loader: "VipsForeignLoadPdfSource")
            format.optionalSignature = ImageSignature(BytePattern("%PDF-"))
            format.pages = .counted
            // A page is opaque paper.
            format.isOpaque = true
            format.load = {
                tk_vips_load_pdf(
                    vips, $0.name, $0.source, &$1, $0.failOn, Int32($0.page ?? 0), $0.dpi ?? PDFFormat.resolution)
            }
            return format
        }())
}

private enum PDFFormat {
    static let resolution = 300.0
}
