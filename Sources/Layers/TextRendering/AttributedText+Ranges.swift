extension AttributedText {
    /// Replaces the attributes of the characters in a range of offsets: 6..<11 are the seventh to the eleventh.
    ///
    /// - Parameters:
    ///   - attributes: the new attributes; nil attributes are as in the rest of the text.
    ///   - range: offsets of characters, limited to the text.
    /// - Complexity: O(characters before the end of the range + parts).
    public mutating func setAttributes(_ attributes: TextAttributes, in range: Range<Int>) {
        update(bytes(of: range)) { $0 = attributes }
    }

    /// Replaces the attributes of the characters in a range of indices.
    ///
    /// - Parameters:
    ///   - attributes: the new attributes; nil attributes are as in the rest of the text.
    ///   - range: indices of the ``string``, limited to it.
    public mutating func setAttributes(_ attributes: TextAttributes, in range: Range<String.Index>) {
        update(bytes(of: range)) { $0 = attributes }
    }

    /// Changes some attributes of the characters in a range of offsets, and keeps the others.
    ///
    /// - Parameters:
    ///   - range: offsets of characters, limited to the text.
    ///   - change: changes the attributes; called for each part of the range with uniform attributes.
    public mutating func updateAttributes(in range: Range<Int>, _ change: (inout TextAttributes) -> Void) {
        update(bytes(of: range), change)
    }

    /// Changes some attributes of the characters in a range of indices, and keeps the others.
    ///
    /// - Parameters:
    ///   - range: indices of the ``string``, limited to it.
    ///   - change: changes the attributes; called for each part of the range with uniform attributes.
    public mutating func updateAttributes(in range: Range<String.Index>, _ change: (inout TextAttributes) -> Void) {
        update(bytes(of: range), change)
    }

    /// Changes some attributes of all characters, and keeps the others.
    public mutating func updateAttributes(_ change: (inout TextAttributes) -> Void) {
        update(0..<string.utf8.count, change)
    }

    /// The attributes of the character at an offset; nil outside the text.
    ///
    /// - Complexity: O(offset + parts).
    public func attributes(at offset: Int) -> TextAttributes? {
        guard offset >= 0, offset < .max else { return nil }
        let bytes = bytes(of: offset..<offset + 1)
        return bytes.isEmpty ? nil : attributes(atByte: bytes.lowerBound)
    }

    /// The offsets in UTF-8 of some characters.
    private func bytes(of range: Range<Int>) -> Range<Int> {
        func index(_ distance: Int, from start: String.Index) -> String.Index {
            string.index(start, offsetBy: max(distance, 0), limitedBy: string.endIndex) ?? string.endIndex
        }
        let start = max(range.lowerBound, 0)
        let lower = index(start, from: string.startIndex)
        return bytes(of: lower..<index(max(range.upperBound, start) - start, from: lower))
    }

    /// The offsets in UTF-8 of a range of indices, which may be indices of another string.
    private func bytes(of range: Range<String.Index>) -> Range<Int> {
        func offset(_ index: String.Index) -> Int {
            // An index within the bytes of a character stands for the character.
            let limited = min(max(index, string.startIndex), string.endIndex)
            return string.utf8.distance(from: string.startIndex, to: string.scalarStart(of: limited))
        }
        let lower = offset(range.lowerBound)
        return lower..<max(offset(range.upperBound), lower)
    }
}

extension String {
    /// The index of the Unicode scalar that an index lies in.
    fileprivate func scalarStart(of index: String.Index) -> String.Index {
        var index = index
        while index > startIndex, index < endIndex, utf8[index] & 0xC0 == 0x80 {
            index = utf8.index(before: index)
        }
        return index
    }
}
