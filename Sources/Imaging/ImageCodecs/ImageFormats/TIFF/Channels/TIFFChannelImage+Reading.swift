internal import Caching
internal import ChannelImages
internal import Concurrency
internal import ImageMetadata
internal import ImageSources
internal import TilePyramid

extension TIFFChannelImage {
    /// The stored samples of a plane at a level.
    struct StoredPlane: Sendable {
        var file: TIFFChannelFile
        var page: TIFFChannelPage
        /// The sample of a pixel that is the channel.
        var sample: Int
        /// The bytes of a sample that is left out.
        var missing: [UInt8]

        /// The plane of the page, and the samples in it.
        var number: Int { page.planes > 1 ? sample : 0 }
        var samples: TIFFChannelSamples {
            TIFFChannelSamples(
                type: page.storedType, samplesPerPixel: page.samplesInBlock, sample: page.planes > 1 ? 0 : sample)
        }
    }

    func read(_ rect: PixelRect, of plane: ChannelPlane, into target: UnsafeMutableRawBufferPointer) throws {
        let size = description.levels[plane.level]
        let bytesPerSample = description.sampleType.byteCount
        precondition(
            rect.x >= 0 && rect.y >= 0 && rect.columns.upperBound <= size.width && rect.rows.upperBound <= size.height
                && description.channels.indices.contains(plane.channel)
                && 0..<description.sectionCount ~= plane.section && 0..<description.timeCount ~= plane.time,
            "a rectangle and a plane of the image")
        let byteCount = rect.size.area * bytesPerSample
        precondition(target.count >= byteCount, "room for the samples")
        guard byteCount > 0, let base = target.baseAddress else { return }
        let missing = missingSample(plane.channel)
        guard let stored = try storedPlane(plane, missing: missing) else {
            return fill(base, missing, count: rect.size.area)
        }
        try readUpright(rect, in: size, of: stored, into: base)
    }

    /// Reads a rectangle of an upright level.
    ///
    /// - Parameters:
    ///   - rect: the rectangle, which is not empty.
    ///   - size: the size of the upright level.
    ///   - plane: the stored plane.
    ///   - target: room for the samples.
    /// - Throws: ``CodecError`` when samples cannot be read.
    func readUpright(
        _ rect: PixelRect, in size: PixelSize, of plane: StoredPlane, into target: UnsafeMutableRawPointer
    ) throws {
        let bytesPerSample = plane.page.sampleType.byteCount
        guard orientation != .upright else {
            return try read(rect, of: plane, into: target, stride: rect.size.width * bytesPerSample)
        }
        let storedRect = orientation.stored(rect, in: size)
        var memory = ScratchBuffer()
        guard let scratch = try? memory.reserve(rect.size.area * bytesPerSample) else {
            throw CodecError.noMemory(plane.file.name)
        }
        try read(storedRect, of: plane, into: scratch, stride: storedRect.size.width * bytesPerSample)
        PixelCopy.turn(
            scratch, size: storedRect.size, bytesPerPixel: bytesPerSample, by: orientation, to: target,
            stride: rect.size.width * bytesPerSample)
    }

    /// Reads a rectangle of stored samples, with rows `stride` bytes apart.
    private func read(
        _ rect: PixelRect, of plane: StoredPlane, into target: UnsafeMutableRawPointer, stride: Int
    ) throws {
        let page = plane.page
        var parts: [(column: Int, rows: Range<Int>)] = []
        var row = rect.y
        while row < rect.rows.upperBound {
            let rows = page.partRows(showing: row)
            for column in rect.x / page.block.width...(rect.columns.upperBound - 1) / page.block.width {
                parts.append((column, rows))
                guard parts.count == Self.batchCount else { continue }
                try read(parts, rect, of: plane, into: target, stride: stride)
                parts.removeAll(keepingCapacity: true)
            }
            row = rows.upperBound
        }
        try read(parts, rect, of: plane, into: target, stride: stride)
    }

    /// The most blocks that are handed to threads together.
    private static let batchCount = 4096

    /// Reads the parts of blocks that show a rectangle, on several threads.
    private func read(
        _ parts: [(column: Int, rows: Range<Int>)], _ rect: PixelRect, of plane: StoredPlane,
        into target: UnsafeMutableRawPointer, stride: Int
    ) throws {
        let page = plane.page
        // The memory is divided among the parts.
        nonisolated(unsafe) let target = target
        // What is read by rows is not decoded.
        let threads = page.isReadByRows ? 1 : options.threads ?? Processors.count
        try parallelFor(parts.count, workers: threads, makeContext: {}) { index, _ in
            let (column, rows) = parts[index]
            let left = column * page.block.width
            let piece = PixelRect(
                x: max(left, rect.x), y: max(rows.lowerBound, rect.y),
                width: min(left + page.block.width, rect.columns.upperBound) - max(left, rect.x),
                height: min(rows.upperBound, rect.rows.upperBound) - max(rows.lowerBound, rect.y))
            let start =
                target + (piece.y - rect.y) * stride + (piece.x - rect.x) * page.sampleType.byteCount
            do {
                try read(piece, column: column, rows: rows, of: plane, into: start, stride: stride)
            } catch let problem as TIFFBlocks.Problem {
                try accept(problem, plane, piece)
                for y in 0..<piece.size.height {
                    fill(start + y * stride, plane.missing, count: piece.size.width)
                }
            } catch is OutOfMemory {
                throw CodecError.noMemory(plane.file.name)
            }
        }
    }

    /// Reads a piece of a strip or tile.
    ///
    /// - Parameters:
    ///   - piece: the piece in the image.
    ///   - column: the column of the block.
    ///   - rows: the rows of the part of the block that is decoded together.
    ///   - plane: the plane.
    ///   - target: the first sample.
    ///   - stride: the bytes from one row to the next.
    /// - Throws: ``TIFFBlocks/Problem``, or ``CodecError`` when reading fails.
    private func read(
        _ piece: PixelRect, column: Int, rows: Range<Int>, of plane: StoredPlane,
        into target: UnsafeMutableRawPointer, stride: Int
    ) throws {
        let page = plane.page
        let file = plane.file
        let number = page.number(column: column, row: rows.lowerBound / page.block.height, plane: plane.number)
        let extent = try file.extent(of: number, in: page)
        // The sizes of strips without compression are often wrong, and their rows are where they are.
        guard extent.count > 0, page.isReadByRows || !extent.isTruncated else { throw extent.problem }
        let isSmall = page.blockBytes <= TIFFBlockRowReader.largestStripBytes
        if page.isReadByRows, page.samplesInBlock == 1 || !isSmall {
            return try readRows(piece, column: column, extent, of: plane, into: target, stride: stride)
        }
        func key(_ row: Int) -> TIFFBlockKey {
            TIFFBlockKey(file: file.name, page: page.identifier, number: number, row: row)
        }
        func decode() throws -> TIFFDecodedBlock {
            if page.holdsLargeStrips {
                return try stripReaders.part(
                    rows, strip: number, plane: plane.number, of: page, in: file, key: key)
            }
            let height = page.isTiled ? page.block.height : rows.count
            let block = try TIFFDecodedBlock(byteCount: height * page.rowBytes)
            try decoders.withContext { decoder in
                try decoder.decode(number, extent, of: page, in: file, rows: height, into: block.memory)
            }
            return block
        }
        // Nothing asks again for a block of one channel that is read as a whole.
        let visible = min(page.block.width, page.size.width - column * page.block.width)
        let isWhole = page.samplesInBlock == 1 && piece.size.width == visible && piece.size.height == rows.count
        let own = key(rows.lowerBound)
        let block =
            isWhole && !page.holdsLargeStrips
            ? try cache.value(for: own) ?? decode()
            : try cache.value(for: own, cost: \.byteCount, make: decode)
        let samples = plane.samples
        for y in 0..<piece.size.height {
            samples.copy(
                block.memory + (piece.y + y - rows.lowerBound) * page.rowBytes,
                from: piece.x - column * page.block.width,
                count: piece.size.width, to: target + y * stride)
        }
    }

    /// Fills memory with the sample of what is left out.
    private func fill(_ target: UnsafeMutableRawPointer, _ sample: [UInt8], count: Int) {
        SampleFill.fill(UnsafeMutableRawBufferPointer(start: target, count: count * sample.count), with: sample)
    }
}

extension Orientation {
    /// The stored rectangle that is shown as a rectangle of the upright image, whose size is given.
    func stored(_ rect: PixelRect, in upright: PixelSize) -> PixelRect {
        let y = reversesRows ? upright.height - rect.rows.upperBound : rect.y
        let x = reversesColumns ? upright.width - rect.columns.upperBound : rect.x
        return transposes
            ? PixelRect(x: y, y: x, width: rect.size.height, height: rect.size.width)
            : PixelRect(x: x, y: y, width: rect.size.width, height: rect.size.height)
    }
}
