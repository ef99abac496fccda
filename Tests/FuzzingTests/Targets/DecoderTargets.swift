import ImageCodecs
import ImageMetadata
import ImageSources
import TilePyramid

extension FuzzTarget {
    /// Whole images of every format, opened as `tilecut` and `tileview` do.
    static let foreign = [
        "jpeg", "png", "tiff", "webp", "gif", "jpeg2000", "avif", "jxl", "svg", "pdf",
    ].map { format in
        FuzzTarget(name: "decode-\(format)", longestInput: 1 << 14) { input, accept in
            var options = DecodeOptions()
            options.threads = 1
            options.dpi = 72
            options.allowTruncated = input.count % 2 == 0
            let source = try openImage(.bytes(input, name: "case"), options: options)
            guard source.info.size.isSmall else { return }
            accept()
            try source.readBands { _ in }
            try decodeTile(input) {}
        }
    }
}
