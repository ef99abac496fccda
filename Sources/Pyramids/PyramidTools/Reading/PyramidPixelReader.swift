internal import Concurrency
public import FilePyramids
internal import ImageCodecs
internal import ImageMetadata
internal import ImageSources
internal import Numbers
internal import PixelKernels
internal import TileCutting
public import TilePyramid

/// Reads the pixels of a pyramid, exactly as its tiles have them.
///
/// ```swift
/// guard let pyramid = try await Pyramids.open("big.dzi") else { return }
/// let reader = PyramidPixelReader(pyramid)
/// let bytes = try reader.pixels(in: PixelRect(x: 3000, y: 2000, width: 640, height: 480))
/// ```
///
/// A reader may be used by several threads, one call at a time in each; a call decodes tiles with all processors.
public struct PyramidPixelReader: Sendable {
    /// The bytes of a pixel.
    package static let bytesPerPixel = 4
    /// The most bytes that a call returns.
    public static let byteLimit = 1 << 30

    private let source: any PyramidSource
    private let name: String
    private let processes = TileProcesses()

    /// Creates a reader.
    ///
    /// - Parameter opened: a pyramid opened with `Pyramids.open`.
    public init(_ opened: OpenedPyramid) { self.init(opened, name: opened.name) }

    /// Creates a reader of a pyramid that messages call by a name.
    package init(_ opened: OpenedPyramid, name: String) {
        source = opened.source
        self.name = name
    }

    /// Decodes a region of a level.
    ///
    /// - Parameters:
    ///   - region: the region in pixels of the level, from the image's first one on. It may reach beyond the image, and has some of it.
    ///   - level: a level of ``/TilePyramid/PyramidSource/pyramid`` that is present; nil, the default, for the finest.
    /// - Returns: red, green, blue and straight alpha of each pixel, from 0 to 255, row by row without gaps. Pixels beyond the image,
    ///   and those of absent tiles, are transparent.
    /// - Throws: `CodecError` if the region is empty, outside of the image or larger than ``byteLimit``, and naming a tile that is
    ///   damaged; errors of the source.
    /// - Complexity: O(pixels of the tiles that have some of the region).
    public func pixels(in region: PixelRect, ofLevel level: Int? = nil) throws -> [UInt8] {
        let present = pyramid.presentLevels
        let index = level ?? present.upperBound - 1
        guard present.contains(index) else {
            throw CodecError(
                .invalidRequest, file: name,
                "level \(index) does not exist; there are \(present.lowerBound) to \(present.upperBound - 1).")
        }
        let size = size(ofLevel: index)
        let (right, isTooFar) = region.x.addingReportingOverflow(region.size.width)
        let (bottom, isTooLow) = region.y.addingReportingOverflow(region.size.height)
        guard !isTooFar, !isTooLow, region.size.width > 0, region.size.height > 0, right > 0, bottom > 0,
            region.x < size.width, region.y < size.height
        else {
            throw CodecError(
                .invalidRequest, file: name,
                "the region of \(region.size) pixels at \(region.x),\(region.y) has none of the \(size) pixels of the level."
            )
        }
        guard let count = CheckedNumber.product(region.size.width, region.size.height, Self.bytesPerPixel),
            count <= Self.byteLimit
        else {
            throw CodecError(
                .invalidRequest, file: name,
                "a region of \(region.size) pixels has more than \(Self.byteLimit >> 20) MiB. Read it in parts.")
        }
        var bytes = [UInt8](repeating: 0, count: count)
        try bytes.withUnsafeMutableBytes { memory in
            guard let base = memory.baseAddress else { return }
            try write(region, ofLevel: index, to: base)
        }
        return bytes
    }

    /// The size of the image in a level.
    private func size(ofLevel index: Int) -> PixelSize {
        let level = pyramid.levels[index]
        let origin = origin(of: level)
        return PixelSize(width: level.size.width - origin.x, height: level.size.height - origin.y)
    }

    private var pyramid: Pyramid { source.pyramid }

    /// The first pixel of the image in a level, after the background that may surround it.
    package func origin(of level: Level) -> PixelOffset {
        PixelOffset(
            x: Self.start(source.margin.x, level.horizontalDownsample),
            y: Self.start(source.margin.y, level.verticalDownsample))
    }

    private static func start(_ margin: Int, _ downsample: Double) -> Int {
        CheckedNumber.integer(
            Double(margin) / downsample, rounded: .down, clampedTo: 0...CheckedNumber.longestSide)
    }

    /// Decodes a region of a level into memory of zeros: pixels beyond the image, and those of absent tiles, stay transparent.
    ///
    /// - Parameters:
    ///   - region: the region, in pixels of the level from the image's first on; it may reach beyond the image.
    ///   - index: a present level.
    ///   - base: memory for all pixels, row by row without gaps.
    /// - Throws: `CodecError` naming a damaged tile, and errors of the source.
    package func write(_ region: PixelRect, ofLevel index: Int, to base: UnsafeMutableRawPointer) throws {
        let level = pyramid.levels[index]
        let origin = origin(of: level)
        let area = PixelRect(
            x: region.x + origin.x, y: region.y + origin.y, width: region.size.width, height: region.size.height)
        let shown = Part(
            columns: area.columns.clamped(to: origin.x..<level.size.width),
            rows: area.rows.clamped(to: origin.y..<level.size.height))
        guard !shown.isEmpty else { return }
        let columns = level.tileColumns(showing: shown.columns)
        let rows = level.tileRows(showing: shown.rows)
        let decoder = LevelTileDecoder(
            source: source, level: level, layout: PixelLayout(.rgba), background: .white, name: name,
            processes: processes)
        let target = Target(base: base, area: area)
        let pyramid = pyramid
        try parallelFor(
            columns.count * rows.count, workers: Processors.count, makeContext: { Scratch() }
        ) { position, scratch in
            let tile = TileIndex(
                level: index, column: columns.lowerBound + position % columns.count,
                row: rows.lowerBound + position / columns.count)
            let interior = pyramid.interior(of: tile)
            let part = Part(
                columns: interior.columns.clamped(to: shown.columns), rows: interior.rows.clamped(to: shown.rows))
            guard !part.isEmpty else { return }
            if part.columns == interior.columns, part.rows == interior.rows {
                try decoder.decode(tile, into: target.pixel(interior.x, interior.y), stride: target.stride)
                return
            }
            let stride = interior.size.width * Self.bytesPerPixel
            let pixels = try scratch.memory.reserve(stride * interior.size.height)
            try decoder.decode(tile, into: pixels, stride: stride)
            let start = (part.columns.lowerBound - interior.x) * Self.bytesPerPixel
            for y in part.rows {
                target.pixel(part.columns.lowerBound, y).copyMemory(
                    from: pixels + (y - interior.y) * stride + start,
                    byteCount: part.columns.count * Self.bytesPerPixel)
            }
        }
    }

    /// Columns and rows of a level.
    private struct Part {
        let columns: Range<Int>
        let rows: Range<Int>

        var isEmpty: Bool { columns.isEmpty || rows.isEmpty }
    }

    /// The memory of one worker, for tiles of which a part is wanted.
    private final class Scratch {
        var memory = ScratchBuffer()
    }

    /// The memory of a region.
    private struct Target: @unchecked Sendable {
        // The guard of `@unchecked Sendable`: every tile is written by one thread, to pixels of its own.

        let base: UnsafeMutableRawPointer
        /// The region in pixels of the level.
        let area: PixelRect

        /// Bytes from one row of pixels to the next.
        var stride: Int { area.size.width * PyramidPixelReader.bytesPerPixel }

        /// The memory of a pixel of the level.
        func pixel(_ x: Int, _ y: Int) -> UnsafeMutableRawPointer {
            base + (y - area.y) * stride + (x - area.x) * PyramidPixelReader.bytesPerPixel
        }
    }
}
