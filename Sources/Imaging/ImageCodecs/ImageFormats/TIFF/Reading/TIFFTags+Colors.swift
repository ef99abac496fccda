internal import CTIFF
internal import ImageMetadata

extension TIFFTags {
    /// Returns the ICC profile of the current directory, or one of what TIFF 6.0, section 20, states without a profile:
    /// WhitePoint and PrimaryChromaticities, which are both needed, and TransferFunction.
    ///
    /// - Parameters:
    ///   - isColor: false for gray.
    ///   - bits: the bits of a sample.
    /// - Returns: the profile; nil where nothing is stated, or sRGB.
    func profile(isColor: Bool, bits: Int) -> [UInt8]? {
        if let embedded = bytes(TIFFTAG_ICCPROFILE) { return embedded }
        let transfer = bits >= 8 ? transferFunction(bits) : nil
        let primaries = isColor ? primaries() : nil
        guard transfer != nil || primaries != nil else { return nil }
        let encoding = ColorEncoding(
            primaries: primaries ?? .sRGB, transfer: transfer ?? .sRGB, name: "Colors stated by the TIFF")
        return encoding.isSRGB(gray: !isColor) ? nil : encoding.profile(gray: !isColor)
    }

    private func primaries() -> ColorPrimaries? {
        guard let white = floats(TIFFTAG_WHITEPOINT, 2), let colors = floats(TIFFTAG_PRIMARYCHROMATICITIES, 6) else {
            return nil
        }
        let points = (0..<3).map { ColorPrimaries.Point(colors[2 * $0], colors[2 * $0 + 1]) }
        let primaries = ColorPrimaries(
            red: points[0], green: points[1], blue: points[2], white: .init(white[0], white[1]))
        return primaries.colorants == nil ? nil : primaries
    }

    /// The function of green or gray; nil if there is none, or white is not brighter than black.
    private func transferFunction(_ bits: Int) -> TransferFunction? {
        let count = 1 << min(bits, 16)
        var values: UnsafeMutablePointer<UInt16>?
        guard file.withHandle({ ctiff_get_transfer($0, &values) }) != 0, let values, values[0] < values[count - 1]
        else { return nil }
        return .table(Array(UnsafeBufferPointer(start: values, count: count)))
    }

    private func floats(_ tag: Int32, _ count: Int) -> [Double]? {
        var values = [Float](repeating: 0, count: count)
        let isThere = file.withHandle { ctiff_get_floats($0, UInt32(tag), &values, Int32(count)) } != 0
        return isThere ? values.map(Double.init) : nil
    }
}
