/// The HDR encoding that an ICC profile states: its code points for PQ or HLG (ICC.1:2022, 9.2.17, cicpTag).
package struct HDRSignal: Hashable, Sendable {
    /// The encoding of the samples.
    package let encoding: ColorEncoding
    /// The XYZ of red, green and blue relative to D50; for a gray image the values of BT.2020.
    package let colorants: ColorMatrix

    /// Reads the encoding of a profile; nil when it is not PQ or HLG, or has no primaries.
    package init?(_ profile: ICCProfile) {
        let tags = BigEndianReader(profile.bytes[...]).tags
        guard profile.space == .rgb || profile.space == .gray, let tags, let points = tags["cicp"],
            points.text(at: 0) == "cicp", let primaries = points.number(at: 8, size: 1),
            let number = points.number(at: 9, size: 1), let range = points.number(at: 11, size: 1),
            let transfer = TransferFunction(codePoint: number), transfer == .pq || transfer == .hlg
        else { return nil }
        let peak = tags["lumi"]?.xyz.map { $0[1] }.flatMap { $0 > 0 ? $0 : nil }
        let known = ColorPrimaries(codePoint: primaries)
        encoding = ColorEncoding(
            primaries: known ?? .bt2020, transfer: transfer, isFullRange: range != 0, peak: peak)
        let columns = ["rXYZ", "gXYZ", "bXYZ"].compactMap { tags[$0]?.xyz }.map { SIMD3($0[0], $0[1], $0[2]) }
        if known == nil, columns.count == 3, profile.space == .rgb {
            colorants = ColorMatrix(columns[0], columns[1], columns[2])
        } else if let own = encoding.primaries.colorants {
            colorants = own
        } else {
            return nil
        }
    }

    /// The name of the transfer function: PQ or HLG.
    package var name: String { encoding.transfer == .pq ? "PQ" : "HLG" }
}
