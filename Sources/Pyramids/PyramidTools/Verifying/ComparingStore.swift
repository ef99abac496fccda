internal import Concurrency
internal import FilePyramids
internal import ImageCodecs
internal import PixelKernels
internal import TilePyramid

/// A store that keeps no tiles: it compares the pixels of new tiles with the tiles of a pyramid.
final class ComparingStore: TileStore {
    /// The geometry that is cut; its finest levels are those of the pyramid.
    let pyramid: Pyramid
    private let source: any PyramidSource
    private let margin: PixelOffset
    private let channels: PixelLayout.Channels
    /// The difference between the level indices of the source and of ``pyramid``.
    private let levelOffset: Int
    private let similaritiesByLevel = Locked<[Int: LevelSimilarity]>([:])
    private let buffers = ContextPool { DecodedTileBuffer() }

    /// Creates a store for raw pixels with 8 bits per sample.
    ///
    /// - Parameters:
    ///   - source: the pyramid to compare with.
    ///   - pyramid: the geometry of the new tiles.
    ///   - margin: the full-size columns and rows before the image, which are not compared.
    ///   - channels: the channels of the pixels.
    init(_ source: any PyramidSource, pyramid: Pyramid, margin: PixelOffset, channels: PixelLayout.Channels) {
        self.source = source
        self.pyramid = pyramid
        self.margin = margin
        self.channels = channels
        levelOffset = source.pyramid.levels.count - pyramid.levels.count
    }

    /// The similarities of the levels, coarsest first.
    var similarities: [LevelSimilarity] {
        similaritiesByLevel.withLock { $0.values.sorted { $0.level < $1.level } }
    }

    /// Returns true for tiles that the source lacks, so that they are not cut.
    func isFinished(_ index: TileIndex) -> Bool { (try? source.storedTile(sourceIndex(index))) == nil }

    func read(_ index: TileIndex) throws -> EncodedTile? { nil }

    /// Compares the pixels of a tile; tiles that cannot be decoded have been reported before.
    func write(_ bytes: RawSpan, format: TileFormat, at index: TileIndex) throws {
        let counterpart = sourceIndex(index)
        let part = comparedPart(of: index)
        let size = source.pyramid.storedSize(of: counterpart)
        let error: Int? = try buffers.withContext { decodedTile in
            guard let tile = try? source.read(counterpart),
                (try? decodedTile.decode(tile, name: "\(counterpart)", expecting: size)) == size
            else { return nil }
            return bytes.withUnsafeBytes { squaredError($0, part, decodedTile) }
        }
        guard let error, part.size.area > 0 else { return }
        let level = counterpart.level
        similaritiesByLevel.withLock { similarities in
            let unknown = LevelSimilarity(level: level, samples: 0, squaredError: 0)
            similarities[level, default: unknown].samples += 3 * part.size.area
            similarities[level, default: unknown].squaredError += error
        }
    }

    func finish() {}
    func suspend() {}
    func discard() {}

    private func sourceIndex(_ index: TileIndex) -> TileIndex {
        let level = index.level + levelOffset
        let first = pyramid.levels[index.level].firstTile
        let own = source.pyramid.levels[level].firstTile
        return TileIndex(level: level, column: index.column + first.x - own.x, row: index.row + first.y - own.y)
    }

    /// Returns the pixels of a tile that show the image: neither the margin nor the padding.
    private func comparedPart(of index: TileIndex) -> PixelRect {
        let rect = pyramid.rect(of: index)
        let offset = pyramid.offsetInTile(of: index)
        let level = pyramid.levels[index.level]
        func span(_ margin: Int, _ downsample: Double, _ shown: Range<Int>) -> Range<Int> {
            let begin = Int((Double(margin) / downsample).rounded(.up))
            return max(shown.lowerBound, min(shown.upperBound, begin))..<shown.upperBound
        }
        let across = span(margin.x, level.horizontalDownsample, rect.columns)
        let down = span(margin.y, level.verticalDownsample, rect.rows)
        return PixelRect(
            x: offset.x + across.lowerBound - rect.x, y: offset.y + down.lowerBound - rect.y, width: across.count,
            height: down.count)
    }

    /// Returns the sum of the squared errors in a part of a tile.
    private func squaredError(
        _ bytes: UnsafeRawBufferPointer, _ part: PixelRect, _ decodedTile: DecodedTileBuffer
    ) -> Int {
        guard let base = bytes.baseAddress else { return 0 }
        let width = decodedTile.size.width
        var sum = 0
        withUnsafeTemporaryAllocation(of: UInt32.self, capacity: width) { row in
            guard let target = row.baseAddress else { return }
            for y in part.rows {
                _ = PremultipliedPixels.write(
                    base + y * width * channels.rawValue, channels: channels, count: width, into: target)
                for x in part.columns {
                    sum += Self.squaredError(row[x], decodedTile.pixels[y * width + x])
                }
            }
        }
        return sum
    }

    private static func squaredError(_ first: UInt32, _ second: UInt32) -> Int {
        func square(_ shift: UInt32) -> Int {
            let difference = Int(first >> shift & 255) - Int(second >> shift & 255)
            return difference * difference
        }
        return square(16) + square(8) + square(0)
    }
}

/// An encoder that outputs the pixels of tiles unchanged, row by row, for ``ComparingStore``.
final class RawTileEncoder: TileEncoder {
    private var memory: [UInt8] = []

    func encode(_ tile: TilePixels, _ body: (RawSpan) throws -> Void) throws {
        var bytes: [UInt8] = []
        swap(&bytes, &memory)
        defer { swap(&bytes, &memory) }
        bytes.removeAll(keepingCapacity: true)
        for row in tile.rows {
            bytes += UnsafeRawBufferPointer(start: row, count: tile.rowBytes)
        }
        try body(bytes.span.bytes)
    }
}
