internal import Concurrency
internal import ImageMetadata
internal import ImageSources
internal import PixelKernels
internal import TilePyramid

extension JPEG2000ImageSource {
    /// Decodes band by band, with OpenJPEG's own threads.
    ///
    /// - Parameters:
    ///   - height: the number of rows of a band; the image's number to decode it as a whole.
    ///   - reusesDecoder: keeps the decoder, with the compressed data, from band to band.
    ///   - body: takes each band of pixels.
    /// - Throws: ``CodecError``, or what `body` throws.
    func readStrips(rows height: Int, reusesDecoder: Bool, _ body: (PixelBand) throws -> Void) throws {
        let threads = WorkerPool<Void>(size: options.threads) {}.size
        var pixels = ScratchBuffer()
        var kept: OpenJPEGDecoder?
        HeapTuning.retainFreedMemory
        let missing = try missingTiles()
        var top = 0
        while top < info.size.height {
            let rows = top..<min(top + height, info.size.height)
            var part: OpenJPEGDecoder.DecodedPlanes?
            do {
                let decoder =
                    try kept
                    ?? Self.open(input, reduction: reduction, isLenient: options.allowTruncated, threads: threads)
                kept = decoder
                part = try decode(rows, with: decoder)
                if part?.isWhole == false, options.allowTruncated {
                    try accept("it is truncated", near: "row \(top + 1)", tile: nil)
                }
            } catch let failure as OpenJPEGDecoder.Failure {
                // After a failure the state of a decoder is undefined.
                kept = nil
                try accept(failure.reason, near: "row \(top + 1)", tile: nil)
            }
            try withExtendedLifetime(kept) { try deliver(rows, of: part, missing, &pixels, body) }
            if !reusesDecoder { kept = nil }
            top = rows.upperBound
        }
    }

    /// Finds the pixels of tiles without tile-parts, which OpenJPEG leaves black when it decodes more than one tile.
    ///
    /// - Throws: ``CodecError`` for the first, unless damage is accepted.
    private func missingTiles() throws -> [PixelRect] {
        guard header.tileCount > 1 else { return [] }
        let all =
            parameters.hasReadAllTileParts
            ? parameters
            : JPEG2000CodingParameters(
                input.bytes, at: input.start, header, tilePartLimit: JPEG2000CodingParameters.largestTilePartCount)
        guard all.hasReadAllTileParts else { return [] }
        var missing: [PixelRect] = []
        for number in 0..<header.tileCount where !all.tiles.contains(number) {
            let column = number % header.tiles.width
            let row = number / header.tiles.width
            let rect = geometry.pixels(column: column, row: row)
            guard rect.size.width > 0, rect.size.height > 0 else { continue }
            missing.append(rect)
            let line = rect.y - geometry.vertical.pixels.lowerBound + 1
            try accept("the tile is missing", near: "row \(line)", tile: (column, row))
        }
        return missing
    }

    /// Decodes rows, counted from the first of the image.
    private func decode(
        _ rows: Range<Int>, with decoder: OpenJPEGDecoder
    ) throws(OpenJPEGDecoder.Failure) -> OpenJPEGDecoder.DecodedPlanes {
        guard rows.count < info.size.height else { return try decoder.decodeWhole() }
        let first = geometry.vertical.pixels.lowerBound
        let points = geometry.vertical.points(
            for: first + rows.lowerBound..<first + rows.upperBound,
            subsampling: writer.channels.map(\.subsampling.height))
        return try decoder.decode(rows: points)
    }

    /// Delivers decoded rows some at a time; gray for a part that cannot be read.
    private func deliver(
        _ rows: Range<Int>, of part: OpenJPEGDecoder.DecodedPlanes?, _ missing: [PixelRect],
        _ pixels: inout ScratchBuffer, _ body: (PixelBand) throws -> Void
    ) throws {
        let stride = info.size.width * writer.conversion.pixelBytes
        let left = geometry.horizontal.pixels.lowerBound
        let first = geometry.vertical.pixels.lowerBound
        var top = rows.lowerBound
        while top < rows.upperBound {
            let piece = top..<min(top + JPEG2000DecodePlan.deliveredRows(info.size), rows.upperBound)
            let target = try pixels.reserve(piece.count * stride)
            let rect = PixelRect(x: left, y: first + top, width: info.size.width, height: piece.count)
            let isWritten = part.map { writer.write($0, rect, into: target, stride: stride) }
            if isWritten != true { writer.conversion.fillBlank(rect.size, at: target, stride: stride) }
            if isWritten == false {
                try accept("its size does not match the header", near: "row \(top + 1)", tile: nil)
            }
            for tile in missing {
                let lines = tile.rows.clamped(to: rect.rows)
                let offset = (lines.lowerBound - rect.y) * stride + (tile.x - left) * writer.conversion.pixelBytes
                let lost = PixelSize(width: tile.size.width, height: lines.count)
                writer.conversion.fillBlank(lost, at: target + offset, stride: stride)
            }
            try body(PixelBand(base: UnsafeRawPointer(target), stride: stride, rows: piece))
            top = piece.upperBound
        }
    }
}
