internal import Concurrency
internal import ImageCodecs
internal import JPEGLossless
internal import PixelKernels
internal import TilePyramid

/// Decodes JPEG tiles straight into the memory in which they are kept, with decompressors that are used again.
///
/// It takes the tiles that most pyramids have: gray or color, of the size of their pixels, without a profile.
final class JPEGTileReader: Sendable {
    /// The decompressors; never more than have been used at the same time.
    private let decoders = ContextPool { try JPEGSampleDecoder() }

    /// The marker of the segments in which profiles lie, APP2, and the name with which these begin.
    private static let profile = (marker: UInt8(0xE2), name: Array("ICC_PROFILE\0".utf8))

    /// Decodes a tile at a scale; returns nil for a tile that has to be decoded in another way.
    ///
    /// - Parameters:
    ///   - file: the JPEG.
    ///   - size: the size that it has to have.
    ///   - layout: the layout of the result.
    ///   - scale: the scale.
    ///   - name: the tile's name in messages.
    /// - Returns: the pixels, or nil.
    /// - Throws: `CodecError` when the tile is damaged, and `OutOfMemory`.
    func read(
        _ file: [UInt8], size: PixelSize, layout: PixelLayout, scale: DecodeScale, name: String
    ) throws -> PixelMemory? {
        guard Self.isPlain(file, size: size, channels: layout.channels.rawValue) else { return nil }
        let tile = try PixelMemory(scale.size(of: size), layout)
        do {
            try decoders.withContext { decoder in
                try decoder.decode(
                    file, size: size, scale: scale, usesFancyUpsampling: true,
                    into: (base: tile.base, stride: tile.stride))
            }
        } catch let error as JPEGSampleDecoder.Failure {
            throw CodecError(.damaged, file: name, "the tile is damaged: \(error.reason).")
        }
        return tile
    }

    /// Whether a JPEG has a size and a number of channels, 8 bits, and no profile.
    private static func isPlain(_ file: [UInt8], size: PixelSize, channels: Int) -> Bool {
        guard channels != 2, channels != 4, let segments = file.withUnsafeBytes({ JPEGSegments($0) }) else {
            return false
        }
        let hasProfile = segments.segments.contains { marker, range in
            marker == profile.marker && file[range].dropFirst(4).starts(with: profile.name)
        }
        return !hasProfile && segments.precision == 8 && segments.components.count == channels
            && segments.width == size.width && segments.height == size.height
    }
}
