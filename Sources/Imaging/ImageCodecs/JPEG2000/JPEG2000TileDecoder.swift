internal import PixelKernels
internal import TilePyramid

/// What a tile in JPEG 2000 has to be, and how it becomes pixels.
struct JPEG2000TileDecoder: Sendable {
    /// Columns and rows.
    var size: PixelSize
    /// Bits of a sample: 8 or 16.
    var bits: Int
    /// Samples of a pixel.
    var channels: Int
    /// Whether three channels are lightness and two colors, which nothing in a codestream says.
    var isYCbCr: Bool

    /// Bytes of a row of decoded samples.
    var rowBytes: Int { size.width * channels * bits / 8 }
    private var samples: Int { size.area * channels }

    /// The most bytes of a tile in a file: half as many again as its samples have, which nothing needs that was compressed
    /// well.
    var maximumStoredBytes: Int { rowBytes * size.height / 2 * 3 + (64 << 10) }
    /// The most bytes that OpenJPEG may need beside numbers and data.
    private var maximumDecoderMemory: Int { samples * 8 + (1 << 20) }
    /// The most bytes of memory that decoding takes: data and OpenJPEG's copy of it, numbers of 32 bits as wavelets and as
    /// samples, what OpenJPEG needs beside, and the decoded tile.
    var workingBytes: Int { 2 * maximumStoredBytes + 2 * 4 * samples + maximumDecoderMemory + rowBytes * size.height }

    /// Decodes a tile: a codestream, by itself or in a JP2 file.
    ///
    /// - Parameters:
    ///   - bytes: the tile.
    ///   - name: the file's, for messages.
    ///   - target: room for its rows, one after the other without gaps.
    /// - Throws: ``OpenJPEGDecoder/Failure`` when it is damaged or not what it has to be, ``CodecError`` without memory.
    func decode(_ bytes: [UInt8], name: String, into target: UnsafeMutableRawPointer) throws {
        let source = try ImageBytes(.bytes(bytes, name: name))
        guard let start = JPEG2000Container.codestreamOffset(source),
            let header = JPEG2000CodestreamHeader(bytes, at: start)
        else {
            throw OpenJPEGDecoder.Failure(reason: "it is no JPEG 2000 that is read here")
        }
        if let unsupportedReason = unsupportedReason(header, bytes) {
            throw OpenJPEGDecoder.Failure(reason: unsupportedReason)
        }
        let handle = try OpenJPEGDecoder(
            OpenJPEGDecoder.Codestream(bytes: source, start: start, name: name), reduction: 0, isLenient: false)
        var isWritten = false
        try handle.decodeWhole { part in
            isWritten = write(part, header.components, into: target)
        }
        guard isWritten else { throw OpenJPEGDecoder.Failure(reason: "it has another size than it says") }
    }

    /// Why a codestream is not such a tile.
    private func unsupportedReason(_ header: JPEG2000CodestreamHeader, _ bytes: [UInt8]) -> String? {
        guard header.size == size else { return "it has \(header.size) pixels where the page says \(size)" }
        guard header.components.count == channels else {
            return "it has \(header.components.count) channels where the page says \(channels)"
        }
        guard header.components.allSatisfy({ $0.bits == bits && !$0.isSigned }) else {
            let other = header.components.first { $0.bits != bits }
            return other.map { "its samples have \($0.bits) bits where the page says \(bits)" }
                ?? "its samples have signs"
        }
        guard let sampling = header.components.last, [1, 2, 4].contains(sampling.horizontalSubsampling),
            [1, 2, 4].contains(sampling.verticalSubsampling),
            header.components.enumerated().allSatisfy({ number, component in
                let isFull = component.horizontalSubsampling == 1 && component.verticalSubsampling == 1
                return number == 0 || !allowsChromaSubsampling ? isFull : component == sampling
            })
        else { return "its channels are of resolutions that are not read here" }
        guard let decoderMemory = header.estimatedDecoderMemory(bytes) else { return "its headers cannot be right" }
        guard decoderMemory <= maximumDecoderMemory else { return "it is divided into too many parts" }
        return nil
    }

    /// Whether colors may have less resolution than lightness.
    private var allowsChromaSubsampling: Bool { channels == 3 && bits == 8 }

    /// Writes what was decoded; no if it is not as large as was said.
    private func write(
        _ part: OpenJPEGDecoder.DecodedPlanes, _ components: [JPEG2000CodestreamHeader.Component],
        into target: UnsafeMutableRawPointer
    ) -> Bool {
        let matchesHeader = zip(part.planes, components).allSatisfy { plane, component in
            plane.size.width == (size.width - 1) / component.horizontalSubsampling + 1
                && plane.size.height == (size.height - 1) / component.verticalSubsampling + 1
        }
        guard matchesHeader, part.planes.count == channels else { return false }
        // Red, green and blue are never of different resolutions.
        if isYCbCr || components.contains(where: { $0.horizontalSubsampling > 1 || $0.verticalSubsampling > 1 }) {
            writeRGB(part, components, into: target)
        } else {
            for y in 0..<size.height {
                PlanarSamples.interleave(
                    part.planes.map { $0.row(y) }, count: size.width, greatest: 1 << bits - 1,
                    into: target + y * rowBytes)
            }
        }
        return true
    }

    private func writeRGB(
        _ part: OpenJPEGDecoder.DecodedPlanes, _ components: [JPEG2000CodestreamHeader.Component],
        into target: UnsafeMutableRawPointer
    ) {
        withUnsafeTemporaryAllocation(of: UInt8.self, capacity: 3 * size.width) { rows in
            guard let first = rows.baseAddress else { return }
            for y in 0..<size.height {
                for (number, (plane, component)) in zip(part.planes, components).enumerated() {
                    PlanarSamples.upsample(
                        plane.row(y / component.verticalSubsampling), factor: component.horizontalSubsampling,
                        count: size.width,
                        into: first + number * size.width)
                }
                YCbCr.makeRGB(
                    first, first + size.width, first + 2 * size.width, count: size.width,
                    into: (target + y * rowBytes).assumingMemoryBound(to: UInt8.self))
            }
        }
    }
}
