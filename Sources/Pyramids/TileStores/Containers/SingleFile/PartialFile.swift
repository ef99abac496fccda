internal import Files

/// The file of a single-file container while it is being written.
///
/// Its name is `<final name>.partial` until ``moveIntoPlace()``. A part of such a container is of no use, so what a
/// killed run leaves is overwritten.
final class PartialFile: Sendable {
    /// The file to write to.
    let file: OpenFile
    private let atomicFile: AtomicFile

    /// The path while the file is being written.
    var path: String { atomicFile.path }
    /// The path of the finished file.
    var finalPath: String { atomicFile.finalPath }

    /// Creates an empty file.
    ///
    /// - Parameters:
    ///   - finalPath: the path of the finished file.
    ///   - options: whether an existing file may be replaced.
    /// - Throws: ``StoreError`` when the output exists, when another run is writing it, and when the file cannot be
    ///   created.
    init(creating finalPath: String, options: StoreOptions) throws {
        atomicFile = try StoreError.wrapping { () throws(FileError) in
            try AtomicFile(finalPath, mayReplace: options.replacesExisting)
        }
        file = OpenFile(of: atomicFile)
    }

    /// Renames the file to ``finalPath``, replacing an existing file if the options allow it.
    ///
    /// - Throws: ``StoreError``, with code ``StoreError/Code/exists`` when a file has appeared there that may not be
    ///   replaced.
    func moveIntoPlace() throws { try StoreError.wrapping(atomicFile.commit) }

    /// Removes the file, even while it is open elsewhere; an older file at ``finalPath`` is not touched.
    func remove() throws { try StoreError.wrapping(atomicFile.remove) }
}
