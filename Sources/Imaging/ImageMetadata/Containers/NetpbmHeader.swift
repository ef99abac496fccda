internal import Numbers

/// Reads the one header field of a Netpbm file that libvips does not report.
package enum NetpbmHeader {
    /// The maxval of a PGM or PPM file, its value for white (`man 5 ppm`); nil for other formats.
    package static func maxval(_ bytes: ImageBytes) -> Int? {
        let head = bytes.read(at: 0, count: 4096)
        guard head.count > 2, head[0] == UInt8(ascii: "P"), "2356".utf8.contains(head[1]) else { return nil }
        var numbers: [Int] = []
        var digits = ""
        var isComment = false
        for byte in head.dropFirst(2) {
            let character = Character(UnicodeScalar(byte))
            if isComment {
                isComment = character != "\n"
            } else if character.isNumber {
                digits.append(character)
            } else {
                isComment = character == "#"
                numbers += digits.isEmpty ? [] : [CheckedNumber.integer(digits) ?? 0]
                digits = ""
                if numbers.count == 3 { return (1...65535).contains(numbers[2]) ? numbers[2] : nil }
            }
        }
        return nil
    }
}
