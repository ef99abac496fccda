internal import Caching
internal import TileContainers
internal import ZarrArrays

/// An open archive with the files of an OME-Zarr.
final class ServedArchive: Sendable {
    /// The files.
    let files: ZIPContainerReader
    /// The archive, of which parts are sent.
    let descriptor: OpenDescriptor
    /// The status of the archive when it was opened.
    let status: FileStatus

    /// The bytes of memory of each file in the index, about.
    private static let entryBytes = 64

    /// Opens an archive; blocks while its list of files is read.
    ///
    /// - Throws: ``RequestError`` with status 404 if it is gone, and `StoreError` if it is damaged.
    init(_ path: String) throws {
        descriptor = try OpenDescriptor(reading: path)
        guard let status = FileStatus(of: descriptor.number), !status.isFolder else {
            throw RequestError(404, "this is not a file any more.")
        }
        self.status = status
        let archive = try ZIPArchive(opening: path)
        files = ContainerZarrStore.files(of: archive)
    }

    /// The bytes of memory that it takes, about.
    var cost: Int { files.archive.count * Self.entryBytes + 4096 }
}

extension OpenImages {
    /// The archive of an OME-Zarr; blocks while it is opened, unless it is kept.
    func arrayArchive(_ entry: CatalogEntry) throws -> ServedArchive {
        try archives.value(for: entry, cost: { $0.cost }) { try ServedArchive(entry.path) }
    }
}
