internal import Foundation

/// A file system of a few pages for one test; requires the permission to mount.
public final class SmallDisk {
    private let folder: TemporaryFolder
    /// The mount point.
    public var path: String { folder.path }

    /// Whether this process may mount file systems, as root on most machines.
    public static var isAvailable: Bool { (try? SmallDisk(pages: 4)) != nil }

    /// Mounts a file system of `pages` memory pages.
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

    /// Fills the disk with a file; returns its path.
    public func fill() -> String {
        let name = "\(path)/filler"
        let file = open(name, O_WRONLY | O_CREAT, 0o600)
        defer { close(file) }
        let page = [UInt8](repeating: 1, count: 4_096)
        while write(file, page, page.count) > 0 {}
        return name
    }
}
