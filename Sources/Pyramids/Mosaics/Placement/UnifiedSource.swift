internal import ImageMetadata
internal import ImageSources
internal import PixelKernels
internal import TilePyramid

/// An image in another layout of pixels, with only some of its channels, and with values that stand for absent pixels.
final class UnifiedSource: ImageSource {
    let info: ImageInfo
    private let base: any ImageSource
    private let channels: [Int]?
    /// The layout after channels have been picked, and after absent pixels have become transparent.
    private let picked, masked: PixelLayout
    private let noData: [[Double]]
    private let conversion: LayoutConversion

    /// Converts an image, unless nothing is to be done.
    ///
    /// - Parameters:
    ///   - base: the image.
    ///   - layout: the layout to deliver.
    ///   - member: its channels, which the image has, and the value of absent pixels.
    /// - Returns: the image, or a source that converts it.
    /// - Throws: `CodecError` when the image does not have the channels.
    static func unified(
        _ base: any ImageSource, as layout: PixelLayout, _ member: MosaicDescription.Member
    ) throws(CodecError) -> any ImageSource {
        let channels = try member.picks(from: base.info.layout)
        if channels == nil, member.noData.isEmpty, base.info.layout == layout { return base }
        return UnifiedSource(base, layout, channels, member)
    }

    private init(_ base: any ImageSource, _ layout: PixelLayout, _ channels: [Int]?, _ member: MosaicDescription.Member)
    {
        self.base = base
        self.channels = channels
        noData = member.noData
        var picked = base.info.layout
        if let count = channels?.count, let channels = PixelLayout.Channels(rawValue: count) {
            picked.channels = channels
        }
        self.picked = picked
        masked = noData.isEmpty ? picked : PixelLayout(picked.channels.withAlpha, picked.depth)
        conversion = LayoutConversion(from: masked, to: layout, background: (0, 0, 0))
        var info = base.info
        info.layout = layout
        info.alphaIsValidity = layout.channels.hasAlpha && member.alphaIsValidity(of: base.info)
        self.info = info
    }

    var warnings: [String] { base.warnings }

    var rowAccess: RowAccess { base.rowAccess }

    func readBands(_ body: (PixelBand) throws -> Void) throws {
        try readBands(rows: 0..<info.size.height, body)
    }

    func readBands(rows: Range<Int>, _ body: (PixelBand) throws -> Void) throws {
        let width = info.size.width
        let stride = width * info.layout.bytesPerPixel
        var output = ScratchBuffer()
        var pickedRow = ScratchBuffer()
        var maskedRow = ScratchBuffer()
        try base.readBands(rows: rows) { band in
            let target = try output.reserve(band.rows.count * stride)
            for (index, y) in band.rows.enumerated() {
                var row = band.row(y)
                if let channels {
                    let memory = try pickedRow.reserve(width * picked.bytesPerPixel)
                    pick(channels, row, into: memory)
                    row = UnsafeRawPointer(memory)
                }
                if !noData.isEmpty {
                    let memory = try maskedRow.reserve(width * masked.bytesPerPixel)
                    mask(row, into: memory)
                    row = UnsafeRawPointer(memory)
                }
                conversion.convert(row, count: width, into: target + index * stride)
            }
            try body(PixelBand(base: UnsafeRawPointer(target), stride: stride, rows: band.rows))
        }
    }

    private func pick(_ channels: [Int], _ row: UnsafeRawPointer, into output: UnsafeMutableRawPointer) {
        let bytes = picked.depth.rawValue / 8
        let from = base.info.layout.bytesPerPixel
        let to = picked.bytesPerPixel
        for x in 0..<info.size.width {
            for (index, channel) in channels.enumerated() {
                (output + x * to + index * bytes).copyMemory(from: row + x * from + channel * bytes, byteCount: bytes)
            }
        }
    }

    /// Makes pixels transparent of which all colors have the value of absent ones; others keep their alpha.
    private func mask(_ row: UnsafeRawPointer, into output: UnsafeMutableRawPointer) {
        switch picked.depth {
        case .eight: mask(row, output, UInt8.self)
        case .sixteen: mask(row, output, UInt16.self)
        }
    }

    private func mask<Sample: FixedWidthInteger>(
        _ row: UnsafeRawPointer, _ output: UnsafeMutableRawPointer, _: Sample.Type
    ) {
        let from = picked.channels.rawValue
        let to = masked.channels.rawValue
        let source = row.assumingMemoryBound(to: Sample.self)
        let target = output.assumingMemoryBound(to: Sample.self)
        let colors = picked.channels.opaque.rawValue
        for x in 0..<info.size.width {
            for channel in 0..<from { target[x * to + channel] = source[x * from + channel] }
            if from < to { target[x * to + from] = .max }
        }
        for value in noData {
            // A value that the type cannot hold is that of no pixel.
            let samples = value.compactMap { Sample(exactly: $0) }
            guard samples.count == colors else { continue }
            for x in 0..<info.size.width
            where (0..<colors).allSatisfy({ source[x * from + $0] == samples[$0] }) {
                target[x * to + to - 1] = 0
            }
        }
    }
}
