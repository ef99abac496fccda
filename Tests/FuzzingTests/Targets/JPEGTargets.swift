import ImageCodecs
import ImageMetadata
import ImageSources
import JPEGLossless
import PixelKernels
import TilePyramid

extension FuzzTarget {
    /// JPEGs cut without re-encoding: Huffman decoding, splicing, and coefficients.
    static let jpeg = [
        FuzzTarget(name: "jpeg-splicing", hasHeader: isSmallImage) { input, accept in
            try cut(input, encoding: TileEncoding(), threads: 1 + input.count % 2, accept)
        },
        FuzzTarget(name: "jpeg-coefficients", hasHeader: isSmallImage) { input, accept in
            var encoding = TileEncoding()
            encoding.optimizesHuffman = true
            try cut(input, encoding: encoding, threads: 1, accept)
        },
        FuzzTarget(name: "jpeg-progressive", hasHeader: isSmallImage) { input, accept in
            try cut(input, encoding: TileEncoding(), threads: 1 + input.count % 2, accept)
        },
        FuzzTarget(name: "jpeg-rotation", hasHeader: isSmallImage) { input, accept in
            let image = try openImage(.bytes(input, name: "case"))
            guard let source = image as? any PassthroughTileSource, source.info.size.isSmall else { return }
            accept()
            try PassthroughSink.read(source, encoding: TileEncoding(), threads: 1 + input.count % 2)
        },
        FuzzTarget(name: "jpeg-crop", hasHeader: isSmallImage) { input, accept in
            guard let header = input.withUnsafeBytes({ JPEGSegments($0) }) else { return }
            let size = PixelSize(width: header.width, height: header.height)
            guard size.width > 0, size.height > 0, size.isSmall else { return }
            accept()
            // Like a tile at the corner of a TIFF.
            let part = PixelSize(width: (size.width + 1) / 2, height: (size.height + 2) / 3)
            let divider = try JPEGBitstreamDivider(JPEGSampleDecoder(), size: size, encoding: TileEncoding())
            let pieces = try JPEGBitstreamDivider(
                JPEGSampleDecoder(), size: size, piece: PixelSize(width: 16, height: 16), encoding: TileEncoding())
            for _ in 0..<2 {
                _ = try pieces.divide(input, part: size) { _, _, _ in }
                if try divider.divide(input, part: part, { _, _, _ in }) { continue }
                _ = try JPEGLosslessCropper.crop(input, to: part, encoding: TileEncoding())
            }
        },
    ]

    /// Whether an input has the header of an image that is small enough to be decoded.
    @Sendable static func isSmallImage(_ input: [UInt8]) -> Bool {
        ImageFormats.standard.size(of: input)?.isSmall ?? false
    }

    private static func cut(
        _ input: [UInt8], encoding: TileEncoding, threads: Int, _ accept: () -> Void
    ) throws {
        let source = try JPEGImageSource(
            .bytes(input, name: "case"), keepsProfile: true, allowTruncated: input.count % 3 == 0, scale: .full)
        guard source.space != .cmyk, source.info.size.isSmall else { return }
        accept()
        try PassthroughSink.read(source, encoding: encoding, threads: threads)
    }
}

extension PixelSize {
    /// Whether an image is decoded: the time of larger ones says nothing of a parser.
    var isSmall: Bool { width <= 4096 && height <= 4096 && width * height <= 1 << 18 }
}

/// Reads all that a passthrough source delivers.
final class PassthroughSink: PassthroughReceiver {
    private let level: Level
    private(set) var byteCount = 0

    private init(_ level: Level) {
        self.level = level
    }

    /// Reads a source's tiles, or its pixels if they cannot be passed through.
    static func read(_ source: any PassthroughTileSource, encoding: TileEncoding, threads: Int) throws {
        let tileSide = 32
        let pyramid = Pyramid(size: source.info.size, tileSize: tileSide)
        guard source.passthroughBlocker(for: pyramid, encoding: encoding) == nil else {
            return try source.readBands { _ in }
        }
        let sink = PassthroughSink(pyramid.finestLevel)
        try source.readTiles(
            of: pyramid, encoding: encoding, asPlanes: source.hasHalfScalePlanes, threads: threads, into: sink)
    }

    func receive(_ row: any PassthroughRow) throws {
        for index in row.indices(on: level) {
            let column = row.position(of: index)
            defer { row.releaseTile() }
            if row.needsReencoding(column: column) { continue }
            try row.withTile(column: column) { byteCount += $0.byteCount }
        }
    }

    func receiveHalfScale(_ band: PixelBand) throws {}

    func receiveHalfScale(_ band: PlanarBand) throws {}

    func awaitProgress() throws {
        preconditionFailure("all tiles have been released")
    }
}
