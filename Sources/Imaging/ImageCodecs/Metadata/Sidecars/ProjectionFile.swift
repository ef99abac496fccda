internal import Georeferencing
internal import ImageMetadata
internal import MapProjections

/// Reads files with the extension `prj`: well-known text of Esri or of OGC.
enum ProjectionFile {
    /// The system of a file.
    ///
    /// - Throws: ``CodecError`` when it cannot be read.
    static func crs(_ bytes: [UInt8], file: String, image: String) throws -> String {
        // Some editors put the mark of UTF-8 before the text.
        let text = String(decoding: bytes.starts(with: [0xEF, 0xBB, 0xBF]) ? bytes[3...] : bytes[...], as: UTF8.self)
        let start = text.drop { $0.isWhitespace }
        let trimmed = start.lastIndex { !$0.isWhitespace && $0 != "\0" }.map { String(start[...$0]) } ?? ""
        do {
            return try CoordinateSystem(trimmed).definition
        } catch {
            let isText = trimmed.contains("[")
            throw CodecError.unreadStatement(
                .place, file: image,
                isText
                    ? "\(file) is not read: \(error.message)"
                    : "\(file) has no well-known text of a coordinate system. Name the system, such as EPSG:25832."
            )
        }
    }
}
