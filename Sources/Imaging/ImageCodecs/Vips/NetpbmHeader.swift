/// The one fact of a Netpbm file that libvips does not pass on.
enum NetpbmHeader {
    /// The sample value that is white in a PGM or PPM file (`man 5 ppm`); nil for other kinds.
    static func maximum(_ bytes: ImageBytes) -> Int? {
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
                numbers += digits.isEmpty ? [] : [Int(digits) ?? 0]
                digits = ""
                if numbers.count == 3 { return (1...65535).contains(numbers[2]) ? numbers[2] : nil }
            }
        }
        return nil
    }
}
