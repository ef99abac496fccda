internal import ImageMetadata
internal import PixelKernels
internal import TilePyramid

/// Decodes the JPEG 2000 tiles of a TIFF page after checking them against the page's tags.
struct JPEG2000TileDecoder: Sendable {
    /// The width and height of a tile.
    var size: PixelSize
    /// Bits per sample: 8 or 16.
    var bits: Int
    /// Samples per pixel.
    var channels: Int
    /// True when the three channels are Y, Cb and Cr, which a codestream does not declare.
    var isYCbCr: Bool

    /// The bytes of a row of decoded samples.
    var rowBytes: Int { size.width * channels * bits / 8 }
    private var samples: Int { size.area * channels }

    /// The maximum bytes of a stored tile: one and a half times its samples, more than compressed data needs.
    var maximumStoredBytes: Int { rowBytes * size.height / 2 * 3 + (64 << 10) }
    /// The maximum bytes that OpenJPEG may need beside samples and data.
    private var maximumDecoderMemory: Int { samples * 8 + (1 << 20) }
    /// The maximum memory of a decode in bytes: the data and OpenJPEG's copy of it, 32-bit coefficients and samples,
    /// OpenJPEG's other memory, and the decoded tile.
    var workingBytes: Int { 2 * maximumStoredBytes + 2 * 4 * samples + maximumDecoderMemory + rowBytes * size.height }

    /// Decodes a tile, a bare codestream or a JP2 file, to rows without gaps.
    ///
    /// - Throws: ``OpenJPEGDecoder/Failure`` when the tile is damaged or does not match the page, ``CodecError``
    ///   without memory.
    func decode(_ bytes: [UInt8], name: String, into target: UnsafeMutableRawPointer) throws {
        let source = try ImageBytes(.bytes(bytes, name: name))
        guard let start = JPEG2000Container.codestreamOffset(source),
            let header = JPEG2000CodestreamHeader(source, at: start)
        else {
            throw OpenJPEGDecoder.Failure(reason: "it is not a JPEG 2000 codestream that is supported")
        }
        if let unsupportedReason = unsupportedReason(header, JPEG2000CodingParameters(source, at: start, header)) {
            throw OpenJPEGDecoder.Failure(reason: unsupportedReason)
        }
        let handle = try OpenJPEGDecoder(
            OpenJPEGDecoder.Codestream(bytes: source, start: start, name: name), reduction: 0, isLenient: false)
        let part = try handle.decodeWhole()
        let isWritten = withExtendedLifetime(handle) { write(part, header.components, into: target) }
        guard isWritten else { throw OpenJPEGDecoder.Failure(reason: "its decoded size does not match its header") }
    }

    /// The reason that a codestream cannot be such a tile; nil when it can.
    private func unsupportedReason(
        _ header: JPEG2000CodestreamHeader, _ parameters: JPEG2000CodingParameters
    ) -> String? {
        let stored = header.size(PixelSize(width: 1, height: 1))
        guard stored == size else { return "it has \(stored) pixels where the page says \(size)" }
        guard header.origin == .zero else { return "its image does not start at the origin of its grid" }
        guard header.components.count == channels else {
            return "it has \(header.components.count) channels where the page says \(channels)"
        }
        guard header.components.allSatisfy({ $0.bits == bits && !$0.isSigned }) else {
            let other = header.components.first { $0.bits != bits }
            return other.map { "its samples have \($0.bits) bits where the page says \(bits)" }
                ?? "its samples are signed"
        }
        guard let sampling = header.components.last, [1, 2, 4].contains(sampling.horizontalSubsampling),
            [1, 2, 4].contains(sampling.verticalSubsampling),
            header.components.enumerated().allSatisfy({ number, component in
                let isFull = component.horizontalSubsampling == 1 && component.verticalSubsampling == 1
                return number == 0 || !allowsChromaSubsampling ? isFull : component == sampling
            })
        else { return "the resolutions of its channels are unsupported" }
        guard parameters.isValid else { return "its headers are invalid" }
        guard header.decoderMemory(parameters) <= Double(maximumDecoderMemory) else {
            return "it has too many tiles, precincts or code-blocks"
        }
        return nil
    }

    /// True when chroma may have less resolution than luma.
    private var allowsChromaSubsampling: Bool { channels == 3 && bits == 8 }

    /// Writes the decoded planes; false when their sizes do not match the header.
    private func write(
        _ part: OpenJPEGDecoder.DecodedPlanes, _ components: [JPEG2000CodestreamHeader.Component],
        into target: UnsafeMutableRawPointer
    ) -> Bool {
        let matchesHeader = zip(part.planes, components).allSatisfy { plane, component in
            plane.size.width == (size.width - 1) / component.horizontalSubsampling + 1
                && plane.size.height == (size.height - 1) / component.verticalSubsampling + 1
        }
        guard matchesHeader, part.planes.count == channels else { return false }
        // Only YCbCr has subsampled components; RGB never does.
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
