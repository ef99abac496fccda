internal import ImageMetadata
internal import TilePyramid

/// Upper estimates of the processor time that decoders take, which decide where a tile is decoded.
enum DecodingCost {
    /// The processor time up to which a tile is decoded in the program's own process, in seconds: a small part of what an
    /// answer may take, because nothing interrupts it.
    static let ownProcessSeconds = 0.25

    /// The nanoseconds for a pixel: of a JPEG, and of each of its scans; of JPEG 2000; of TIFFs in any other compression.
    static let jpegPixel = 25.0, jpegScanPixel = 15.0, jpeg2000Pixel = 1500.0, tiffPixel = 100.0
    /// The nanoseconds for a scan, whatever the pixels.
    private static let jpegScan = 20_000.0
    private static let pngPixel = 80.0, webPPixel = 100.0, ktx2Pixel = 10.0

    /// The most processor time that decoding a tile takes, in seconds; infinite for formats that are not known to the header's
    /// reader, and for damaged headers.
    static func seconds(of tile: [UInt8]) -> Double {
        guard let header = ImageHeader(tile) else { return .infinity }
        let pixels = Double(header.size.width) * Double(header.size.height)
        let nanoseconds =
            switch header.format {
            case .jpeg: jpeg(tile, pixels: pixels)
            case .png: pixels * pngPixel
            case .webP: pixels * webPPixel
            case .tiff: Double.infinity
            case .jpeg2000: pixels * jpeg2000Pixel
            case .ktx2: pixels * ktx2Pixel
            }
        return nanoseconds * 1e-9
    }

    private static func jpeg(_ tile: [UInt8], pixels: Double) -> Double {
        // Every pair of these bytes counts, also those that are data of another segment.
        let scans = tile.withUnsafeBufferPointer { bytes in
            zip(bytes, bytes.dropFirst()).reduce(0) { $0 + ($1 == (0xFF, 0xDA) ? 1 : 0) }
        }
        // A sequential JPEG has at most a scan for each component.
        let most = Double(max(1, scans))
        return pixels * (jpegPixel + (most > 4 ? most * jpegScanPixel : 0)) + most * jpegScan
    }
}
