internal import ChannelImages
internal import Concurrency
internal import ImageCodecs
internal import ImageMetadata
internal import ImageSources
internal import JPEGLossless
internal import PixelKernels
internal import TilePyramid

/// Decodes JPEG tiles straight into the memory in which they are kept, with decompressors that are used again.
///
/// It takes the tiles that most pyramids have: gray or color, of the size of their pixels, without a profile.
final class JPEGTileReader: Sendable {
    /// The decompressors; never more than have been used at the same time.
    private let decoders = ContextPool { try JPEGSampleDecoder() }
    private let processes: TileProcesses

    /// The marker of the segments in which profiles lie, APP2, and the name with which these begin.
    private static let profile = (marker: UInt8(0xE2), name: Array("ICC_PROFILE\0".utf8))

    /// Creates a reader.
    ///
    /// - Parameter processes: the processes that decode where the server's own may not.
    init(_ processes: TileProcesses = TileProcesses()) { self.processes = processes }

    /// Decodes a tile at a scale; returns nil for a tile that has to be decoded in another way.
    ///
    /// - Parameters:
    ///   - file: the JPEG.
    ///   - size: the size that it has to have.
    ///   - layout: the layout of the result.
    ///   - scale: the scale.
    ///   - part: the decoded pixels that are wanted; nil for all. Others are undefined then.
    ///   - name: the tile's name in messages.
    /// - Returns: the pixels, or nil.
    /// - Throws: `CodecError` when the tile is damaged, and `OutOfMemory`.
    func read(
        _ file: [UInt8], size: PixelSize, layout: PixelLayout, scale: DecodeScale, part: PixelRect? = nil, name: String
    ) throws -> PixelMemory? {
        guard Self.plainSegments(file, size: size, channels: layout.channels.rawValue) != nil else { return nil }
        let tile = try PixelMemory(scale.size(of: size), layout)
        let isDecoded = try processes.decodeSamples(
            size: size, layout: layout, scale: scale, part: part, of: file, name: name, into: tile.base)
        guard !isDecoded else { return tile }
        let target = (base: tile.base, stride: tile.stride)
        try decode(name) { decoder in
            if let part {
                try decoder.decode(part, of: file, size: size, scale: scale, into: target)
            } else {
                try decoder.decode(file, size: size, scale: scale, usesFancyUpsampling: true, into: target)
            }
        }
        return tile
    }

    /// Decodes a tile that has planes of 4:2:0.
    ///
    /// - Parameters:
    ///   - file: the JPEG.
    ///   - size: the size that it has to have.
    ///   - name: the tile's name in messages.
    /// - Returns: the planes; nil for any other tile.
    /// - Throws: `CodecError` when the tile is damaged, and `OutOfMemory`.
    func readPlanes(_ file: [UInt8], size: PixelSize, name: String) throws -> PlanarTile? {
        guard let segments = Self.plainSegments(file, size: size, channels: PlanarTile.planeCount),
            segments.isYCbCr420
        else { return nil }
        let tile = try PlanarTile(size)
        let stride = tile.memory.stride
        let offsets = (0..<PlanarTile.planeCount).map { plane in
            let origin = tile.origin(ofPlane: plane)
            return origin.row * stride + origin.column
        }
        let isDecoded = try processes.decodePlanes(
            size: size, offsets: offsets, stride: stride, byteCount: tile.memory.byteCount, of: file, name: name,
            into: tile.memory.base)
        guard !isDecoded else { return tile }
        let targets = offsets.map { (base: tile.memory.base + $0, stride: stride) }
        try decode(name) { try $0.decodePlanes(file, size: size, scale: .full, into: targets) }
        return tile
    }

    private func decode(_ name: String, _ body: (JPEGSampleDecoder) throws -> Void) throws {
        do {
            try decoders.withContext(body)
        } catch let error as JPEGSampleDecoder.Failure {
            throw CodecError(.damaged, file: name, "the tile is damaged: \(error.reason).")
        }
    }

    /// The segments of a JPEG that has a size and a number of channels, 8 bits, and no profile; nil for any other.
    private static func plainSegments(_ file: [UInt8], size: PixelSize, channels: Int) -> JPEGSegments? {
        guard channels != 2, channels != 4, let segments = file.withUnsafeBytes({ JPEGSegments($0) }) else {
            return nil
        }
        let hasProfile = segments.segments.contains { marker, range in
            marker == profile.marker && file[range].dropFirst(4).starts(with: profile.name)
        }
        let isPlain =
            !hasProfile && segments.precision == 8 && segments.components.count == channels
            && segments.width == size.width && segments.height == size.height
        return isPlain ? segments : nil
    }
}

/// A decoded tile as JPEG 4:2:0 stores it: luma, and two planes of chroma with half as many columns and rows.
///
/// It takes half of the memory of RGB, and nothing is made of it that would have to be undone when it is encoded again.
struct PlanarTile: Sendable {
    /// The number of planes: Y, Cb and Cr.
    static let planeCount = 3
    /// The columns and rows of a block of luma with its chroma, of which the planes have a whole number.
    private static let blockSide = 16

    /// The columns and rows of luma.
    let size: PixelSize
    /// The planes as one gray image: luma, and under it those of chroma beside each other.
    let memory: PixelMemory

    /// Creates a tile whose samples are undefined.
    ///
    /// - Throws: `OutOfMemory`.
    init(_ size: PixelSize) throws {
        let padded = Self.padded(size)
        self.size = size
        memory = try PixelMemory(
            PixelSize(width: padded.width, height: padded.height / 2 * 3), PixelLayout(.gray))
    }

    /// The tile of a size that some memory has.
    init(_ size: PixelSize, in memory: PixelMemory) {
        self.size = size
        self.memory = memory
    }

    /// The column and row of the memory at which a plane begins.
    func origin(ofPlane plane: Int) -> (column: Int, row: Int) {
        let padded = Self.padded(size)
        return plane == 0 ? (0, 0) : (plane == 1 ? 0 : padded.width / 2, padded.height)
    }

    private static func padded(_ size: PixelSize) -> PixelSize {
        PixelSize(
            width: (size.width + blockSide - 1) / blockSide * blockSide,
            height: (size.height + blockSide - 1) / blockSide * blockSide)
    }
}

extension DecodedTiles {
    /// The tile as planes; nil, unless a type says otherwise.
    func planarTile(_ index: TileIndex) throws -> PlanarTile? { nil }
    /// The default is zero: the plans of answers count a tile that is decoded.
    var tileMemory: Int { 0 }
    /// The default names no command: images have many formats.
    var levelAdvice: String { "adds its smaller levels" }
    /// The default is nil: pictures.
    var terrain: TerrainEncoding? { nil }
}
