import ImageCodecs
import ImageMetadata
import ImageSources
import PixelKernels
import TestSupport
import Testing
import TilePyramid

/// A JPEG made in memory: a smooth image with a little texture, at the best quality.
enum TestJPEG {
    /// Returns the bytes of an image of this size, with this EXIF block.
    static func make(
        width: Int, height: Int, chroma: TileEncoding.ChromaSubsampling = .full, exif: [UInt8]? = nil
    ) throws -> [UInt8] {
        var encoding = TileEncoding()
        encoding.exif = exif
        encoding.quality = 100
        encoding.chroma = chroma
        var samples: [UInt8] = []
        for y in 0..<height {
            for x in 0..<width {
                samples.append(UInt8(x * 255 / width))
                samples.append(UInt8(y * 255 / height))
                samples.append(UInt8((x + y) * 3 % 64 + 90))
            }
        }
        return try encode(samples, width: width, height: height, encoding: encoding)
    }

    private static func encode(
        _ samples: [UInt8], width: Int, height: Int, encoding: TileEncoding
    ) throws -> [UInt8] {
        let encoder = try encoding.makeEncoder(for: PixelLayout(.rgb))
        var jpeg: [UInt8] = []
        try samples.withUnsafeBytes { samples in
            let base = try #require(samples.baseAddress)
            let rows = (0..<height).map { UnsafeRawPointer(base + $0 * width * 3) }
            try rows.withUnsafeBufferPointer { rows in
                try encoder.encode(
                    TilePixels(
                        size: PixelSize(width: width, height: height), layout: PixelLayout(.rgb), rows: rows)
                ) { bytes in jpeg = bytes.withUnsafeBytes { Array($0) } }
            }
        }
        return jpeg
    }

    /// Decodes an image to its size and its samples.
    static func decode(_ bytes: [UInt8]) throws -> (size: PixelSize, samples: [UInt8]) {
        let source = try openImage(.bytes(bytes, name: "tile"))
        let rowBytes = source.info.size.width * source.info.layout.bytesPerPixel
        var samples: [UInt8] = []
        try source.readBands { band in
            for y in band.rows {
                samples.append(contentsOf: UnsafeRawBufferPointer(start: band.row(y), count: rowBytes))
            }
        }
        return (source.info.size, samples)
    }
}
