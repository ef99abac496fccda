internal import Foundation

/// A file system of a few pages for one test; needs the right to mount.
public final class SmallDisk {
    private let folder: TemporaryFolder
    /// Where it is mounted.
    public var path: String { folder.path }

    /// Whether this process may mount file systems, as root may on most machines.
    public static var isAvailable: Bool { (try? SmallDisk(pages: 4)) != nil }

    /// Mounts it.
    public init(pages: Int) throws {
        folder = try TemporaryFolder()
        let size = "size=\(pages * Int(sysconf(Int32(_SC_PAGESIZE))))"
        guard mount("tmpfs", folder.path, "tmpfs", 0, size) == 0 else {
            throw POSIXError(POSIXError.Code(rawValue: errno) ?? .EPERM)
        }
    }

    deinit {
        umount2(path, Int32(MNT_DETACH))
    }

    /// Takes all room that is left and says under which name.
    public func fill() -> String {
        let name = "\(path)/filler"
        let file = open(name, O_WRONLY | O_CREAT, 0o600)
        defer { close(file) }
        let page = [UInt8](repeating: 1, count: 4_096)
        while write(file, page, page.count) > 0 {}
        return name
    }
}
