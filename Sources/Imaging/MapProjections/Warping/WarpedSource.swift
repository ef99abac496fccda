internal import Concurrency
package import Georeferencing
package import ImageSources
internal import ImageMetadata
internal import PixelKernels
package import TilePyramid

/// An image in another coordinate reference system: each pixel shows the source at its position on the Earth.
///
/// The source is read once, from top to bottom. If the source rows for a band of the output fit into ``RowWindow/byteLimit``,
/// only these are in memory. Otherwise, as in polar projections, the source is first copied to a temporary file. Pixels beyond
/// the source have the color of the background.
package final class WarpedSource: ImageSource {
    /// The most bytes of source rows in memory, unless the creator of a source sets another limit.
    package static let windowByteLimit = RowWindow.byteLimit

    package let info: ImageInfo
    private let base: any ImageSource
    private let name: String
    private let background: [UInt8]
    private let threads: Int
    private let windowLimit: Int
    private let partLimit: Int
    private let kernel: WarpKernel
    private let mappings: ContextPool<PixelMapping>

    /// Creates a source of `base` in another system.
    ///
    /// - Parameters:
    ///   - base: the image.
    ///   - name: the image's name in messages.
    ///   - source: the position of the image.
    ///   - output: the position of the output.
    ///   - size: the size of the output.
    ///   - background: a pixel beyond the source, in the layout of `base`.
    ///   - threads: the number of threads; nil for one for each processor.
    ///   - windowLimit: the most bytes of source rows in memory; nil for ``windowByteLimit``.
    ///   - partLimit: the most bytes that a worker reads from a temporary file at a time; nil for 16 MB. A single output pixel
    ///     that needs more may exceed it.
    package init(
        _ base: any ImageSource, name: String, from source: RasterGeoreference, to output: RasterGeoreference,
        size: PixelSize, background: [UInt8], threads: Int? = nil, windowLimit: Int? = nil,
        partLimit: Int? = nil
    ) {
        self.base = base
        self.name = name
        self.background = background
        self.threads = threads ?? Processors.count
        self.windowLimit = windowLimit ?? RowWindow.byteLimit
        self.partLimit = partLimit ?? SpilledRows.partLimit
        kernel = WarpKernel(
            layout: base.info.layout, source: base.info.size, holdsNumbers: base.info.holdsNumbers)
        let width = base.info.size.width
        mappings = ContextPool {
            do throws(GeoreferencingError) {
                return try PixelMapping(from: output, to: source, sourceWidth: width)
            } catch {
                throw CodecError(.unsupported, file: name, error.message)
            }
        }
        var info = base.info
        info.size = size
        self.info = info
    }

    package var warnings: [String] { base.warnings }

    package var rowAccess: RowAccess { base.rowAccess }

    package func readBands(_ body: (PixelBand) throws -> Void) throws {
        try readBands(rows: 0..<info.size.height, body)
    }

    package func readBands(rows wanted: Range<Int>, _ body: (PixelBand) throws -> Void) throws {
        guard !wanted.isEmpty else { return }
        let bands = try neededRows(of: wanted)
        let height = base.info.size.height
        // The whole output needs the whole image, so that damage is found wherever it is.
        let isWhole = wanted == 0..<info.size.height
        let first = isWhole ? 0 : (bands.compactMap { $0.needed?.lowerBound }.min() ?? 0) & ~1
        let end = isWhole ? height : bands.compactMap { $0.needed?.upperBound }.max() ?? 0
        let output = try BandMemory(info, background: background)
        guard first < end else {
            for band in bands { try deliver(band, wanted, output, body) }
            return
        }
        let stride = base.info.size.width * base.info.layout.bytesPerPixel
        // What later bands need is kept.
        var firstNeeded = bands.map { $0.needed?.lowerBound ?? end }
        for index in firstNeeded.indices.dropLast().reversed() {
            firstNeeded[index] = min(firstNeeded[index], firstNeeded[index + 1])
        }
        let capacity = zip(bands, firstNeeded).map { ($0.needed?.upperBound ?? $1) - $1 }.max() ?? 0
        if capacity <= windowLimit / (2 * stride) {
            try readThroughWindow(first..<end, bands, firstNeeded, max(1, capacity), wanted, output, body)
        } else {
            let rows = try SpilledRows(base, rows: first..<end, name: name)
            for band in bands { try deliver(band, wanted, output, body) { try self.render($0, rows, output) } }
        }
    }

    // MARK: Bands

    /// Rows of the output that are made at a time, and the rows of the source that they need.
    private struct Band: Sendable {
        var rows: Range<Int>
        var needed: Range<Int>?
    }

    /// Divides the wanted rows into bands of whole blocks.
    private func neededRows(of wanted: Range<Int>) throws -> [Band] {
        let side = BlockMapping.side
        let first = wanted.lowerBound / side
        let count = (wanted.upperBound - 1) / side - first + 1
        let found = Locked(Array(repeating: Band?.none, count: count))
        let kernel = kernel
        let mappings = mappings
        let source = base.info.size
        let size = info.size
        try parallelFor(count, workers: threads, makeContext: {}) { index, _ in
            let top = (first + index) * side
            var band = Band(rows: top..<min(size.height, top + side))
            try mappings.withContext { mapping in
                for rect in Self.blocks(of: band.rows, width: size.width) {
                    guard let block = BlockMapping(rect, source: source, mapping: mapping),
                        let needed = block.sourceRect(of: rect, radius: kernel.radius(of: block), source: source)?.rows
                    else { continue }
                    let all = band.needed ?? needed
                    band.needed = min(all.lowerBound, needed.lowerBound)..<max(all.upperBound, needed.upperBound)
                }
            }
            let result = band
            found.withLock { $0[index] = result }
        }
        return found.withLock { $0.compactMap(\.self) }
    }

    private static func blocks(of rows: Range<Int>, width: Int) -> [PixelRect] {
        stride(from: 0, to: width, by: BlockMapping.side).map {
            PixelRect(x: $0, y: rows.lowerBound, width: min(BlockMapping.side, width - $0), height: rows.count)
        }
    }

    private func deliver(
        _ band: Band, _ wanted: Range<Int>, _ output: BandMemory, _ body: (PixelBand) throws -> Void,
        rendering render: (Band) throws -> Void = { _ in }
    ) throws {
        output.clear(band.rows.count)
        if band.needed != nil { try render(band) }
        let pixels = PixelBand(base: UnsafeRawPointer(output.base), stride: output.stride, rows: band.rows)
        if let pixels = pixels.clamped(to: wanted) { try body(pixels) }
    }

    // MARK: Rendering

    private func readThroughWindow(
        _ rows: Range<Int>, _ bands: [Band], _ firstNeeded: [Int], _ capacity: Int, _ wanted: Range<Int>,
        _ output: BandMemory, _ body: (PixelBand) throws -> Void
    ) throws {
        let window = try RowWindow(
            capacity: capacity, width: base.info.size.width, bytesPerPixel: base.info.layout.bytesPerPixel,
            first: rows.lowerBound)
        var next = 0
        func deliverComplete() throws {
            while next < bands.count, bands[next].needed?.upperBound ?? 0 <= window.rows.upperBound {
                try deliver(bands[next], wanted, output, body) { try render($0, window.pixels, output) }
                next += 1
            }
        }
        try base.readBands(rows: rows) { band in
            for y in band.rows {
                window.append(band.row(y), needed: next < firstNeeded.count ? firstNeeded[next] : y)
                try deliverComplete()
            }
        }
        try deliverComplete()
    }

    /// Renders a band from pixels in memory, with all threads.
    private func render(_ band: Band, _ pixels: PixelWindow, _ output: BandMemory) throws {
        let blocks = Self.blocks(of: band.rows, width: info.size.width)
        let kernel = kernel
        let mappings = mappings
        let source = base.info.size
        let target = output.target
        try parallelFor(blocks.count, workers: threads, makeContext: {}) { index, _ in
            let rect = blocks[index]
            guard let block = try mappings.withContext({ BlockMapping(rect, source: source, mapping: $0) })
            else { return }
            kernel.render(
                block, part: rect, from: pixels, into: target.pixel(rect.x, 0), stride: target.stride)
        }
    }

    /// Renders a band from a temporary file, with all threads.
    private func render(_ band: Band, _ rows: SpilledRows, _ output: BandMemory) throws {
        let blocks = Self.blocks(of: band.rows, width: info.size.width)
        let kernel = kernel
        let mappings = mappings
        let source = base.info.size
        let target = output.target
        let bytesPerPixel = info.layout.bytesPerPixel
        let partLimit = partLimit
        let memory = ContextPool { PartMemory() }
        try parallelFor(blocks.count, workers: threads, makeContext: {}) { index, _ in
            let rect = blocks[index]
            guard let block = try mappings.withContext({ BlockMapping(rect, source: source, mapping: $0) })
            else { return }
            let radius = kernel.radius(of: block)
            try memory.withContext { memory in
                // The block is mapped as a whole, so that its pixels do not depend on the parts in which it is read.
                var parts = [rect]
                while let part = parts.popLast() {
                    guard let needed = block.sourceRect(of: part, radius: radius, source: source) else { continue }
                    if needed.size.area > partLimit / bytesPerPixel, part.size.area > 1 {
                        parts += part.halves
                        continue
                    }
                    let read = try rows.read(needed, into: &memory.bytes)
                    memory.bytes.withUnsafeBytes { bytes in
                        guard let base = bytes.baseAddress else { return }
                        kernel.render(
                            block, part: part,
                            from: PixelWindow(base: base, stride: read.size.width * bytesPerPixel, rect: read),
                            into: target.pixel(part.x, part.y - band.rows.lowerBound), stride: target.stride)
                    }
                }
            }
        }
    }
}

/// Memory for parts of a temporary file, reused by one worker after the other.
private final class PartMemory {
    var bytes: [UInt8] = []
}

/// The memory of a band of the output.
private final class BandMemory {
    /// The memory that workers write to, each to pixels of its own.
    struct Target: @unchecked Sendable {
        // The guard of `@unchecked`: no two blocks of a band have a pixel in common.
        let base: UnsafeMutableRawPointer
        let stride: Int
        let bytesPerPixel: Int

        func pixel(_ x: Int, _ row: Int) -> UnsafeMutableRawPointer { base + row * stride + x * bytesPerPixel }
    }

    let base: UnsafeMutableRawPointer
    let stride: Int
    private let blank: [UInt8]
    private let bytesPerPixel: Int

    init(_ info: ImageInfo, background: [UInt8]) throws(OutOfMemory) {
        bytesPerPixel = info.layout.bytesPerPixel
        stride = info.size.width * bytesPerPixel
        blank = Array(repeatElement(background, count: info.size.width).joined())
        base = try HeapMemory.allocate(BlockMapping.side * stride)
    }

    deinit { HeapMemory.free(base) }

    var target: Target { Target(base: base, stride: stride, bytesPerPixel: bytesPerPixel) }

    func clear(_ rows: Int) {
        for row in 0..<rows {
            (base + row * stride).copyMemory(from: blank, byteCount: stride)
        }
    }
}

extension PixelRect {
    /// The rectangle divided along its longer side, which has at least two pixels.
    fileprivate var halves: [PixelRect] {
        if size.width >= size.height {
            let half = size.width / 2
            return [
                PixelRect(x: x, y: y, width: half, height: size.height),
                PixelRect(x: x + half, y: y, width: size.width - half, height: size.height),
            ]
        }
        let half = size.height / 2
        return [
            PixelRect(x: x, y: y, width: size.width, height: half),
            PixelRect(x: x, y: y + half, width: size.width, height: size.height - half),
        ]
    }
}
