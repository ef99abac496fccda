internal import Concurrency
internal import ImageMetadata
internal import ImageSources
internal import PixelKernels
internal import TilePyramid

extension JPEG2000ImageSource {
    /// Decodes the tiles of each row on several threads.
    func readTiles(_ body: (PixelBand) throws -> Void) throws {
        var pixels = ScratchBuffer()
        let tileBytes = max(1, Int(JPEG2000DecodePlan.decodingBytes(header.tileSamples, geometry)))
        let input = input
        let reduction = reduction
        let isLenient = options.allowTruncated
        let size = min(options.threads ?? .max, max(1, JPEG2000DecodePlan.workingBytes / tileBytes))
        let workers = WorkerPool(size: size) {
            try Self.open(input, reduction: reduction, isLenient: isLenient)
        }
        let stride = info.size.width * writer.conversion.pixelBytes
        let top = geometry.vertical.pixels.lowerBound
        for row in 0..<header.tiles.height {
            let lines = geometry.vertical.pixels(tile: row)
            // A tile may lie between the samples of subsampled components.
            guard !lines.isEmpty else { continue }
            let rows = lines.lowerBound - top..<lines.upperBound - top
            let target = try pixels.reserve(rows.count * stride)
            try workers.perform(header.tiles.width) { decoder, column in
                try decode(column: column, row: row, with: decoder, into: target, stride)
            } accepting: { (column: Int, failure: OpenJPEGDecoder.Failure) in
                try accept(failure.reason, near: "row \(rows.lowerBound + 1)", tile: (column, row))
            }
            try body(PixelBand(base: UnsafeRawPointer(target), stride: stride, rows: rows))
        }
    }

    /// Decodes a tile to its place in a row of tiles; leaves gray there when that fails.
    private func decode(
        column: Int, row: Int, with decoder: OpenJPEGDecoder, into target: UnsafeMutableRawPointer, _ stride: Int
    ) throws {
        let rect = geometry.pixels(column: column, row: row)
        guard rect.size.width > 0 else { return }
        let left = rect.x - geometry.horizontal.pixels.lowerBound
        let location = target + left * writer.conversion.pixelBytes
        var isWritten = false
        defer {
            if !isWritten { writer.conversion.fillBlank(rect.size, at: location, stride: stride) }
        }
        let part = try decoder.decode(tile: row * header.tiles.width + column)
        isWritten = withExtendedLifetime(decoder) { writer.write(part, rect, into: location, stride: stride) }
        guard isWritten else { throw OpenJPEGDecoder.Failure(reason: "its size does not match the header") }
        guard part.isWhole || !options.allowTruncated else {
            throw OpenJPEGDecoder.Failure(reason: "it is truncated")
        }
    }
}
