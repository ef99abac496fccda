internal import Compression
internal import ImageMetadata
internal import PixelKernels
internal import TilePyramid

/// The framing of PNG files (PNG specification, third edition, sections 5 and 11).
enum PNGChunks {
    /// Makes a complete chunk: length, type, data, checksum.
    static func chunk(_ type: StaticString, _ data: [UInt8]) -> [UInt8] {
        var bytes = [UInt8](repeating: 0, count: PNGHeader.chunkOverhead + data.count)
        bytes.withUnsafeMutableBytes { buffer in
            UnsafeMutableRawBufferPointer(rebasing: buffer[8..<8 + data.count]).copyBytes(from: data)
            finishChunk(buffer, type: type)
        }
        return bytes
    }

    /// Writes length, type and checksum around data that is already in place.
    static func finishChunk(_ chunk: UnsafeMutableRawBufferPointer, type: StaticString) {
        let length = chunk.count - PNGHeader.chunkOverhead
        chunk.storeBytes(of: UInt32(length).bigEndian, as: UInt32.self)
        UnsafeMutableRawBufferPointer(rebasing: chunk[4..<8])
            .copyMemory(from: UnsafeRawBufferPointer(start: type.utf8Start, count: 4))
        let checksum = DeflateCodec.crc32(
            UnsafeRawBufferPointer(rebasing: UnsafeRawBufferPointer(chunk)[4..<8 + length]))
        chunk.storeBytes(of: checksum.bigEndian, toByteOffset: 8 + length, as: UInt32.self)
    }

    /// Makes the IHDR chunk: size, bit depth and color type, not interlaced.
    static func header(size: PixelSize, layout: PixelLayout) -> [UInt8] {
        let colorType: UInt8 =
            switch layout.channels {
            case .gray: 0
            case .rgb: 2
            case .grayAlpha: 4
            case .rgba: 6
            }
        let sides = [size.width, size.height].flatMap { side in
            (0..<4).map { UInt8(truncatingIfNeeded: side >> (24 - 8 * $0)) }
        }
        return chunk("IHDR", sides + [UInt8(layout.depth.rawValue), colorType, 0, 0, 0])
    }

    /// Makes the `iCCP` and `eXIf` chunks; empty without profile and EXIF.
    ///
    /// Without a profile no color space is declared: readers assume sRGB, and a chunk would add bytes to every tile.
    ///
    /// - Returns: nil when there is no memory to compress the profile.
    static func metadata(profile: [UInt8]?, exif: [UInt8]?) -> [UInt8]? {
        var bytes: [UInt8] = []
        if let profile {
            guard let compressed = zlib(profile) else { return nil }
            // The profile's name, which readers ignore, a zero byte, and the compression method, 0 for deflate.
            bytes += chunk("iCCP", Array("ICC profile".utf8) + [0, 0] + compressed)
        }
        if let exif {
            bytes += chunk("eXIf", exif)
        }
        return bytes
    }

    private static func zlib(_ bytes: [UInt8]) -> [UInt8]? {
        guard let compressor = ZlibCompressor(level: 9) else { return nil }
        return [UInt8](unsafeUninitializedCapacity: compressor.bound(bytes.count)) { buffer, count in
            count = bytes.withUnsafeBytes { compressor.compress($0, into: UnsafeMutableRawBufferPointer(buffer)) }
        }
    }
}
