internal import Files
internal import Glibc
internal import RemotePyramids
internal import TileStores

extension ToolArguments {
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
        case ENOENT, ENOTDIR: return "\(path): no such file or folder. Check the spelling."
        case EACCES: return "\(path): it cannot be read: Permission denied. Allow the user of the server to read it."
        default: return "\(path): it cannot be read: \(String(cString: strerror(code)))."
        }
    }
}
