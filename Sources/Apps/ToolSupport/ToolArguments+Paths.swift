internal import Files
internal import Glibc
internal import RemotePyramids
internal import TileContainers
internal import TileStores

extension ToolArguments {
    /// Returns the fault of a path to which a PNG file is written, and the remedy: an extension of another kind of file.
    package static func fault(ofPNG path: String) -> String? {
        let suffix = FilePath.fileExtension(of: path)
        let isExtension = (3...4).contains(suffix.count) && suffix.allSatisfy { $0.isASCII && $0.isLetter }
        guard isExtension, suffix != "png" else { return nil }
        return
            "\(path): the picture is a PNG file, and .\(suffix) is the extension of another. Give it the extension .png."
    }

    /// Returns the fault of a path of which files are served, and the remedy; nil for one that can be read.
    package static func fault(ofServed path: String) -> String? {
        guard access(path, R_OK) != 0 else { return nil }
        let code = errno
        let location = PyramidLocation(path)
        guard !location.isRemote else {
            return
                "\(location.publicText): only files and folders are served. Copy the pyramid first: tilecut convert ADDRESS OUTPUT"
        }
        switch code {
        case ENOENT, ENOTDIR:
            let meant = MisspelledPath.differingInCase(from: path)
            return "\(path): no such file or folder. \(meant.map { "Did you mean \($0)?" } ?? "Check the spelling.")"
        case EACCES: return "\(path): it cannot be read: Permission denied. Allow the user of the server to read it."
        default: return "\(path): it cannot be read: \(String(cString: strerror(code)))."
        }
    }
}
