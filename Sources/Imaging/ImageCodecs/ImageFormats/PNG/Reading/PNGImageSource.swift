internal import Concurrency
internal import ImageMetadata
internal import ImageSources
internal import PixelKernels
internal import TilePyramid

/// A PNG of any kind, read as a stream: one thread decompresses, the calling thread undoes the filters, and several
/// convert the pixels.
///
/// Memory is some rows (``PNGRowBlocks``), never in proportion to the height: an interlaced image of more than
/// ``PNGPassStore/memoryLimit`` bytes is put together in a temporary file. Colors in a profile other than sRGB are
/// delivered in it, where ``DecodeOptions/keepProfile`` is set; otherwise they take the general path,
/// ``VipsImageSource``. With ``DecodeOptions/allowTruncated``, missing pixels are black, or transparent where there is
/// alpha; those of an interlaced image have the color of the passes that are there.
final class PNGImageSource: ImageSource {
    let info: ImageInfo
    /// The orientation of the EXIF metadata; the caller applies it.
    let orientation: Orientation
    private(set) var warnings: [String] = []

    let name: String
    let chunks: PNGLeadingChunks
    let passes: [PNGPass]
    let conversion: PNGRowConversion
    let allowTruncated: Bool
    private let fileSize: Int
    private let threads: WorkerPool<Void>
    private var stream: PNGDatastream?
    private var delivered = ScratchBuffer()

    /// The bytes of rows that a thread converts at a time.
    private static let pieceBytes = 64 << 10

    /// Opens a PNG and reads what precedes its pixels.
    ///
    /// - Returns: nil when the pixels have to be converted from an ICC profile.
    /// - Throws: ``CodecError`` when the image is damaged, or the options do not fit it.
    static func open(_ input: ImageInput, options: DecodeOptions) throws -> PNGImageSource? {
        guard options.page == 1 else {
            throw CodecError.noPage(options.page, of: options.page > 1 ? 1 : nil, file: input.name)
        }
        let bytes = try ImageBytes(input)
        let stream = try PNGDatastream(bytes)
        let chunks = try PNGLeadingChunks(stream, name: input.name)
        let size = chunks.header.size
        guard max(size.width, size.height) <= ImageInfo.longestSide else { throw CodecError.tooLarge(input.name) }
        var isDamaged = chunks.hasDamagedProfile
        if let profile = chunks.profile {
            switch try profile.effect(file: input.name) {
            case .unneeded: break
            case .conversion: guard options.keepProfile else { return nil }
            case nil: isDamaged = true
            }
        }
        return try PNGImageSource(
            input.name, stream, chunks, options, fileSize: bytes.size, ignoresProfile: isDamaged)
    }

    private init(
        _ name: String, _ stream: PNGDatastream, _ chunks: PNGLeadingChunks, _ options: DecodeOptions, fileSize: Int,
        ignoresProfile: Bool
    ) throws {
        self.name = name
        self.stream = stream
        self.chunks = chunks
        self.fileSize = fileSize
        allowTruncated = options.allowTruncated
        threads = WorkerPool(size: options.threads) {}
        passes = PNGPass.passes(chunks.header)
        let profile = options.keepProfile && !ignoresProfile ? chunks.profile?.bytes : nil
        conversion = try PNGRowConversion(chunks, options: options, keepsProfile: profile != nil, file: name)
        orientation = chunks.exif.map(EXIFBlock.orientation(in:)) ?? .upright
        info = ImageInfo(
            size: chunks.header.size, layout: conversion.layout, profile: profile, container: "PNG",
            exif: chunks.exif.flatMap { EXIFBlock.cleaned($0, upright: false) })
        // Ranges are those of samples of 8 bits where a sample has less.
        warnings = chunks.colors.warnings + options.emptyRangeWarning(bits: max(8, chunks.header.depth))
        if ignoresProfile {
            let assumed = chunks.header.isGray ? "plain gray" : "sRGB"
            warnings += ["the embedded color profile is damaged or does not fit the image; \(assumed) is assumed."]
        }
    }

    func readBands(_ body: (PixelBand) throws -> Void) throws {
        guard let stream else { preconditionFailure("readBands may be called once") }
        self.stream = nil
        // Deflate makes at most 1032 bytes of one (https://zlib.net/zlib_tech.html).
        let bytes = passes.reduce(0) { $0 + $1.filteredBytes }
        guard allowTruncated || bytes / 1032 <= fileSize else { throw CodecError.truncatedPNG(name) }
        guard let data = PNGDataReader(stream, length: chunks.dataLength) else { throw CodecError.noMemory(name) }
        let blocks = try PNGRowBlocks(passes, data, decodesAhead: threads.size > 1)
        defer { blocks.stop() }
        if chunks.header.isInterlaced {
            try readPasses(blocks, body)
        } else {
            try readRows(blocks, body)
        }
    }

    /// Reads an image that is stored row by row.
    private func readRows(_ blocks: PNGRowBlocks, _ body: (PixelBand) throws -> Void) throws {
        var next = 0
        let unfiltering = try PNGUnfiltering(passes, bytesPerPixel: bytesPerPixel)
        while let block = blocks.take() {
            defer { blocks.recycle(block) }
            var missing: [Int] = []
            try unfiltering.run(block) { row, problem in
                try accept(problem)
                missing.append(row)
            }
            try deliver(block.rows, block.base + 1, stride: block.stride, missing: missing, body)
            next = block.rows.upperBound
            if let problem = block.problem { try accept(problem) }
        }
        while next < info.size.height {
            let rows = next..<min(next + PlanarBand.rowLimit, info.size.height)
            try deliver(rows, nil, stride: 0, missing: [], body)
            next = rows.upperBound
        }
    }

    /// The distance to the pixel on the left that filters use.
    var bytesPerPixel: Int { max(1, chunks.header.depth * chunks.header.colorType.samples / 8) }

    /// Converts rows that are stored `stride` bytes apart, and lends them to `body`; blank ones where there is no `base`.
    func deliver(
        _ rows: Range<Int>, _ base: UnsafeMutableRawPointer?, stride: Int, missing: [Int],
        _ body: (PixelBand) throws -> Void
    ) throws {
        guard !rows.isEmpty else { return }
        if let base, conversion.isIdentity, missing.isEmpty {
            return try body(PixelBand(base: UnsafeRawPointer(base), stride: stride, rows: rows))
        }
        let width = info.size.width
        let deliveredStride = width * info.layout.bytesPerPixel
        let target = try delivered.reserve(rows.count * deliveredStride)
        if let base {
            try inPieces(rows.count, rowBytes: max(stride, deliveredStride)) { row in
                conversion.convert(base + row * stride, to: target + row * deliveredStride, count: width)
            }
        }
        for row in base == nil ? Array(rows) : missing {
            conversion.fillBlank(target + (row - rows.lowerBound) * deliveredStride, count: width)
        }
        try body(PixelBand(base: UnsafeRawPointer(target), stride: deliveredStride, rows: rows))
    }

    /// Does the work of a number of rows on several threads.
    func inPieces(_ count: Int, rowBytes: Int, _ work: (_ row: Int) -> Void) throws {
        let rows = max(1, Self.pieceBytes / max(1, rowBytes))
        try threads.perform((count + rows - 1) / rows) { _, piece in
            for row in piece * rows..<min(count, (piece + 1) * rows) { work(row) }
        }
    }

    /// Warns of a problem, where it is allowed.
    ///
    /// - Throws: ``CodecError`` where it is not.
    func accept(_ problem: PNGDataReader.Problem) throws {
        let detail: String
        switch problem {
        case .truncated:
            guard allowTruncated else { throw CodecError.truncatedPNG(name) }
            detail = "it ends before its last row"
        case .damaged(let reason):
            guard allowTruncated else { throw CodecError.damagedPNG(name, reason) }
            detail = reason
        }
        let warning = "the image is damaged or incomplete (\(detail)); some of its pixels are missing or wrong."
        if !warnings.contains(warning) { warnings.append(warning) }
    }
}

extension ICCProfile {
    /// The effect of a profile on pixels that are to be in sRGB or gray.
    fileprivate enum Effect {
        case unneeded, conversion
    }

    /// The effect of the profile; nil when it is damaged.
    ///
    /// - Throws: ``CodecError`` when Little CMS is needed and cannot be loaded.
    fileprivate func effect(file: String) throws -> Effect? {
        if HDRSignal(self) != nil { return .conversion }
        if space == .gray {
            // One 8-bit step moves no sample of 8 bits.
            return try grayCurve(file: file).map { curve in
                curve.indices.contains { abs($0 - Int(curve[$0])) > 128 } ? .conversion : .unneeded
            }
        }
        if try ICCProfile.isSRGB(bytes, file: file) { return .unneeded }
        return try isSRGB(file: file).map { $0 ? .unneeded : .conversion }
    }
}
