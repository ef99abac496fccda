internal import ImageMetadata

/// A fault in a JPEG's entropy-coded data, which libjpeg conceals by filling in gray.
enum JPEGDamage: Error {
    /// The file ends before the scan does.
    case truncated
    /// There is an invalid code, or a marker is missing or misplaced.
    case corrupt

    func error(file: String, row: Int, of height: Int) -> CodecError {
        switch self {
        case .truncated:
            CodecError(
                .truncated, file: file,
                "the file ends before row \(row) of \(height). Get a complete copy, or cut what there is.")
        case .corrupt:
            CodecError(
                .damaged, file: file,
                "the JPEG data is damaged near row \(row) of \(height). Get a good copy, or cut what can be read.")
        }
    }

    func warning(row: Int, of height: Int) -> String {
        switch self {
        case .truncated: "the file ends before row \(row) of \(height); the rest is gray."
        case .corrupt: "the JPEG data is damaged near row \(row) of \(height); parts of the image are wrong."
        }
    }
}
