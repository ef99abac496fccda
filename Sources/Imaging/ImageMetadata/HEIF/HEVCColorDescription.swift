/// Finds the colors that an HEVC image states in itself: in the video usability information of its sequence parameter set
/// (ITU-T H.265, 7.3.2.2 and annex E).
enum HEVCColorDescription {
    /// The type of NAL units that are sequence parameter sets.
    private static let sequenceParameterSet = 33
    /// The most lists and units of a configuration that are looked at.
    private static let unitLimit = 64
    /// The most short-term sets of reference pictures (7.4.3.2.1).
    private static let shortTermLimit = 64
    /// The most long-term reference pictures (7.4.3.2.1).
    private static let longTermLimit = 32
    /// The most pictures of a set.
    private static let pictureLimit = 16

    /// The code points in a decoder configuration (`hvcC`, ISO/IEC 14496-15, 8.3.2).
    ///
    /// - Returns: nil when there are none.
    static func codePoints(inConfiguration content: ArraySlice<UInt8>) -> CodePoints? {
        parameterSet(inConfiguration: content).flatMap(codePoints(inParameterSet:))
    }

    /// The first sequence parameter set in a decoder configuration, without the head of its NAL unit; nil when there is none.
    static func parameterSet(inConfiguration content: ArraySlice<UInt8>) -> ArraySlice<UInt8>? {
        var cursor = BigEndianCursor(content.dropFirst(22))
        guard let lists = cursor.number(1) else { return nil }
        var units = 0
        for _ in 0..<lists {
            guard let type = cursor.number(1), let count = cursor.number(2) else { return nil }
            for _ in 0..<count {
                units += 1
                guard units <= unitLimit, let length = cursor.number(2), let unit = cursor.bytes(length) else {
                    return nil
                }
                guard type & 0x3F == sequenceParameterSet else { continue }
                return unit.dropFirst(2)
            }
        }
        return nil
    }

    /// The code points in a sequence parameter set, without the head of its NAL unit.
    static func codePoints(inParameterSet unit: ArraySlice<UInt8>) -> CodePoints? {
        var reader = CodedBitReader(escaped: unit)
        reader.skip(4)
        let subLayers = reader.number(3)
        reader.skip(1)
        skipProfile(&reader, subLayers)
        _ = reader.exponentialGolomb()
        if reader.exponentialGolomb() == 3 { reader.skip(1) }
        // The size, and the part of it that is shown.
        reader.skipExponentialGolomb(2)
        if reader.flag() { reader.skipExponentialGolomb(4) }
        // The depths.
        reader.skipExponentialGolomb(2)
        let orderBits = reader.exponentialGolomb() + 4
        let ordersEachLayer = reader.flag()
        reader.skipExponentialGolomb(3 * (ordersEachLayer ? subLayers + 1 : 1))
        // The sizes of blocks, and the depths of their trees.
        reader.skipExponentialGolomb(6)
        if reader.flag(), reader.flag() { skipScalingLists(&reader) }
        reader.skip(2)
        if reader.flag() {
            reader.skip(8)
            reader.skipExponentialGolomb(2)
            reader.skip(1)
        }
        guard skipShortTermSets(&reader), orderBits <= 16 else { return nil }
        if reader.flag() {
            let count = reader.exponentialGolomb()
            guard count <= longTermLimit else { return nil }
            // Checked: at most 32 pictures of 17 bits.
            reader.skip(count * (orderBits + 1))
        }
        reader.skip(2)
        guard reader.flag() else { return nil }
        return codePoints(inUsabilityInformation: &reader)
    }

    private static func codePoints(inUsabilityInformation reader: inout CodedBitReader) -> CodePoints? {
        // The aspect ratio of a pixel, by a number or, after 255, by two of 16 bits.
        if reader.flag(), reader.number(8) == 255 { reader.skip(32) }
        // What may lie outside of a screen.
        if reader.flag() { reader.skip(1) }
        guard reader.flag() else { return nil }
        reader.skip(3)
        let isFullRange = reader.flag()
        guard reader.flag() else { return nil }
        let primaries = reader.number(8)
        let transfer = reader.number(8)
        let matrix = reader.number(8)
        guard !reader.isExhausted else { return nil }
        return CodePoints(primaries: primaries, transfer: transfer, matrix: matrix, isFullRange: isFullRange)
    }

    /// Skips the profile, tier and level of the stream and of its sub-layers (7.3.3).
    private static func skipProfile(_ reader: inout CodedBitReader, _ subLayers: Int) {
        reader.skip(96)
        let present = (0..<subLayers).map { _ in (profile: reader.flag(), level: reader.flag()) }
        if subLayers > 0 { reader.skip(2 * (8 - subLayers)) }
        for layer in present {
            if layer.profile { reader.skip(88) }
            if layer.level { reader.skip(8) }
        }
    }

    /// Skips the scaling lists (7.3.4).
    private static func skipScalingLists(_ reader: inout CodedBitReader) {
        for size in 0..<4 {
            for _ in stride(from: 0, to: 6, by: size == 3 ? 3 : 1) {
                guard reader.flag() else {
                    reader.skipExponentialGolomb(1)
                    continue
                }
                reader.skipExponentialGolomb(min(64, 16 << (2 * size)) + (size > 1 ? 1 : 0))
            }
        }
    }

    /// Skips the sets of short-term reference pictures (7.3.7); returns whether they are valid.
    private static func skipShortTermSets(_ reader: inout CodedBitReader) -> Bool {
        let sets = reader.exponentialGolomb()
        guard sets <= shortTermLimit else { return false }
        var pictures = 0
        for index in 0..<sets where !reader.isExhausted {
            if index > 0, reader.flag() {
                reader.skip(1)
                reader.skipExponentialGolomb(1)
                // Each picture of the set before, and the one between, is used, or serves the numbers only, or is left out.
                pictures = (0...pictures).reduce(0) { count, _ in
                    let isUsed = reader.flag()
                    return count + (isUsed || reader.flag() ? 1 : 0)
                }
            } else {
                let before = reader.exponentialGolomb()
                let after = reader.exponentialGolomb()
                guard before <= pictureLimit, after <= pictureLimit else { return false }
                pictures = before + after
                for _ in 0..<pictures {
                    reader.skipExponentialGolomb(1)
                    reader.skip(1)
                }
            }
            guard pictures <= 2 * pictureLimit else { return false }
        }
        return !reader.isExhausted
    }
}
