import ImageCodecs
import ImageMetadata
import ImageSources
import PixelKernels
import SyntheticImages
import TilePyramid

extension TerrainImage {
    /// Returns all pixels, painted by one painter in bands of `bandHeight` rows, in the order that `order` returns.
    func bytes(bandHeight: Int = 1 << 20, order: ([Range<Int>]) -> [Range<Int>] = { $0 }) -> [UInt8] {
        let stride = size.width * layout.bytesPerPixel
        var bytes = [UInt8](repeating: 0, count: stride * size.height)
        let painter = TerrainPainter(self)
        let bands = Swift.stride(from: 0, to: size.height, by: bandHeight).map {
            $0..<min($0 + bandHeight, size.height)
        }
        bytes.withUnsafeMutableBytes { buffer in
            guard let base = buffer.baseAddress else { return }
            for band in order(bands) {
                painter.paint(band, into: base + band.lowerBound * stride, stride: stride)
            }
        }
        return bytes
    }
}

/// Returns the 64-bit FNV-1a hash of bytes.
func fingerprint(_ bytes: [UInt8]) -> UInt64 {
    bytes.reduce(0xCBF2_9CE4_8422_2325) { ($0 ^ UInt64($1)) &* 0x100_0000_01B3 }
}

/// Returns the decoded pixels of an image file.
func decoded(_ path: String) throws -> (size: PixelSize, layout: PixelLayout, bytes: [UInt8]) {
    let source = try openImage(.file(path))
    let rowBytes = source.info.size.width * source.info.layout.bytesPerPixel
    var bytes: [UInt8] = []
    try source.readBands { band in
        for row in band.rows {
            bytes.append(contentsOf: UnsafeRawBufferPointer(start: band.row(row), count: rowBytes))
        }
    }
    return (source.info.size, source.info.layout, bytes)
}
