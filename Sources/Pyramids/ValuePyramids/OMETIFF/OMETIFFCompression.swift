internal import ChannelImages
internal import Compression
internal import ImageMetadata
internal import ImageSources
internal import PixelKernels

/// The compression of an OME-TIFF's tiles, all of which are lossless.
package enum OMETIFFCompression: Hashable, Sendable {
    /// The samples as they are.
    case none
    /// LZW, which every reader has.
    case lzw
    /// Deflate; the level is from 1, the fastest, to 12.
    case deflate(level: Int)

    /// The value of the tag.
    var code: TIFFCompression {
        switch self {
        case .none: .none
        case .lzw: .lzw
        case .deflate: .deflate
        }
    }

    /// Whether compressed samples of a type are differences (predictor 2): integers of up to 32 bits, which all readers know.
    func usesPredictor(_ type: SampleType) -> Bool {
        self != .none && !type.isFloatingPoint && type.byteCount <= 4
    }
}

/// Compresses tiles; one thread uses it at a time.
final class OMETIFFTileEncoder {
    private enum Codec {
        case none
        case lzw(LZWCompressor)
        case deflate(ZlibCompressor)
    }

    private let codec: Codec
    private let usesPredictor: Bool
    private let sampleBytes: Int
    private let width: Int
    private var differences = ScratchBuffer()
    private var output = ScratchBuffer()

    /// Creates an encoder of tiles of a width for a file.
    ///
    /// - Throws: `CodecError` when there is no memory.
    init(_ compression: OMETIFFCompression, _ type: SampleType, width: Int, file: String) throws {
        usesPredictor = compression.usesPredictor(type)
        sampleBytes = type.byteCount
        self.width = width
        switch compression {
        case .none: codec = .none
        case .lzw: codec = .lzw(LZWCompressor())
        case .deflate(let level):
            guard let compressor = ZlibCompressor(level: Int32(min(max(level, 1), 12))) else {
                throw CodecError(
                    .encoding, file: file,
                    "there is not enough memory to compress its tiles. Use fewer threads, or allow more memory.")
            }
            codec = .deflate(compressor)
        }
    }

    /// Compresses the samples of a tile in the machine's byte order, which is that of the file.
    ///
    /// - Throws: `OutOfMemory`.
    func encode(_ samples: UnsafeRawBufferPointer) throws -> [UInt8] {
        let input = usesPredictor ? try makeDifferences(samples) : samples
        switch codec {
        case .none: return Array(input)
        case .lzw(let compressor):
            let room = LZWCompressor.bound(input.count)
            let target = UnsafeMutableRawBufferPointer(start: try output.reserve(room), count: room)
            return Array(target[..<compressor.compress(input, into: target)])
        case .deflate(let compressor):
            let room = compressor.bound(input.count)
            let target = UnsafeMutableRawBufferPointer(start: try output.reserve(room), count: room)
            return Array(target[..<compressor.compress(input, into: target)])
        }
    }

    private func makeDifferences(_ samples: UnsafeRawBufferPointer) throws -> UnsafeRawBufferPointer {
        let target = try differences.reserve(samples.count)
        guard let source = samples.baseAddress else { return samples }
        let rowBytes = width * sampleBytes
        for offset in stride(from: 0, to: samples.count, by: rowBytes) {
            HorizontalPredictor.subtract(
                source + offset, bits: 8 * sampleBytes, count: width, step: 1, into: target + offset)
        }
        return UnsafeRawBufferPointer(start: target, count: samples.count)
    }
}
