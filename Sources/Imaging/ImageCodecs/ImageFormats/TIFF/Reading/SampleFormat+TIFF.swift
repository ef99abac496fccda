internal import CVips
internal import ImageMetadata

extension SampleFormat {
    /// Reads the tags of a page of a TIFF, counted from 0.
    mutating func readTIFF(_ image: VipsHandle, colors: Int, _ bytes: ImageBytes, page: Int) {
        guard let tags = TIFFDirectory(page: page, read: bytes.read) else { return }
        let extra = tags.values(.extraSamples)
        let count = max(0, image.bands - colors)
        // A fourth sample of RGB is alpha where the file declares nothing.
        let isUndeclaredAlpha = extra.isEmpty && count == 1 && tags.integer(.photometric) == 2
        let kinds = (0..<count).map { extra.indices.contains($0) ? extra[$0] : isUndeclaredAlpha ? 2 : 0 }
        let known = kinds.firstIndex { $0 == 1 || $0 == 2 }
        alpha = known.map { colors + $0 }
        wasAssociated = known.map { kinds[$0] == 1 } ?? false
        hasUnknownChannels = kinds.contains(0)

        // libvips inverts unsigned grays when 0 is white, so the range is inverted too.
        let isUnsigned = vips.pointee.band_format_isuint(image.format) != 0
        if tags.integer(.photometric) == 0, isUnsigned {
            invertedMaximum = full.high
        }
        let isPalette = tags.integer(.photometric) == 3
        let bits = tags.integer(.bitsPerSample) ?? 1
        // libvips scales samples of 1, 2 and 4 bits to 8; those of a palette are indices, not colors.
        guard bits >= 8, !isPalette else {
            unit = isPalette ? 1 : 255 / Double(1 << bits - 1)
            return
        }
        let low = tags.values(.sMinSampleValue).min()
        let high = tags.values(.sMaxSampleValue).max()
        guard low != nil || high != nil else { return }
        if SampleFormat.isInteger(image.format) {
            declare(low ?? SampleRange(container: image.format).low, high ?? full.high)
        } else if let low, let high {
            declare(low, high)
        }
    }

    private mutating func declare(_ low: Double, _ high: Double) {
        guard low.isFinite, high.isFinite, low < high else { return }
        stated = SampleRange(low: low, high: high)
        declared = delivered(low: low, high: high)
    }
}
