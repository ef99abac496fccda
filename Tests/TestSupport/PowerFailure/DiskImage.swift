internal import Foundation

/// The files and folders on a disk after a power failure.
public struct DiskImage: Hashable, Sendable {
    /// The bytes of all files by path.
    public var files: [String: [UInt8]] = [:]
    /// The paths of all folders.
    public var folders: Set<String> = []

    /// An image without files.
    public init() {}

    /// Reads everything in a folder.
    public init(of folder: String) throws {
        for name in try FileManager.default.subpathsOfDirectory(atPath: folder) {
            var isFolder: ObjCBool = false
            guard FileManager.default.fileExists(atPath: "\(folder)/\(name)", isDirectory: &isFolder) else { continue }
            if isFolder.boolValue {
                folders.insert(name)
            } else {
                files[name] = Array(try Data(contentsOf: URL(fileURLWithPath: "\(folder)/\(name)")))
            }
        }
    }

    /// Returns whether a file has the same bytes in another image, or is in neither.
    public func hasSameFile(_ path: String, as other: DiskImage) -> Bool { files[path] == other.files[path] }

    /// Returns the part of the image with paths that meet a condition.
    public func filter(_ isWanted: (String) -> Bool) -> DiskImage {
        var image = DiskImage()
        image.files = files.filter { isWanted($0.key) }
        image.folders = folders.filter(isWanted)
        return image
    }

    /// Writes all files to an empty folder.
    ///
    /// - Parameters:
    ///   - folder: the folder.
    ///   - mode: the mode of a file by its path.
    /// - Throws: `POSIXError` when a file cannot be written.
    public func write(to folder: String, mode: (String) -> UInt32) throws {
        for path in folders.sorted() where mkdir("\(folder)/\(path)", 0o755) != 0 && errno != EEXIST {
            throw POSIXError(POSIXError.Code(rawValue: errno) ?? .EIO)
        }
        for (path, bytes) in files {
            let file = open("\(folder)/\(path)", O_WRONLY | O_CREAT | O_TRUNC, mode(path))
            guard file >= 0 else { throw POSIXError(POSIXError.Code(rawValue: errno) ?? .EIO) }
            defer { close(file) }
            guard Glibc.write(file, bytes, bytes.count) == bytes.count else { throw POSIXError(.EIO) }
        }
    }
}
