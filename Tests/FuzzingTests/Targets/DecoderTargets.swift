import ImageCodecs
import ImageMetadata
import ImageSources
import TilePyramid

extension FuzzTarget {
    /// Whole images of every format, opened as `tilecut` and `tileview` do.
    static let foreign = [
        "jpeg", "png", "tiff", "webp", "gif", "jpeg2000", "avif", "jxl", "svg", "pdf", "jpng", "ktx2",
    ].map(decoder(of:))

    private static func decoder(of format: String) -> FuzzTarget {
        var target = FuzzTarget(
            name: "decode-\(format)", longestInput: 1 << 14, testCount: 30, hasHeader: isImage
        ) { input, accept in
            guard let source = try openSmallImage(input) else { return }
            accept()
            try source.readBands { _ in }
            try decodeTile(input) {}
        }
        if format == "png" { target.repair = Checksums.repairPNG }
        return target
    }

    /// Opens an image; `nil` if it is too large for a case.
    private static func openSmallImage(_ input: [UInt8]) throws -> (any ImageSource)? {
        var options = DecodeOptions()
        options.threads = 1
        options.dpi = 72
        options.allowTruncated = input.count % 2 == 0
        let source = try openImage(.bytes(input, name: "case"), options: options)
        return source.info.size.isSmall ? source : nil
    }

    @Sendable private static func isImage(_ input: [UInt8]) -> Bool { (try? openSmallImage(input)) != nil }
}
