internal import ChannelImages
internal import CTIFF
internal import ImageMetadata

/// The statements of a page's tags about its channels.
struct TIFFChannelMetadata {
    private let page: TIFFChannelPage
    private let options: DecodeOptions
    /// The samples of a pixel that are channels, in their order.
    ///
    /// Unspecified extra samples are. The first one that is declared as alpha, associated or not, is not unless that is asked for:
    /// it says which pixels are valid.
    let channelSamples: [Int]
    /// The sample that is alpha beside the channels; nil if there is none, or OME-XML counts it as a channel.
    let alphaSample: Int?
    /// The sample that becomes a channel that is alpha; nil if there is none.
    private let alphaChannelSample: Int?
    /// The least and the greatest values that the page declares, of the samples or of all (SMinSampleValue, SMaxSampleValue).
    private let least: [Double], greatest: [Double]
    /// The no-data value of all samples, as text.
    private let nodataText: String?

    /// Reads the tags of a page.
    ///
    /// - Parameters:
    ///   - page: the page.
    ///   - options: the options of reading.
    ///   - keepsAlpha: whether alpha is a channel like others, as OME-XML counts it.
    ///   - alphaIsChannel: whether alpha is also a channel, with its meaning.
    init(_ page: TIFFChannelPage, _ options: DecodeOptions, keepsAlpha: Bool, alphaIsChannel: Bool = false) {
        self.page = page
        self.options = options
        let all = 0..<page.samplesPerPixel
        let isAlpha: Set = [Int(EXTRASAMPLE_ASSOCALPHA), Int(EXTRASAMPLE_UNASSALPHA)]
        let alpha = page.extraSamples.firstIndex(where: isAlpha.contains)
        // Checked: as many extra samples as there are beyond the colors.
        let sample = alpha.map { page.samplesPerPixel - page.extraSamples.count + $0 }
        alphaSample = keepsAlpha ? nil : sample
        alphaChannelSample = alphaIsChannel ? sample : nil
        least = page.directory.values(.sMinSampleValue)
        greatest = page.directory.values(.sMaxSampleValue)
        nodataText = page.directory.nodataText
        channelSamples = keepsAlpha || alphaIsChannel ? Array(all) : all.filter { $0 != sample }
    }

    /// The channels of a page without further descriptions.
    func channels(_ gdal: GDALMetadata?) -> [ChannelDescription] {
        let listed = gdal?.value("NODATA_VALUES").map { $0.split(whereSeparator: \.isWhitespace).map(String.init) }
        return channelSamples.map { sample in
            if sample == alphaChannelSample { return ChannelDescription(alpha: .opacity) }
            var channel = ChannelDescription()
            channel.nodata = nodata(sample, listed)
            channel.displayRange = displayRange(sample)
            if page.photometric == PHOTOMETRIC_MINISWHITE { channel.colormap = .invertedGray }
            return channel
        }
    }

    /// Sentences about statements of the page that are not used.
    var warnings: [String] {
        var warnings: [String] = []
        if options.nodata == .stated, let nodataText, NodataValue(nodataText) == nil {
            warnings.append(
                "its no-data value, \u{201C}\(nodataText.prefix(40))\u{201D}, is not a number. All pixels are taken for valid."
            )
        }
        if let alphaChannelSample, isAssociated(alphaChannelSample) {
            warnings.append("its colors are multiplied by its alpha, and are kept so.")
        }
        if let low = least.first, let high = greatest.first, !(low <= high && (high - low).isFinite) {
            warnings.append(
                "its least and greatest values (SMinSampleValue, SMaxSampleValue) are not a range, and are not used. Choose the "
                    + "range that is shown.")
        }
        return warnings
    }

    /// Whether colors are multiplied by a sample.
    private func isAssociated(_ sample: Int) -> Bool {
        // Checked: a sample beyond the colors.
        let index = sample - (page.samplesPerPixel - page.extraSamples.count)
        return page.extraSamples.indices.contains(index) && page.extraSamples[index] == Int(EXTRASAMPLE_ASSOCALPHA)
    }

    /// Whether the first three channels are the colors of a photograph.
    var isColorPicture: Bool {
        [PHOTOMETRIC_RGB, PHOTOMETRIC_YCBCR].contains(page.photometric)
            && [.uint8, .uint16].contains(page.sampleType) && channelSamples.starts(with: [0, 1, 2])
    }

    /// The bits that samples use, if they are fewer than those of the type to which they are widened.
    var significantBits: Int? {
        let bits = page.storedType.bits
        // Checked: at most 8 bytes.
        return page.sampleType.isFloatingPoint || bits == 8 * page.sampleType.byteCount ? nil : bits
    }

    private func nodata(_ sample: Int, _ listed: [String]?) -> NodataValue? {
        switch options.nodata {
        case .none: return nil
        case .value(let value): return value
        case .values(let values):
            guard let first = values.alternatives.first, let last = first.last else { return nil }
            return first.indices.contains(sample) ? first[sample] : last
        case .stated:
            if let nodataText { return NodataValue(nodataText) }
            guard let listed, listed.count == page.samplesPerPixel else { return nil }
            return NodataValue(listed[sample])
        }
    }

    /// The values that the page declares as the least and the greatest one; integers need not declare both.
    private func displayRange(_ sample: Int) -> ClosedRange<Double>? {
        guard page.storedType.bits >= 8, !least.isEmpty || !greatest.isEmpty else { return nil }
        func value(_ values: [Double], _ full: Double) -> Double? {
            values.indices.contains(sample)
                ? values[sample] : values.first ?? (page.sampleType.isFloatingPoint ? nil : full)
        }
        let full = page.storedType.range
        guard let low = value(least, full.low), let high = value(greatest, full.high), low.isFinite, high.isFinite,
            low < high
        else { return nil }
        return low...high
    }
}
