internal import Concurrency
internal import ImageSources
internal import PixelKernels
internal import TilePyramid

extension JPEG2000ImageSource {
    /// Decodes band by band, with OpenJPEG's own threads.
    ///
    /// - Parameters:
    ///   - height: the rows of a band; those of the image to decode it as a whole.
    ///   - reusesDecoder: keeps the decoder, with the compressed data, from band to band.
    func readStrips(rows height: Int, reusesDecoder: Bool, _ body: (PixelBand) throws -> Void) throws {
        let threads = WorkerPool<Void>(size: options.threads) {}.size
        var pixels = ScratchBuffer()
        var kept: OpenJPEGDecoder?
        HeapTuning.retainFreedMemory
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
            try withExtendedLifetime(kept) { try deliver(rows, of: part, &pixels, body) }
            if !reusesDecoder { kept = nil }
            top = rows.upperBound
        }
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
        _ rows: Range<Int>, of part: OpenJPEGDecoder.DecodedPlanes?, _ pixels: inout ScratchBuffer,
        _ body: (PixelBand) throws -> Void
    ) throws {
        let stride = info.size.width * info.layout.bytesPerPixel
        let (left, first) = (geometry.horizontal.pixels.lowerBound, geometry.vertical.pixels.lowerBound)
        var top = rows.lowerBound
        while top < rows.upperBound {
            let piece = top..<min(top + JPEG2000DecodePlan.deliveredRows(info.size), rows.upperBound)
            let target = try pixels.reserve(piece.count * stride)
            let rect = PixelRect(x: left, y: first + top, width: info.size.width, height: piece.count)
            let isWritten = part.map { writer.write($0, rect, into: target, stride: stride) }
            if isWritten != true { info.layout.fillBlank(rect.size, at: target, stride: stride) }
            if isWritten == false {
                try accept("its size does not match the header", near: "row \(top + 1)", tile: nil)
            }
            try body(PixelBand(base: UnsafeRawPointer(target), stride: stride, rows: piece))
            top = piece.upperBound
        }
    }
}
