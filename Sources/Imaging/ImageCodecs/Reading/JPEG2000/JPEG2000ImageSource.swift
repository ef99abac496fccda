internal import ImageMetadata
internal import ImageSources
internal import Concurrency
internal import COpenJPEG
internal import PixelKernels
internal import TilePyramid

/// A gray or RGB image in JPEG 2000, decoded by OpenJPEG in parts: codestream tiles on several threads, each with its
/// own decoder; or, for an image of one tile, bands of rows, on OpenJPEG's own threads.
///
/// Serves images with unsigned samples of 1 to 16 bits, all at one resolution, without alpha, palette or a profile
/// other than sRGB; ``VipsImageSource`` serves the rest. Memory is one row of tiles, or one band; for an image of one
/// tile the compressed data is in memory too.
final class JPEG2000ImageSource: ImageSource {
    let info: ImageInfo
    private(set) var warnings: [String] = []

    private let input: OpenJPEGDecoder.Codestream
    private let color: JPEG2000Container.ColorSpecification
    private let options: DecodeOptions
    private let grid: Grid
    private let conversion: StoredSampleConversion
    private let greatest: Int32
    /// The number of highest resolutions that are not decoded; each halves the image.
    private let reduction: Int

    /// The tiling of the codestream.
    private struct Grid {
        /// The size of the image at full resolution.
        var size: PixelSize
        var tile: PixelSize
        var columns: Int
        var rows: Int
        var resolutions: Int
    }

    /// The maximum bytes of a decoded row of tiles.
    private static let largestRowBytes = 1 << 29
    /// The memory limit of all decoders together: 32-bit samples, and as many wavelet coefficients.
    private static let workingBytes = 1 << 29
    /// The maximum bytes of 32-bit samples in a band of an image of one tile.
    private static let bandBytes = 64 << 20
    /// The rows of such a band: two code-blocks of the usual size.
    ///
    /// OpenJPEG keeps the coefficients of all code-blocks that a band touches, so memory is about three times the
    /// band's. For each band it reads the headers of all packets of the image again.
    private static let bandRows = 128
    /// The maximum number of bands, unless they would be too large, so that reading packet headers takes no longer than
    /// decoding.
    private static let bandLimit = 96

    /// Opens a file; nil when the general path has to decode it.
    ///
    /// - Throws: ``CodecError`` when the header is damaged.
    static func open(_ input: ImageInput, options: DecodeOptions) throws -> JPEG2000ImageSource? {
        guard options.page == 1 else { return nil }
        let bytes = try ImageBytes(input)
        let color = JPEG2000Container.color(bytes)
        guard let start = JPEG2000Container.codestreamOffset(bytes), !color.hasPaletteOrChannelDefinitions else {
            return nil
        }
        if let profile = color.profile {
            guard !options.keepProfile, try ICCProfile.isSRGB(profile, file: input.name) else { return nil }
        }
        return try JPEG2000ImageSource(
            OpenJPEGDecoder.Codestream(bytes: bytes, start: start, name: input.name), color, options, reduction: 0)
    }

    private init?(
        _ input: OpenJPEGDecoder.Codestream, _ color: JPEG2000Container.ColorSpecification, _ options: DecodeOptions,
        reduction: Int
    ) throws {
        let handle = try Self.open(input, reduction: 0, isLenient: options.allowTruncated)
        let (components, area) = (handle.components, handle.area)
        guard let first = components.first, let tiling = handle.tiling(), area.left == 0, area.top == 0,
            tiling.origin == .zero, area.right > 0, area.bottom > 0, tiling.resolutions > reduction,
            components.allSatisfy({
                $0.dx == 1 && $0.dy == 1 && $0.sgnd == 0 && $0.prec == first.prec && $0.alpha == 0
            }), (1...16).contains(first.prec)
        else { return nil }
        switch (components.count, color.enumeratedColorSpace) {
        case (1, 17),
            (1, nil) where color.profile == nil:
            break
        case (3, 16), (3, nil): break
        default: return nil
        }
        let full = PixelSize(width: area.right, height: area.bottom)
        grid = Grid(
            size: full, tile: tiling.tile, columns: tiling.columns, rows: tiling.rows,
            resolutions: tiling.resolutions)
        let stored = StoredSampleFormat(
            bits: first.prec > 8 ? 16 : 8, samplesPerPixel: components.count, hasColor: components.count == 3)
        greatest = (1 << Int32(first.prec)) - 1
        let range = try options.requestedRange(file: input.name) ?? (low: 0, high: Double(greatest))
        conversion = StoredSampleConversion(stored, black: range.low, white: range.high, depth: options.depth)
        (self.input, self.color, self.options, self.reduction) = (input, color, options, reduction)
        info = ImageInfo(
            size: Self.reduced(full, reduction), layout: conversion.layout, container: "JPEG 2000")
        let tileRows = Self.reduced(tiling.tile, reduction).height
        guard info.size.width <= ImageInfo.longestSide, info.size.height <= ImageInfo.longestSide,
            isOneTile || info.size.width * min(tileRows, info.size.height) * storedBytes <= Self.largestRowBytes,
            info.size.width * storedBytes * 4 <= Self.bandBytes
        else { return nil }
    }

    /// Makes a decoder; a header that it rejects makes the file damaged.
    private static func open(
        _ input: OpenJPEGDecoder.Codestream, reduction: Int, isLenient: Bool, threads: Int = 1
    ) throws -> OpenJPEGDecoder {
        do {
            return try OpenJPEGDecoder(input, reduction: reduction, isLenient: isLenient, threads: threads)
        } catch let failure as OpenJPEGDecoder.Failure {
            throw CodecError(.damaged, file: input.name, "\(failure.reason). Get a good copy.")
        }
    }

    private static func reduced(_ size: PixelSize, _ reduction: Int) -> PixelSize {
        PixelSize(width: reduced(size.width, reduction), height: reduced(size.height, reduction))
    }

    private static func reduced(_ length: Int, _ reduction: Int) -> Int { (length + (1 << reduction) - 1) >> reduction }

    private var isOneTile: Bool { grid.columns == 1 && grid.rows == 1 }
    private var channels: Int { info.layout.channels.rawValue }
    /// The bytes of a stored pixel.
    private var storedBytes: Int { channels * (greatest < 256 ? 1 : 2) }

    func readBands(_ body: (PixelBand) throws -> Void) throws {
        var stored = ScratchBuffer()
        var delivered = ScratchBuffer()
        let (storedStride, stride) = (info.size.width * storedBytes, info.size.width * info.layout.bytesPerPixel)
        func deliver(_ rows: Range<Int>, _ source: UnsafeMutableRawPointer) throws {
            guard !conversion.isIdentity else {
                return try body(PixelBand(base: UnsafeRawPointer(source), stride: storedStride, rows: rows))
            }
            let target = delivered.reserve(rows.count * stride)
            for y in 0..<rows.count {
                conversion.convert(source + y * storedStride, to: target + y * stride, count: info.size.width)
            }
            try body(PixelBand(base: UnsafeRawPointer(target), stride: stride, rows: rows))
        }
        try isOneTile ? readStrips(&stored, deliver) : readTiles(&stored, deliver)
    }

    // MARK: Tiles

    /// Decodes the tiles of each row on several threads.
    private func readTiles(
        _ stored: inout ScratchBuffer, _ deliver: (Range<Int>, UnsafeMutableRawPointer) throws -> Void
    ) throws {
        let tile = PixelSize(
            width: min(grid.tile.width, grid.size.width), height: min(grid.tile.height, grid.size.height))
        let tileBytes = 2 * MemoryLayout<Int32>.size * channels * tile.area
        let (input, reduction, isLenient) = (input, reduction, options.allowTruncated)
        let size = min(options.threads ?? .max, max(1, Self.workingBytes / tileBytes))
        let workers = WorkerPool(size: size) {
            try Self.open(input, reduction: reduction, isLenient: isLenient)
        }
        let stride = info.size.width * storedBytes
        for row in 0..<grid.rows {
            let rows = span(row, side: grid.tile.height, length: grid.size.height)
            let target = stored.reserve(rows.count * stride)
            try workers.perform(grid.columns) { handle, column in
                try decode(column: column, row: row, with: handle, rows: rows, into: target, stride)
            } accepting: { (column: Int, failure: OpenJPEGDecoder.Failure) in
                try accept(failure.reason, near: "row \(rows.lowerBound + 1)", tile: (column, row))
            }
            try deliver(rows, target)
        }
    }

    private func decode(
        column: Int, row: Int, with handle: OpenJPEGDecoder, rows: Range<Int>, into target: UnsafeMutableRawPointer,
        _ stride: Int
    ) throws {
        let columns = span(column, side: grid.tile.width, length: grid.size.width)
        let location = target + columns.lowerBound * storedBytes
        let size = PixelSize(width: columns.count, height: rows.count)
        let number = row * grid.columns + column
        let isWhole = try decode(size, into: location, stride) { try handle.decode(tile: number, $0) }
        guard isWhole || !options.allowTruncated else { throw OpenJPEGDecoder.Failure(reason: "it is truncated") }
    }

    /// Decodes a part of the expected size; fills it with gray when that fails.
    private func decode(
        _ size: PixelSize, into target: UnsafeMutableRawPointer, _ stride: Int,
        _ decode: ((OpenJPEGDecoder.DecodedPlanes) -> Void) throws -> Bool
    ) throws -> Bool {
        var isWritten = false
        defer {
            if !isWritten { fillGray(size, at: target, stride) }
        }
        let isWhole = try decode { part in
            guard part.planes.allSatisfy({ $0.size == size }) else { return }
            for y in 0..<size.height {
                PlanarSamples.interleave(
                    part.planes.map { $0.row(y) }, count: size.width, greatest: greatest, into: target + y * stride)
            }
            isWritten = true
        }
        guard isWritten else { throw OpenJPEGDecoder.Failure(reason: "its size does not match the header") }
        return isWhole
    }

    private func fillGray(_ size: PixelSize, at target: UnsafeMutableRawPointer, _ stride: Int) {
        let row = [Int32](repeating: (greatest + 1) / 2, count: size.width)
        row.withUnsafeBufferPointer { row in
            guard let base = row.baseAddress else { return }
            let planes = Array(repeating: base, count: channels)
            for y in 0..<size.height {
                PlanarSamples.interleave(planes, count: size.width, greatest: greatest, into: target + y * stride)
            }
        }
    }

    /// The pixels that a row or column of tiles covers at the decoded resolution.
    private func span(_ number: Int, side: Int, length: Int) -> Range<Int> {
        Self.reduced(number * side, reduction)..<Self.reduced(min((number + 1) * side, length), reduction)
    }

    // MARK: One tile

    /// Decodes band by band with one decoder, which keeps the compressed data and has its own threads.
    private func readStrips(
        _ stored: inout ScratchBuffer, _ deliver: (Range<Int>, UnsafeMutableRawPointer) throws -> Void
    ) throws {
        let threads = WorkerPool<Void>(size: options.threads) {}.size
        var kept: OpenJPEGDecoder?
        let stride = info.size.width * storedBytes
        let rowBytes = info.size.width * channels * MemoryLayout<Int32>.size
        let wanted = max(Self.bandRows, (info.size.height - 1) / Self.bandLimit + 1)
        let height = max(1, min(Self.bandBytes / rowBytes, wanted))
        HeapTuning.retainFreedMemory
        var top = 0
        while top < info.size.height {
            let rows = top..<min(top + height, info.size.height)
            let target = stored.reserve(rows.count * stride)
            let full = rows.lowerBound << reduction..<min(rows.upperBound << reduction, grid.size.height)
            do {
                let handle =
                    try kept
                    ?? Self.open(
                        input, reduction: reduction, isLenient: options.allowTruncated, threads: threads)
                kept = handle
                let size = PixelSize(width: info.size.width, height: rows.count)
                let isWhole = try decode(size, into: target, stride) { try handle.decode(rows: full, $0) }
                if !isWhole, options.allowTruncated { try accept("it is truncated", near: "row \(top + 1)", tile: nil) }
            } catch let failure as OpenJPEGDecoder.Failure {
                // After a failure the state of a decoder is undefined.
                kept = nil
                try accept(failure.reason, near: "row \(top + 1)", tile: nil)
            }
            try deliver(rows, target)
            top = rows.upperBound
        }
    }

    // MARK: Damage

    private func accept(_ reason: String, near location: String, tile: (column: Int, row: Int)?) throws {
        let location = "\(location) of \(info.size.height)" + (tile.map { " (tile \($0.column), \($0.row))" } ?? "")
        guard options.allowTruncated else {
            let words = reason.isEmpty ? "" : ": \(reason)"
            throw CodecError(
                .damaged, file: input.name,
                "the data is damaged or ends near \(location)\(words). Get a good copy, or cut what can be read with "
                    + "--allow-truncated.")
        }
        if warnings.isEmpty {
            warnings.append("the data is damaged or ends near \(location); what cannot be read is gray.")
        }
    }
}

extension JPEG2000ImageSource: ReducedResolutionSource {
    /// A lower wavelet resolution: each is half the size of the next, rounded up.
    func reduced(to size: PixelSize) throws -> (any ImageSource)? {
        for reduction in 1..<max(1, min(grid.resolutions, Int.bitWidth / 2)) {
            if Self.reduced(grid.size, reduction) == size {
                return try JPEG2000ImageSource(input, color, options, reduction: reduction)
            }
        }
        return nil
    }
}
