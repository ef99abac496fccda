import ImageCodecs
import ImageMetadata
import ImageSources
import PixelKernels
import TilePyramid

@testable import ImageCodecs

extension FuzzTarget {
    /// Images whose containers are parsed here and whose pixels are decompressed by a library.
    static let tileImages = [
        FuzzTarget(name: "png", repair: Checksums.repairPNG, hasHeader: isSmallImage) { input, accept in
            if isSmallImage(input) { accept() }
            try decodeTile(input) {}
        },
        FuzzTarget(name: "png-image", longestInput: 8192, repair: Checksums.repairPNG, hasHeader: isSmallImage) {
            input, accept in
            var options = DecodeOptions()
            (options.keepProfile, options.allowTruncated) = (true, input.count % 2 == 0)
            (options.depth, options.threads) = (input.count % 3 == 0 ? .sixteen : .eight, 1 + input.count % 5 / 4)
            if input.count % 7 == 0 { options.alpha = .flatten(.white) }
            let source = try PNGImageSource.open(.bytes(input, name: "case"), options: options)
            guard let source, source.info.size.isSmall else { return }
            accept()
            try source.readBands { _ in }
        },
        FuzzTarget(name: "tiff-image", longestInput: 8192, hasHeader: isSmallImage) { input, accept in
            for allowTruncated in [false, true] {
                var options = DecodeOptions()
                options.allowTruncated = allowTruncated
                options.threads = 1
                let source = try TIFFImageSource.open(.bytes(input, name: "case"), options: options)
                guard let source, source.info.size.isSmall else { return }
                accept()
                if (source as any ImageSource) is any PassthroughTileSource, input.count % 2 == 0 {
                    try PassthroughSink.read(source, encoding: TileEncoding(), threads: 1)
                } else {
                    try source.readBands { _ in }
                }
            }
        },
    ]

    /// Decodes a tile to pixels, as the viewer does.
    static func decodeTile(_ input: [UInt8], _ accept: () -> Void) throws {
        let decoder = TileDecoder()
        decoder.pixelLimit = 1 << 18
        try decoder.decode(input, name: "case") { tile in
            accept()
            let pixels = UnsafeMutableBufferPointer<UInt32>.allocate(capacity: tile.size.area)
            defer { pixels.deallocate() }
            _ = try tile.write(to: pixels)
        }
    }
}
