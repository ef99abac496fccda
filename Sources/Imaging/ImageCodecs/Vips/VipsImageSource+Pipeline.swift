internal import CVips
internal import ImageMetadata
internal import ImageSources
internal import PixelKernels

extension VipsImageSource {
    /// Builds the libvips pipeline and the converter for its rows.
    func pipeline() throws -> (VipsHandle, SampleConverter) {
        guard let image = opened else { preconditionFailure("readBands may be called once") }
        let range = try colorRange()
        let hasAlpha = sampleFormat.alpha != nil && !loader.format.isOpaque
        let alphaRange = SampleFormat.isInteger(image.format) ? sampleFormat.full : SampleRange(container: image.format)
        var alpha: SampleConverter.Alpha?
        if hasAlpha, let index = sampleFormat.alpha {
            let wasAssociated = sampleFormat.wasAssociated && vips.pointee.band_format_isuint(image.format) != 0
            alpha = SampleConverter.Alpha(index: index, range: alphaRange, wasAssociated: wasAssociated)
        }
        var background: RGBColor?
        if hasAlpha, case .flatten(let color) = options.alpha {
            background = info.layout.channels == .gray ? color.gray : color
        }

        var joined = image
        var color = SampleConverter.Color(count: info.layout.channels.opaque.rawValue, range: range, curve: nil)
        switch plan.step {
        case .keep:
            color.count = plan.kind.colors
        case .curve(let curve):
            color.count = 1
            color.curve = curve
        default:
            let isDeep =
                vips.pointee.format_sizeof(image.format) > 1 && (info.layout.depth == .sixteen || background != nil)
            let converted = try convert(image, range: range, depth: isDeep ? 16 : 8)
            color = SampleConverter.Color(count: 3, range: SampleRange(low: 0, high: isDeep ? 65535 : 255))
            joined = converted
            if let index = alpha?.index {
                let opacity = try make { tk_vips_extract_band(vips, image.image, &$0, Int32(index), 1) }
                joined = try make { tk_vips_bandjoin(vips, converted.image, opacity.image, &$0) }
                alpha = SampleConverter.Alpha(index: 3, range: alphaRange, wasAssociated: false)
            }
        }
        let converter = SampleConverter(
            format: joined.format, samples: joined.bands, color: color, alpha: alpha, background: background,
            layout: info.layout)
        return (joined, converter)
    }

    /// Converts colors of any space to sRGB of `depth` bits, without alpha.
    private func convert(_ image: VipsHandle, range: SampleRange, depth: Int32) throws -> VipsHandle {
        let all = try make { tk_vips_extract_band(vips, image.image, &$0, 0, Int32(plan.kind.colors)) }
        // libvips converts according to the declared interpretation.
        let colors = try make { tk_vips_reinterpret(vips, all.image, &$0, image.interpretation) }
        switch plan.step {
        case .lab:
            let light = try linearLight(lab: colors)
            return try make { tk_vips_scRGB2sRGB(vips, light.image, &$0, depth) }
        case .linear:
            let light = try normalized(colors, range, maximum: 1)
            return try make { tk_vips_scRGB2sRGB(vips, light.image, &$0, depth) }
        case .profile(let fallback, let intent):
            let full = try integers(colors, range)
            return try make {
                tk_vips_icc_transform(vips, full.image, &$0, fallback, VipsIntent(rawValue: intent), depth)
            }
        default:
            let light = try make { tk_vips_colorspace(vips, colors.image, &$0, VIPS_INTERPRETATION_scRGB) }
            return try make { tk_vips_scRGB2sRGB(vips, light.image, &$0, depth) }
        }
    }

    /// Converts CIELAB relative to D50, as files have it, to linear sRGB.
    ///
    /// libvips' own conversion, `icc_export`, is off by up to 20 of 255 in saturated colors (8.14).
    private func linearLight(lab: VipsHandle) throws -> VipsHandle {
        // XYZ relative to D50 to linear sRGB, adapted by the Bradford method (Lindbloom). It is applied to values
        // relative to D65, so the three columns are divided by that white and multiplied by D50.
        let columns = [0.96422 / 95.0470, 1 / 100.0, 0.82521 / 108.8827]
        let rows = [
            [3.1338561, -1.6168667, -0.4906146], [-0.9787684, 1.9161415, 0.0334540],
            [0.0719453, -0.2289914, 1.4052427],
        ]
        let values = rows.flatMap { zip($0, columns).map { $0 * $1 } }
        let matrix = try make { out in
            out = vips.pointee.image_new_matrix_from_array(3, 3, values, 9)
            return out == nil ? -1 : 0
        }
        let xyz = try make { tk_vips_convert(vips, "Lab2XYZ", lab.image, &$0) }
        let light = try make { tk_vips_recomb(vips, xyz.image, &$0, matrix.image) }
        return try make { tk_vips_reinterpret(vips, light.image, &$0, VIPS_INTERPRETATION_scRGB) }
    }

    /// Samples of 8 or 16 bits that use their full range, as profiles expect them.
    private func integers(_ image: VipsHandle, _ range: SampleRange) throws -> VipsHandle {
        let isPlain = image.format == VIPS_FORMAT_UCHAR || image.format == VIPS_FORMAT_USHORT
        if isPlain, range == SampleRange(container: image.format) { return image }
        let scaled = try normalized(image, range, maximum: 65535)
        let whole = try make { tk_vips_rint(vips, scaled.image, &$0) }
        return try make { tk_vips_cast(vips, whole.image, &$0, VIPS_FORMAT_USHORT) }
    }

    private func normalized(_ image: VipsHandle, _ range: SampleRange, maximum: Double) throws -> VipsHandle {
        let factor = maximum / (range.high - range.low)
        if factor == 1, range.low == 0 { return image }
        return try make { tk_vips_linear(vips, image.image, &$0, factor, -range.low * factor) }
    }

    private func make(_ operation: (inout UnsafeMutablePointer<VipsImage>?) -> Int32) throws -> VipsHandle {
        try VipsHandle.make(file: input.name, operation)
    }

    /// The sample values that become black and white.
    private func colorRange() throws -> SampleRange {
        switch options.range {
        case _ where plan.kind == .lab || plan.kind == .other: return sampleFormat.full
        case .values(let low, let high): return sampleFormat.delivered(low: low, high: high)
        case .full: return sampleFormat.full
        case .auto:
            if info.hasOwnRange, let common = options.commonRange.map({ SampleRange($0) }) {
                return sampleFormat.delivered(low: common.low, high: common.high)
            }
            if let declared = sampleFormat.declared { return declared }
            guard let image = opened, !SampleFormat.isInteger(image.format) else { return sampleFormat.full }
            let (least, greatest) = try measuredRange()
            return SampleRange(least: least, greatest: greatest)
        }
    }

    /// The warning about a range in which no sample of an image can be; empty without a reason.
    func emptyRangeWarning(_ image: VipsHandle) -> [String] {
        guard plan.kind != .lab, plan.kind != .other, SampleFormat.isInteger(image.format) else { return [] }
        return options.emptyRangeWarning(
            bits: sampleFormat.narrowBits ?? 8 * Int(vips.pointee.format_sizeof(image.format)),
            isSigned: vips.pointee.band_format_isuint(image.format) == 0,
            limits: sampleFormat.full.low / sampleFormat.unit...sampleFormat.full.high / sampleFormat.unit)
    }

    /// The least and the greatest value that become black and white where nothing else is asked for; nil if they do not
    /// depend on the image.
    ///
    /// - Throws: ``CodecError`` when pixels cannot be read.
    func valueRange() throws -> FiniteRange? {
        guard info.hasOwnRange else { return nil }
        let found = try sampleFormat.stated.map { ($0.low, $0.high) } ?? measuredRange()
        var range = FiniteRange()
        range.insert(found.0)
        range.insert(found.1)
        return range
    }

    /// The minimum and maximum of a floating-point image's color samples, from an extra pass over the pixels.
    private func measuredRange() throws -> (least: Double, greatest: Double) {
        let image = try loader.open(page: page, dpi: options.dpi, lenient: options.allowTruncated, scale: .full)
        var least = Double.infinity
        var greatest = -Double.infinity
        let colors = plan.kind.colors
        let samples = image.bands
        let width = image.width
        let isDouble = image.format == VIPS_FORMAT_DOUBLE
        let reader = try StripReader(image, converter: nil, layout: info.layout, file: input.name)
        try reader.readRaw(lenient: options.allowTruncated) { row in
            for x in 0..<width {
                for channel in 0..<colors {
                    let index = x * samples + channel
                    let value: Double
                    if isDouble {
                        value = row.load(fromByteOffset: index * 8, as: Double.self)
                    } else {
                        value = Double(row.load(fromByteOffset: index * 4, as: Float.self))
                    }
                    // NaN and infinity often mark missing data; they are not part of the visible range.
                    guard value.isFinite else { continue }
                    least = min(least, value)
                    greatest = max(greatest, value)
                }
            }
        }
        return (least, greatest)
    }
}
