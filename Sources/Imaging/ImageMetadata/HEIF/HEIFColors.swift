/// The statements of a HEIF or AVIF file about an image's colors (ISO/IEC 14496-12, 12.1.5; ISO/IEC 23008-12, 6.5).
///
/// Without a `colr` box, the statements in the coded image count, as in a HEVC or AV1 video.
package struct HEIFColors {
    /// The colors by code points; nil for an ICC profile, for sRGB, and without a statement.
    package private(set) var encoding: ColorEncoding?
    /// True when a gain map makes the image HDR.
    package private(set) var hasGainMap = false
    /// The matrix coefficients, if decoders do not know them and thus make false colors; else nil.
    package private(set) var unknownMatrix: Int?
    /// Problems with the statements, for the user.
    package private(set) var warnings: [String] = []

    /// The matrix coefficients of ITU-T H.273 that are a matrix of Y, Cb and Cr, or none.
    private static let knownMatrices: Set<Int> = [0, 1, 2, 4, 5, 6, 7, 8, 9, 12]
    /// The types of auxiliary images that are gain maps: of ISO 21496-1, and of Apple's photographs.
    private static let gainMapTypes = ["urn:iso:std:iso:ts:21496:-1", "urn:com:apple:photo:2020:aux:hdrgainmap"]

    /// Reads the statements; nil if the file is not a HEIF or AVIF, or has no such image.
    ///
    /// - Parameters:
    ///   - bytes: the file.
    ///   - page: the number of the image, from 1; the first is the primary one, the others follow in the order of their
    ///     items.
    package init?(_ bytes: ImageBytes, page: Int) {
        guard bytes.read(at: 4, count: 4).elementsEqual("ftyp".utf8), let items = HEIFItems(bytes),
            let item = Self.item(items, page: page)
        else { return nil }
        // The colors of a grid may be stated by its tiles only.
        let tile = items.references("dimg", from: item).first
        let properties = (items.properties[item] ?? []) + (tile.flatMap { items.properties[$0] } ?? [])
        let colors = properties.map(\.box).filter { $0.type == "colr" }
        hasGainMap = Self.hasGainMap(items, item)
        let stated = colors.lazy.compactMap(Self.codePoints).first
        let points = colors.isEmpty ? Self.codePoints(of: tile ?? item, items, properties.map(\.box)) : stated
        if let matrix = points?.matrix, !Self.knownMatrices.contains(matrix) { unknownMatrix = matrix }
        let isProfiled = colors.contains {
            ["prof", "rICC"].contains(BigEndianReader($0.content).text(at: 0) ?? "")
        }
        guard let points, !isProfiled else { return }
        warnings = points.warning.map { [$0] } ?? []
        var encoding = points.encoding
        // Decoders deliver RGB of full range.
        encoding.isFullRange = true
        guard !encoding.isSRGB(gray: false) else { return }
        if encoding.isHDR { encoding.peak = Self.peak(properties.map(\.box)) }
        self.encoding = encoding
    }

    /// The item of a page.
    private static func item(_ items: HEIFItems, page: Int) -> Int? {
        guard page > 1, let primary = items.primary else { return items.primary }
        let parts = Set(items.references.filter { ["thmb", "auxl"].contains($0.type) }.map(\.from))
        let images = items.types.keys.sorted().filter { item in
            !items.hidden.contains(item) && !parts.contains(item) && items.property("ispe", of: item) != nil
        }
        let others = images.filter { $0 != primary }
        return page - 2 < others.count ? others[page - 2] : nil
    }

    private static func codePoints(_ box: ISOBox) -> CodePoints? {
        var cursor = BigEndianCursor(box.content)
        guard cursor.text(4) == "nclx", let primaries = cursor.number(2), let transfer = cursor.number(2),
            let matrix = cursor.number(2), let flags = cursor.number(1)
        else { return nil }
        return CodePoints(primaries: primaries, transfer: transfer, matrix: matrix, isFullRange: flags & 0x80 != 0)
    }

    /// The most bytes at the beginning of a coded image that are searched for its header.
    private static let headerBytes = 4096

    /// The code points that a coded image has in itself; nil when it has none.
    private static func codePoints(of item: Int, _ items: HEIFItems, _ boxes: [ISOBox]) -> CodePoints? {
        for box in boxes {
            switch box.type {
            case "hvcC": return HEVCColorDescription.codePoints(inConfiguration: box.content)
            case "av1C":
                return AV1ColorDescription.codePoints(inConfiguration: box.content)
                    ?? AV1ColorDescription.codePoints(inUnits: items.head(of: item, count: headerBytes))
            default: continue
            }
        }
        return nil
    }

    /// The luminance of the brightest pixel, or else of the display on which the image was made, in cd/m².
    private static func peak(_ boxes: [ISOBox]) -> Double? {
        if let box = boxes.first(where: { $0.type == "clli" }),
            let level = BigEndianReader(box.content).number(at: 0, size: 2), level > 0
        {
            return Double(level)
        }
        // Six chromaticities and the white point precede it; its unit is 0.0001 cd/m².
        guard let box = boxes.first(where: { $0.type == "mdcv" }),
            let level = BigEndianReader(box.content).number(at: 16), level > 0
        else { return nil }
        return Double(level) / 10_000
    }

    private static func hasGainMap(_ items: HEIFItems, _ item: Int) -> Bool {
        let isDerived = items.referrers("dimg", to: item).contains { items.types[$0] == "tmap" }
        return isDerived
            || items.referrers("auxl", to: item).contains { auxiliary in
                guard let box = items.property("auxC", of: auxiliary) else { return false }
                return gainMapTypes.contains(String(decoding: box.fullContent.prefix { $0 != 0 }, as: UTF8.self))
            }
    }
}
