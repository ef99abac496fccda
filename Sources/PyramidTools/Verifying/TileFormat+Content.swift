internal import TilePyramid

extension TileFormat {
    /// The format that bytes begin as; nil for any other.
    init?(content bytes: [UInt8]) {
        func has(_ text: String, at place: Int) -> Bool { bytes.dropFirst(place).starts(with: text.utf8) }
        if bytes.starts(with: [0xFF, 0xD8, 0xFF]) {
            self = .jpeg
        } else if bytes.starts(with: [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]) {
            self = .png
        } else if has("RIFF", at: 0), has("WEBP", at: 8) {
            self = .webp
        } else if has("ftypavif", at: 4) || has("ftypavis", at: 4) || has("ftypmif1", at: 4) {
            self = .avif
        } else if bytes.starts(with: [0xFF, 0x0A]) || has("JXL ", at: 4) {
            self = .jxl
        } else {
            return nil
        }
    }
}
