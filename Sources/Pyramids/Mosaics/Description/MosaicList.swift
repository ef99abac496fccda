internal import ImageMetadata
internal import TileContainers

/// A file that lists images, and the folders in which these may lie.
public struct MosaicList: Hashable, Sendable {
    /// The path of the list.
    public var path: String
    /// The folders in which its images may lie, at any depth, besides that of the list.
    public var allowedFolders: [String]

    /// The bytes in which the key of a list in JSON is looked for.
    private static let headBytes = 4096

    /// Takes a file for a list, whatever its name is.
    public init(_ path: String, allowedFolders: [String] = []) {
        self.path = path
        self.allowedFolders = allowedFolders
    }

    /// Whether a file is a list by its name: `.vrt`, or `.json` with `"mosaic"` among its first bytes.
    ///
    /// The content alone never makes a file a list, so that one that was handed in as an image names no other files.
    public static func isNamed(_ path: String) -> Bool {
        switch FilePath.fileExtension(of: path) {
        case "vrt": true
        case "json":
            (try? head(of: ImageBytes(.file(path)))).map { $0.first == "{" && $0.contains("\"mosaic\"") } ?? false
        default: false
        }
    }

    /// Whether a file of any name has the content of a list.
    package static func isContent(of path: String) -> Bool {
        guard let bytes = try? ImageBytes(.file(path)) else { return false }
        let head = head(of: bytes)
        return isVRT(head) || head.first == "{" && head.contains("\"mosaic\"")
    }

    /// The first bytes without white space before them.
    static func head(of bytes: ImageBytes) -> Substring {
        String(decoding: bytes.read(at: 0, count: headBytes), as: UTF8.self)
            .drop { $0.isWhitespace || $0 == "\u{FEFF}" }
    }

    /// Whether the first bytes of a list are those of a VRT.
    static func isVRT(_ head: Substring) -> Bool {
        head.hasPrefix("<VRTDataset") || head.hasPrefix("<?xml") && head.contains("<VRTDataset")
    }
}
