internal import ImageMetadata
internal import PixelKernels

/// The expansion of a PNG's stored pixels where these are indices into a palette, or have a transparent color.
///
/// Other pixels are converted in their stored form.
struct PNGSampleExpansion: Sendable {
    /// The format of the expanded samples.
    let format: StoredSampleFormat

    private enum Method {
        case none
        /// Bytes of each index, `format.samplesPerPixel` of them.
        case palette([UInt8])
        /// The stored bytes of the transparent color.
        case key([UInt8])
    }

    private let method: Method
    private let depth: Int

    /// Selects the expansion; where samples of less than 8 bits have been spread over bytes, `isUnpacked` is true.
    init(_ chunks: PNGLeadingChunks, isUnpacked: Bool) {
        let header = chunks.header
        depth = isUnpacked ? max(8, header.depth) : header.depth
        let colors = header.isGray ? 1 : 3
        let hasKey = !chunks.transparency.isEmpty
        let hasAlpha = header.hasAlpha || hasKey
        let isTable = header.colorType == .palette || (hasKey && header.depth < 8)
        var format = StoredSampleFormat(
            bits: isTable ? 8 : depth, samplesPerPixel: colors + (hasAlpha ? 1 : 0), hasColor: colors == 3)
        format.alphaIndex = hasAlpha ? colors : nil
        // PNG has the high byte first.
        format.isByteSwapped = header.depth == 16 && 1.littleEndian == 1
        self.format = format
        if header.colorType == .palette {
            method = .palette(Self.colors(chunks, hasAlpha: hasKey))
        } else if hasKey, header.depth < 8 {
            method = .palette(Self.grays(chunks))
        } else if hasKey {
            // tRNS has 16 bits per sample at any depth; at 8 bits the low byte counts.
            let key = chunks.transparency.enumerated().filter { header.depth == 16 || $0.offset % 2 == 1 }
            method = .key(key.map(\.element))
        } else {
            method = .none
        }
    }

    /// True when pixels keep their stored form.
    var isIdentity: Bool { if case .none = method { true } else { false } }

    /// The greatest value of a stored gray; an image with 8 bits after unpacking may use fewer.
    static func greatest(_ header: PNGHeader) -> Double { Double((1 << header.depth) - 1) }

    /// The bytes of an expanded pixel.
    var bytesPerPixel: Int { format.rowBytes(1) }

    /// Expands `count` pixels of a row; the target has room for them.
    func expand(_ row: UnsafeRawPointer, to target: UnsafeMutableRawPointer, count: Int) {
        switch method {
        case .none: target.copyMemory(from: row, byteCount: format.rowBytes(count))
        case .palette(let colors): look(up: row, in: colors, to: target, count: count)
        case .key(let key):
            switch key.count {
            case 1: addAlpha(row, to: target, count, key, UInt8.self, colors: 1)
            case 2: addAlpha(row, to: target, count, key, UInt16.self, colors: 1)
            case 3: addAlpha(row, to: target, count, key, UInt8.self, colors: 3)
            default: addAlpha(row, to: target, count, key, UInt16.self, colors: 3)
            }
        }
    }

    private func look(up row: UnsafeRawPointer, in colors: [UInt8], to target: UnsafeMutableRawPointer, count: Int) {
        let indices = row.assumingMemoryBound(to: UInt8.self)
        let mask = (1 << depth) - 1
        let samples = format.samplesPerPixel
        colors.withUnsafeBytes { colors in
            guard let colors = colors.baseAddress else { return }
            @inline(__always) func run(_ samples: Int) {
                var position = 0
                for pixel in 0..<count {
                    var index = Int(indices[depth == 8 ? pixel : position &>> 3])
                    if depth < 8 { index = index &>> (8 &- depth &- position & 7) & mask }
                    position &+= depth
                    let to = target + pixel &* samples
                    let from = colors + index &* samples
                    for sample in 0..<samples {
                        to.storeBytes(
                            of: from.load(fromByteOffset: sample, as: UInt8.self), toByteOffset: sample, as: UInt8.self)
                    }
                }
            }
            switch samples {
            case 2: run(2)
            case 3: run(3)
            default: run(4)
            }
        }
    }

    /// Copies samples, whatever their byte order, and adds alpha: none for the color of `key`.
    private func addAlpha<Sample: FixedWidthInteger & BitwiseCopyable>(
        _ row: UnsafeRawPointer, to target: UnsafeMutableRawPointer, _ count: Int, _ key: [UInt8],
        _ type: Sample.Type, colors: Int
    ) {
        let size = MemoryLayout<Sample>.size
        let key = key.withUnsafeBytes { bytes in
            (0..<colors).map { bytes.loadUnaligned(fromByteOffset: $0 * size, as: Sample.self) }
        }
        let red = key[0]
        let green = key[colors / 2]
        let blue = key[colors - 1]
        @inline(__always) func run(_ colors: Int) {
            for pixel in 0..<count {
                let from = row + pixel &* colors &* size
                let to = target + pixel &* (colors &+ 1) &* size
                @inline(__always) func sample(_ channel: Int) -> Sample {
                    from.loadUnaligned(fromByteOffset: channel &* size, as: Sample.self)
                }
                let isKey = sample(0) == red && sample(colors / 2) == green && sample(colors - 1) == blue
                for channel in 0..<colors {
                    to.storeBytes(of: sample(channel), toByteOffset: channel &* size, as: Sample.self)
                }
                to.storeBytes(of: isKey ? 0 : ~0, toByteOffset: colors &* size, as: Sample.self)
            }
        }
        if colors == 1 { run(1) } else { run(3) }
    }

    /// The color of every index, black where the palette is shorter.
    private static func colors(_ chunks: PNGLeadingChunks, hasAlpha: Bool) -> [UInt8] {
        (0..<256).flatMap { index -> [UInt8] in
            let color = 3 * index < chunks.palette.count ? Array(chunks.palette[3 * index..<3 * index + 3]) : [0, 0, 0]
            let alpha = index < chunks.transparency.count ? chunks.transparency[index] : 255
            return hasAlpha ? color + [alpha] : color
        }
    }

    /// The gray of 8 bits of every value and its alpha.
    private static func grays(_ chunks: PNGLeadingChunks) -> [UInt8] {
        let white = 1 << chunks.header.depth - 1
        return (0...white).flatMap { value -> [UInt8] in
            [UInt8(value * 255 / white), Int(chunks.transparency[1]) & white == value ? 0 : 255]
        }
    }
}
