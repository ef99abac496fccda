/// Finds the colors that an AV1 image states in itself: in its sequence header (AV1 Bitstream & Decoding Process, 5.5).
enum AV1ColorDescription {
    /// The type of open bitstream units that are sequence headers.
    private static let sequenceHeaderType: UInt8 = 1
    /// The most units that are looked at.
    private static let unitLimit = 16

    /// The code points in a decoder configuration (`av1C`, AV1 Codec ISO Media File Format Binding, 2.3), which may contain the
    /// sequence header.
    ///
    /// - Returns: nil when there are none.
    static func codePoints(inConfiguration content: ArraySlice<UInt8>) -> CodePoints? {
        codePoints(inUnits: content.dropFirst(4))
    }

    /// The code points in open bitstream units, as those with which a coded image begins; the last one may be cut off.
    static func codePoints(inUnits bytes: ArraySlice<UInt8>) -> CodePoints? {
        sequenceHeader(inUnits: bytes).flatMap(codePoints(inSequenceHeader:))
    }

    /// The first sequence header in open bitstream units, without the head of its unit; nil when there is none.
    static func sequenceHeader(inUnits bytes: ArraySlice<UInt8>) -> ArraySlice<UInt8>? {
        var rest = bytes
        for _ in 0..<unitLimit {
            guard let head = rest.popFirst(), head & 0x80 == 0 else { return nil }
            if head & 4 != 0 { rest = rest.dropFirst() }
            var size = rest.count
            if head & 2 != 0 {
                guard let stated = length(&rest) else { return nil }
                size = stated
            }
            if head >> 3 & 15 == sequenceHeaderType { return rest.prefix(size) }
            rest = rest.dropFirst(size)
        }
        return nil
    }

    /// A number in groups of 7 bits, the lowest first (`leb128`, 4.10.5); nil for one of more than 32 bits.
    private static func length(_ bytes: inout ArraySlice<UInt8>) -> Int? {
        var value = 0
        for group in 0..<5 {
            guard let byte = bytes.popFirst() else { return nil }
            // Checked: at most 35 bits.
            value |= Int(byte & 0x7F) << (7 * group)
            if byte & 0x80 == 0 { return value }
        }
        return nil
    }

    /// The code points in a sequence header.
    static func codePoints(inSequenceHeader unit: ArraySlice<UInt8>) -> CodePoints? {
        var reader = CodedBitReader(unit)
        let profile = reader.number(3)
        reader.skip(1)
        let isReduced = reader.flag()
        if isReduced { reader.skip(5) } else { skipOperatingPoints(&reader) }
        let widthBits = reader.number(4) + 1
        let heightBits = reader.number(4) + 1
        reader.skip(widthBits + heightBits)
        if !isReduced, reader.flag() { reader.skip(7) }
        reader.skip(3)
        if !isReduced { skipTools(&reader) }
        reader.skip(3)
        // The depth, and whether there is no color.
        if reader.flag(), profile == 2 { reader.skip(1) }
        let isGray = profile != 1 && reader.flag()
        guard reader.flag() else { return nil }
        let primaries = reader.number(8)
        let transfer = reader.number(8)
        let matrix = reader.number(8)
        let isRGB = !isGray && primaries == 1 && transfer == 13 && matrix == 0
        let isFullRange = isRGB || reader.flag()
        guard !reader.isExhausted else { return nil }
        return CodePoints(primaries: primaries, transfer: transfer, matrix: matrix, isFullRange: isFullRange)
    }

    /// Skips the timing, the model of the decoder, and the operating points.
    private static func skipOperatingPoints(_ reader: inout CodedBitReader) {
        var delayBits: Int?
        if reader.flag() {
            reader.skip(64)
            if reader.flag() { reader.skipExponentialGolomb(1) }
            if reader.flag() {
                delayBits = reader.number(5) + 1
                reader.skip(42)
            }
        }
        let hasDelays = reader.flag()
        for _ in 0...reader.number(5) {
            reader.skip(12)
            // Levels from 4.0 on have tiers.
            if reader.number(5) > 7 { reader.skip(1) }
            if let delayBits, reader.flag() { reader.skip(2 * delayBits + 1) }
            if hasDelays, reader.flag() { reader.skip(4) }
        }
    }

    /// Skips the tools of pictures that refer to others.
    private static func skipTools(_ reader: inout CodedBitReader) {
        reader.skip(4)
        let hasOrder = reader.flag()
        if hasOrder { reader.skip(2) }
        // Chosen for each picture, or for all.
        let isChosen = reader.flag()
        let hasScreenTools = isChosen || reader.flag()
        if hasScreenTools, !reader.flag() { reader.skip(1) }
        if hasOrder { reader.skip(3) }
    }
}
