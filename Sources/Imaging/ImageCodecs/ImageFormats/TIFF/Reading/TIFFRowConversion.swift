internal import ImageMetadata
internal import ImageSources
internal import PixelKernels
internal import TilePyramid

/// Converts the stored rows of a page: type, planes, range, validity, alpha and depth.
///
/// Safe to use from any thread, with scratch memory for each.
struct TIFFRowConversion: Sendable {
    /// The layout of the delivered rows.
    let layout: PixelLayout
    /// True when stored samples need no conversion.
    var isIdentity: Bool { conversion.isIdentity && flattening == nil && invalid == nil }
    /// The interleaved samples to which samples of other types are mapped first.
    let stored: StoredSampleFormat

    private let conversion: StoredSampleConversion
    private let flattening: Flattening?
    private let narrowing: StoredSampleConversion?
    private let planes: Int
    /// The treatment of invalid pixels; nil if all are valid.
    private let invalid: Invalid?

    /// A treatment of invalid pixels.
    private enum Invalid: Sendable {
        /// They become transparent in an alpha channel that colors get.
        case join
        /// They become transparent in the alpha channel that pixels have.
        case clear
        /// They become a color.
        case replace(pixel: [UInt8])
    }

    /// Memory for one thread.
    final class Scratch {
        fileprivate var validity = ScratchBuffer()
        fileprivate var interleaved = ScratchBuffer()
        fileprivate var converted = ScratchBuffer()
        fileprivate var flattened = ScratchBuffer()
        fileprivate var joined = ScratchBuffer()
    }

    /// Prepares the conversion of a page's rows; nil when the general path has to flatten its alpha.
    ///
    /// - Parameters:
    ///   - page: the page.
    ///   - options: the options of delivery.
    ///   - hasValidity: true when it is known of each pixel whether it is valid; the default is `false`.
    ///   - file: the file's name for error messages.
    /// - Throws: ``CodecError`` when the requested range is invalid.
    init?(_ page: TIFFPage, options: DecodeOptions, hasValidity: Bool = false, file: String) throws {
        let hasAlpha = page.stored.alphaIndex != nil
        var background: RGBColor?
        if hasAlpha || hasValidity, case .flatten(let color) = options.alpha {
            background = color
        }
        var stored = page.stored
        // Samples of other types are rounded once, where nothing has to be calculated with them.
        if let converted = page.converted, converted.palette == nil, options.depth == .eight,
            background == nil || !hasAlpha, !stored.isPremultiplied
        {
            stored.bits = 8
        }
        self.stored = stored
        planes = page.converted == nil ? page.planes : 1
        let greatest = Double((1 << stored.bits) - 1)
        let declared = options.range == .auto ? page.declaredRange(options.commonRange) : nil
        var range = try options.requestedRange(file: file) ?? declared ?? (low: 0, high: greatest)
        // Samples of other types use their full range already; the colors of a palette can be stretched.
        if let converted = page.converted {
            let isStretched = converted.palette != nil && stored.bits == 8
            range = (isStretched ? try options.requestedRange(file: file) : nil) ?? (0, greatest)
        }
        // Where 0 is white, the range is inverted like the samples.
        let (black, white) = stored.isInverted ? (greatest - range.high, greatest - range.low) : range

        // Pixels that are valid or not need no blending.
        if hasValidity, !hasAlpha {
            conversion = StoredSampleConversion(stored, black: black, white: white, depth: options.depth)
            narrowing = nil
            let opaque = conversion.layout
            let transparent = PixelLayout(opaque.channels.withAlpha, opaque.depth)
            guard var background else {
                layout = transparent
                flattening = nil
                invalid = .join
                return
            }
            // A gray profile does not fit colored pixels.
            if options.keepProfile, page.profile != nil, opaque.channels == .gray { background = background.gray }
            let flattening = Flattening(
                transparent, red: background.red, green: background.green, blue: background.blue)
            guard flattening.layout == opaque else {
                layout = flattening.layout
                self.flattening = flattening
                invalid = .join
                return
            }
            layout = opaque
            self.flattening = nil
            invalid = .replace(pixel: background.backgroundPixel(opaque))
            return
        }
        invalid = hasValidity ? .clear : nil
        guard let background else {
            conversion = StoredSampleConversion(stored, black: black, white: white, depth: options.depth)
            layout = conversion.layout
            flattening = nil
            narrowing = nil
            return
        }
        // Deep samples are blended before they are reduced to 8 bits, so that they are rounded once.
        conversion = StoredSampleConversion(stored, black: black, white: white, depth: .sixteen)
        let flattening = Flattening(
            conversion.layout, red: background.red, green: background.green, blue: background.blue)
        // A gray profile does not fit colored pixels.
        let isColored = conversion.layout.channels == .grayAlpha && flattening.layout.channels == .rgb
        guard !(isColored && options.keepProfile && page.profile != nil) else { return nil }
        self.flattening = flattening
        let needsNarrowing = flattening.layout.depth == .sixteen && options.depth == .eight
        let deep = StoredSampleFormat(
            bits: 16, samplesPerPixel: flattening.layout.channels.rawValue,
            hasColor: flattening.layout.channels == .rgb)
        narrowing =
            needsNarrowing ? StoredSampleConversion(deep, black: 0, white: 65535, depth: .eight) : nil
        layout = narrowing?.layout ?? flattening.layout
    }

    /// Converts the rows of a piece; samples of other types are mapped to ``stored`` first.
    ///
    /// - Parameters:
    ///   - piece: the rows.
    ///   - mapping: the mapping of samples of other types; nil for the types of ``stored``.
    ///   - validity: the validity of pixels; nil if all are valid.
    ///   - target: the first delivered byte of the piece.
    ///   - stride: the bytes from one delivered row to the next.
    ///   - scratch: memory that no other thread uses.
    /// - Throws: `OutOfMemory` when the system refuses the scratch memory.
    func convert(
        _ piece: TIFFRowPiece, _ mapping: TIFFSampleMapping?, _ validity: TIFFPieceValidity?,
        to target: UnsafeMutableRawPointer, stride: Int, _ scratch: Scratch
    ) throws {
        let width = piece.rect.size.width
        let room = stored.rowBytes(width)
        for y in 0..<piece.rect.size.height {
            let output = target + y * stride
            let valid = try validity?.row(y, of: piece, &scratch.validity)
            guard mapping != nil || planes > 1 else {
                try convert(piece.planes[0] + y * piece.stride, valid, to: output, count: width, scratch)
                continue
            }
            let samples = isIdentity ? output : try scratch.interleaved.reserve(room)
            for (plane, base) in piece.planes.enumerated() {
                let row = base + y * piece.stride
                if let mapping {
                    mapping.apply(row, plane: plane, width: width, to: samples)
                } else if stored.bits == 8 {
                    spread(row, as: UInt8.self, plane: plane, width, to: samples)
                } else {
                    spread(row, as: UInt16.self, plane: plane, width, to: samples)
                }
            }
            if !isIdentity { try convert(samples, valid, to: output, count: width, scratch) }
        }
    }

    /// Converts interleaved samples of `count` pixels, all of them valid.
    func convert(
        _ source: UnsafeRawPointer, to target: UnsafeMutableRawPointer, count: Int, _ scratch: Scratch
    ) throws {
        try convert(source, nil, to: target, count: count, scratch)
    }

    /// Converts interleaved samples of `count` pixels; `valid` marks the valid ones.
    private func convert(
        _ source: UnsafeRawPointer, _ valid: UnsafePointer<UInt8>?, to target: UnsafeMutableRawPointer, count: Int,
        _ scratch: Scratch
    ) throws {
        if case .replace(let pixel) = invalid, let valid {
            conversion.convert(source, to: target, count: count)
            return PixelValidity.replaceInvalid(target, valid, with: pixel, count: count)
        }
        guard flattening != nil || invalid != nil else {
            guard !isIdentity else { return target.copyMemory(from: source, byteCount: stored.rowBytes(count)) }
            return conversion.convert(source, to: target, count: count)
        }
        var middle = try scratch.converted.reserve(count * conversion.layout.bytesPerPixel)
        conversion.convert(source, to: middle, count: count)
        if let valid {
            if case .join = invalid {
                let joined = flattening == nil ? target : try scratch.joined.reserve(count * 8)
                PixelValidity.join(middle, valid, layout: conversion.layout, count: count, into: joined)
                middle = joined
            } else {
                let transparent = [UInt8](repeating: 0, count: conversion.layout.bytesPerPixel)
                PixelValidity.replaceInvalid(middle, valid, with: transparent, count: count)
            }
        }
        guard let flattening else {
            if middle != target {
                target.copyMemory(from: middle, byteCount: count * conversion.layout.bytesPerPixel)
            }
            return
        }
        guard let narrowing else { return flattening.flatten(middle, to: target, count: count) }
        let last = try scratch.flattened.reserve(count * flattening.layout.bytesPerPixel)
        flattening.flatten(middle, to: last, count: count)
        narrowing.convert(last, to: target, count: count)
    }

    /// Fills pixels that are missing: invalid where that is known of others, else as ``PixelLayout`` says.
    func fillMissing(_ size: PixelSize, at start: UnsafeMutableRawPointer, stride: Int) {
        guard case .replace(let pixel) = invalid else { return layout.fillBlank(size, at: start, stride: stride) }
        let row = Array(repeatElement(pixel, count: size.width).joined())
        for y in 0..<size.height { (start + y * stride).copyMemory(from: row, byteCount: row.count) }
    }

    /// Writes the samples of a plane to one channel of the pixels at `target`.
    private func spread<Sample: FixedWidthInteger>(
        _ source: UnsafeRawPointer, as type: Sample.Type, plane: Int, _ width: Int, to target: UnsafeMutableRawPointer
    ) {
        let source = source.assumingMemoryBound(to: type)
        let pixels = target.assumingMemoryBound(to: type) + plane
        let perPixel = stored.samplesPerPixel
        for x in 0..<width { pixels[x &* perPixel] = source[x] }
    }
}
