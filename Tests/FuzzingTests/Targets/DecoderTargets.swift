import ChannelImages
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
            // The samples of a TIFF are read by a path of their own, which accepts other files.
            let channels = Result { if format == "tiff" { try readChannels(input) } }
            guard let source = try openSmallImage(input) else { return try channels.get() }
            accept()
            try source.readBands { _ in }
            try decodeTile(input) {}
            try channels.get()
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

    /// The most planes of a level that are read.
    private static let planeLimit = 8

    /// Reads the first and the last row of each level of some planes, and their alpha.
    private static func readChannels(_ input: [UInt8]) throws {
        var options = DecodeOptions()
        options.threads = 2
        options.allowTruncated = input.count % 2 == 0
        guard let image = try openChannelImage(.bytes(input, name: "case"), options: options) else { return }
        let description = image.description
        for (level, size) in description.levels.enumerated() where size.isSmall {
            let count = min(planeLimit, max(description.channels.count, description.sectionCount))
            for index in 0..<count {
                let plane = ChannelPlane(
                    level: level, channel: min(index, description.channels.count - 1),
                    section: min(index, description.sectionCount - 1), time: description.timeCount - 1)
                var samples = [UInt8](repeating: 0, count: size.width * description.sampleType.byteCount)
                for y in [0, size.height - 1] {
                    let rect = PixelRect(x: 0, y: y, width: size.width, height: 1)
                    try samples.withUnsafeMutableBytes { try image.read(rect, of: plane, into: $0) }
                    guard image.alphaMeaning(ofLevel: level) != nil else { continue }
                    try samples.withUnsafeMutableBytes { try image.readAlpha(rect, of: plane, into: $0) }
                }
            }
        }
    }

    @Sendable private static func isImage(_ input: [UInt8]) -> Bool { (try? openSmallImage(input)) != nil }
}
