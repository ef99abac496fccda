internal import Concurrency
internal import Glibc
internal import ImageMetadata
package import ImageSources
package import PixelKernels
package import TilePyramid

/// The decoder processes of a pyramid's tiles; they get no tiles of other pyramids.
///
/// They decode everything after ``DecoderProcess/isolateEverything()``. Otherwise they decode only tiles that might take more
/// than the rest of a ``ProcessorTimeBudget``, and a process that has used the rest is ended. May be used from any thread; each
/// call has a process for itself.
package final class TileProcesses: Sendable {
    /// Starts a decoder process.
    typealias Start = @Sendable () throws(DecoderEnd) -> DecoderWorker

    /// Identifies the pyramid among all that are open.
    private let number: UInt64
    private let start: Start
    /// Whether all tiles are decoded in processes; nil for what the program has chosen.
    private let isolatesAll: Bool?

    private static let lastNumber = Locked(UInt64(0))

    /// Creates the processes of a pyramid; none is started before there is a tile for it.
    package convenience init() { self.init(isolatesAll: nil, start: SpawnedDecoder.start) }

    /// Creates processes for tests.
    init(isolatesAll: Bool?, start: @escaping Start) {
        number = Self.lastNumber.withLock {
            $0 += 1
            return $0
        }
        self.isolatesAll = isolatesAll
        self.start = start
    }

    deinit { IdleTileDecoders.end(number) }

    // MARK: Decoding

    /// Returns the layout of a tile's stored pixels, from its header.
    ///
    /// - Throws: ``CodecError``.
    package func layout(of tile: [UInt8], name: String) throws -> PixelLayout {
        guard isNeeded(0) else { return try openTileImage(tile, name: name).info.layout }
        return try perform(.layout, Payload(tile), pixels: 0, name: name) { _, answer throws(MessageReader.Malformed) in
            try answer.layout()
        }
    }

    /// Decodes the pixels of a tile that a pyramid shows.
    ///
    /// - Parameters:
    ///   - interior: the wanted pixels.
    ///   - tile: the encoded tile.
    ///   - name: its name for error messages.
    ///   - target: memory for the pixels.
    ///   - stride: the bytes from one row of pixels to the next.
    /// - Returns: whether the tile has been decoded; false, with nothing written, if it cannot be decoded at the scale.
    /// - Throws: ``CodecError``, `CancellationError`, and `ProcessorTimeBudget.Exhausted`.
    package func decode(
        _ interior: TileInterior, of tile: [UInt8], name: String, into target: UnsafeMutableRawPointer, stride: Int
    ) throws -> Bool {
        guard isNeeded(DecodingCost.seconds(of: tile)) else {
            return try interior.decode(tile, name: name, into: target, stride: stride)
        }
        let rowBytes = interior.size.width * interior.layout.bytesPerPixel
        // The pixels of the stored tile may be more than those that are shown.
        let pixels = max(interior.storedSize.area, ImageFormats.standard.size(of: tile)?.area ?? 0)
        let payload = Payload(tile, resultBytes: rowBytes * interior.size.height)
        return try perform(.interior(interior), payload, pixels: pixels, name: name) {
            result, answer throws(MessageReader.Malformed) in
            guard try answer.bool() else { return false }
            for y in 0..<interior.size.height {
                (target + y * stride).copyMemory(from: result + y * rowBytes, byteCount: rowBytes)
            }
            return true
        }
    }

    /// Decodes a plain JPEG to rows without gaps, in a process if one is needed.
    ///
    /// - Parameters:
    ///   - size: the size that the JPEG has.
    ///   - layout: gray or RGB of 8 bits.
    ///   - scale: the scale.
    ///   - part: the wanted pixels after decoding; nil for all. Other pixels are undefined then.
    ///   - tile: the JPEG.
    ///   - name: its name for error messages.
    ///   - target: memory for all rows.
    /// - Returns: false, with nothing written, if the program's own process may decode it.
    /// - Throws: the errors of ``decode(_:of:name:into:stride:)``.
    package func decodeSamples(
        size: PixelSize, layout: PixelLayout, scale: DecodeScale, part: PixelRect?, of tile: [UInt8], name: String,
        into target: UnsafeMutableRawPointer
    ) throws -> Bool {
        guard isNeeded(DecodingCost.seconds(of: tile)) else { return false }
        let decoded = scale.size(of: size)
        let rowBytes = decoded.width * layout.bytesPerPixel
        let rows = part?.rows.clamped(to: 0..<decoded.height) ?? 0..<decoded.height
        let payload = Payload(tile, resultBytes: rowBytes * decoded.height)
        let decoding = TileDecoding.samples(size: size, layout: layout, scale: scale, part: part)
        return try perform(decoding, payload, pixels: size.area, name: name) { result, _ in
            let start = rows.lowerBound * rowBytes
            (target + start).copyMemory(from: result + start, byteCount: rows.count * rowBytes)
            return true
        }
    }

    /// Decodes a plain JPEG of 4:2:0 to planes, in a process if one is needed.
    ///
    /// - Parameters:
    ///   - size: the size that the JPEG has.
    ///   - offsets: the offsets of the planes Y, Cb and Cr in the memory, in bytes.
    ///   - stride: the bytes from one row of a plane to the next.
    ///   - byteCount: the bytes of the memory: rows of luma, and below them rows of chroma.
    ///   - tile: the JPEG.
    ///   - name: its name for error messages.
    ///   - target: the memory.
    /// - Returns: false, with nothing written, if the program's own process may decode it.
    /// - Throws: the errors of ``decode(_:of:name:into:stride:)``.
    package func decodePlanes(
        size: PixelSize, offsets: [Int], stride: Int, byteCount: Int, of tile: [UInt8], name: String,
        into target: UnsafeMutableRawPointer
    ) throws -> Bool {
        guard isNeeded(DecodingCost.seconds(of: tile)) else { return false }
        let decoding = TileDecoding.planes(size: size, offsets: offsets, stride: stride)
        return try perform(decoding, Payload(tile, resultBytes: byteCount), pixels: size.area, name: name) {
            result, _ in
            target.copyMemory(from: result, byteCount: byteCount)
            return true
        }
    }

    /// Whether TIFF tiles of this size and compression are converted in a process.
    package func convertsTIFF(tileSize: PixelSize, compression: Int?) -> Bool {
        let nanoseconds = TIFFTileDecoder.nanosecondsPerPixel(compression: compression)
        return isNeeded(Double(tileSize.width) * Double(tileSize.height) * nanoseconds * 1e-9)
    }

    /// Converts the only tile of a TIFF in memory to PNG, in a process.
    ///
    /// - Parameters:
    ///   - file: the TIFF; empty to ask whether its pixel format is supported.
    ///   - conversion: the conversion.
    ///   - tileSize: the size of the tile.
    ///   - mask: a byte for each pixel, 0 for invalid ones; nil without a mask.
    ///   - name: the tile's name for error messages.
    /// - Returns: whether the pixel format is supported, and the PNG; nil if all shown pixels are valid.
    /// - Throws: the errors of ``decode(_:of:name:into:stride:)``.
    package func png(
        of file: [UInt8], _ conversion: TIFFTileConversion, tileSize: PixelSize, mask: [UInt8]?, name: String
    ) throws -> (isSupported: Bool, png: [UInt8]?) {
        let payload = Payload(file, mask: mask ?? [])
        return try perform(.tiff(conversion), payload, pixels: tileSize.area, name: name) {
            _, answer throws(MessageReader.Malformed) in
            guard try answer.bool() else { return (false, nil) }
            return (
                true, try answer.optional { answer throws(MessageReader.Malformed) in try answer.byteArray() }
            )
        }
    }

    /// Decodes the only tile of a mask's TIFF in memory, in a process.
    ///
    /// - Returns: a byte for each pixel; nil if masks of this kind are not supported.
    /// - Throws: the errors of ``decode(_:of:name:into:stride:)``.
    package func mask(of file: [UInt8], directory: Int, tileSize: PixelSize, name: String) throws -> [UInt8]? {
        try perform(.tiffMask(directory: directory), Payload(file), pixels: tileSize.area, name: name) {
            _, answer throws(MessageReader.Malformed) in
            let mask = try answer.optional { answer throws(MessageReader.Malformed) in try answer.byteArray() }
            guard mask.map({ $0.count == tileSize.area }) ?? true else { throw MessageReader.Malformed() }
            return mask
        }
    }

    // MARK: Processes

    /// Whether something that may take some processor time is decoded in a process.
    private func isNeeded(_ seconds: Double) -> Bool {
        if let isolatesAll { return isolatesAll }
        guard DecoderProcess.isEnabled else { return false }
        guard !DecoderProcess.isolatesEverything else { return true }
        return ProcessorTimeBudget.current != nil && seconds > DecodingCost.ownProcessSeconds
    }

    /// The bytes that a process gets, and the room for what it returns.
    private struct Payload {
        var tile: [UInt8], mask: [UInt8]
        var resultBytes: Int

        init(_ tile: [UInt8], mask: [UInt8] = [], resultBytes: Int = 0) {
            self.tile = tile
            self.mask = mask
            self.resultBytes = resultBytes
        }
    }

    /// Lets a process decode a tile, and reads its answer.
    private func perform<Result>(
        _ decoding: TileDecoding, _ payload: Payload, pixels: Int, name: String,
        _ read: (UnsafeRawPointer, inout MessageReader) throws(MessageReader.Malformed) -> Result
    ) throws -> Result {
        try ProcessorTimeBudget.current?.check()
        let budget = DecodeLimits().budget(
            bytes: payload.tile.count, pixels: min(pixels, TileDecoder.defaultPixelLimit), isDecodedWhole: true)
        do {
            let decoder = try IdleTileDecoders.take(number) ?? TileDecoderProcess(start())
            let offset = TileRequest.resultOffset(tileBytes: payload.tile.count, maskBytes: payload.mask.count)
            let (memory, isNew) = try decoder.memory(of: offset + payload.resultBytes, name: name)
            payload.tile.withUnsafeBytes { memory.base.copyBytes(from: $0) }
            payload.mask.withUnsafeBytes { (memory.base + payload.tile.count).copyBytes(from: $0) }
            let request = TileRequest(
                decoding: decoding, budget: budget, newMemory: isNew ? memory.byteCount : nil,
                tileBytes: payload.tile.count, maskBytes: payload.mask.count)
            let (kind, contents) = try decoder.answer(to: request, memory)
            var answer = MessageReader(contents)
            switch kind {
            case .result:
                let result = try read(memory.base + offset, &answer)
                IdleTileDecoders.keep(decoder, for: number)
                return result
            case .failure:
                let failure = try DecoderFailure(contents)
                IdleTileDecoders.keep(decoder, for: number)
                throw CodecError(failure.code, file: name, failure.message)
            default: throw MessageReader.Malformed()
            }
        } catch let end as DecoderEnd {
            throw end.exit.error(file: name, budget: budget)
        } catch is MessageReader.Malformed {
            throw DecoderExit.malformed.error(file: name, budget: budget)
        }
    }
}

extension UnsafeMutableRawPointer {
    fileprivate func copyBytes(from bytes: UnsafeRawBufferPointer) {
        if let base = bytes.baseAddress { copyMemory(from: base, byteCount: bytes.count) }
    }
}
